// The same action by another tool gets the same answer: what may not be read or written may not be so by any of them.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Outcome } from "../../src/language/contract.ts";
import { combine } from "../../src/language/outcome.ts";
import { type LoadedPolicy, loadPolicy } from "../../src/runtime/index.ts";
import { builtPack } from "./built-pack.ts";

const HOME = "/home/dev";
const PROJECT = `${HOME}/shop`;

let policy: LoadedPolicy;
beforeAll(async () => {
  policy = await loadPolicy(await builtPack("profile/standard"), { home: HOME, workdir: PROJECT });
});
afterAll(() => policy.close());

interface Call {
  readonly tool: string;
  readonly tool_name?: string;
  readonly input: object;
}

let sessions = 0;
const decided = (call: Call): Outcome =>
  policy.decideSync({
    point: "before_tool_call",
    tool_name: call.tool,
    ...call,
    session_id: `s${++sessions}`,
    workdir: PROJECT,
    cwd: PROJECT,
  } as never).outcome;

const bash = (command: string): Call => ({ tool: "bash", input: { command } });
const mcp = (tool: string, args: object): Call => ({ tool: "mcp", input: { server: "filesystem", tool, args } });
const patch = (path: string): string => `*** Begin Patch\n*** Update File: ${path}\n@@\n-a\n+b\n*** End Patch\n`;
const absolute = (path: string): string =>
  path.startsWith("~") ? HOME + path.slice(1) : path.startsWith("/") ? path : `${PROJECT}/${path}`;

const writing = (path: string): { readonly [way: string]: Call } => ({
  redirect: bash(`echo x >> ${path}`),
  copy: bash(`cp notes.txt ${path}`),
  tee: bash(`sort notes.txt | tee ${path} > /dev/null`),
  write: { tool: "write", input: { path, content: "x" } },
  edit: { tool: "edit", input: { path, old: "a", new: "b" } },
  patch: { tool: "edit", input: { patch: patch(path) } },
});

const reading = (path: string): { readonly [way: string]: Call } => ({
  cat: bash(`cat ${path}`),
  redirect: bash(`head -n 3 < ${path}`),
  read: { tool: "read", input: { path } },
  search: { tool: "search", input: { pattern: ".", path } },
  fetch: { tool: "fetch", input: { url: `file://${absolute(path)}` } },
});

/** What every way must do: all the same, and not pass. */
function expectAlike(ways: { readonly [way: string]: Call }): void {
  const outcomes = Object.fromEntries(Object.entries(ways).map(([way, call]) => [way, decided(call)]));
  const most = Object.values(outcomes).reduce(combine);
  expect(["ask", "block"]).toContain(most);
  expect(outcomes).toEqual(Object.fromEntries(Object.keys(ways).map((way) => [way, most])));
}

describe("written", () => {
  it.each([
    "~/.bashrc",
    "~/.bash_profile",
    "~/.profile",
    "~/.zshrc",
    "~/.zshenv",
    "~/.gitconfig",
    "~/.vimrc",
    "~/.npmrc",
    "~/.ssh/authorized_keys",
    "~/.ssh/config",
    "~/.ssh/id_ed25519",
    "~/.aws/credentials",
    "~/.kube/config",
    "~/.netrc",
    "~/.config/systemd/user/sync.service",
    "~/.config/autostart/sync.desktop",
    "~/.config/fish/config.fish",
    "~/.config/gh/hosts.yml",
    "~/.local/bin/ls",
    "~/.bash_history",
    "~/.gnupg/trustdb.gpg",
    "~/.cargo/config.toml",
    "~/.config/pip/pip.conf",
    "/etc/passwd",
    "/etc/shadow",
    "/etc/sudoers",
    "/etc/sudoers.d/dev",
    "/etc/hosts",
    "/etc/fstab",
    "/etc/resolv.conf",
    "/etc/crontab",
    "/etc/cron.d/sync",
    "/etc/profile.d/sync.sh",
    "/etc/systemd/system/sync.service",
    "/etc/ld.so.preload",
    "/etc/ssh/sshd_config",
    "/etc/apt/sources.list.d/own.list",
    "/etc/pam.d/su",
    "/etc/selinux/config",
    "/boot/grub/grub.cfg",
    "/usr/bin/git",
    "/usr/local/bin/node",
    "/usr/lib/systemd/system/sync.service",
    "/var/log/auth.log",
    "/var/spool/cron/dev",
    ".github/workflows/release.yml",
    ".github/actions/setup/action.yml",
    ".gitlab-ci.yml",
    ".circleci/config.yml",
    "Jenkinsfile",
    "CODEOWNERS",
    ".git/config",
    ".git/hooks/pre-commit",
    ".husky/pre-push",
    ".pre-commit-config.yaml",
    "package-lock.json",
    "packages/api/yarn.lock",
    ".yarnrc.yml",
    "deploy/server.pem",
    "config/secrets.yaml",
    "rules/team.policy",
  ])("%s", (path) => {
    expectAlike(writing(path));
    expect(["ask", "block"]).toContain(decided(mcp("write_file", { path: absolute(path), content: "x" })));
  });

  it.each(["src/app.ts", "README.md", ".env.example", ".env", "package.json", "docs/CI.md", "/tmp/notes.txt"])(
    "%s is free",
    (path) => {
      for (const [way, call] of Object.entries(writing(path))) expect(decided(call), way).toBe("pass");
      expect(decided(mcp("write_file", { path: absolute(path), content: "x" }))).toBe("pass");
    },
  );
});

describe("read", () => {
  it.each([
    ".env",
    ".env.local",
    "app/.env.production",
    ".envrc",
    ".npmrc",
    "deploy/server.pem",
    "certs/tls.key",
    "config/master.key",
    "secrets/db.txt",
    "config/secrets.yaml",
    "terraform.tfstate",
    "service-account.json",
    "client_secret_1.json",
    "android/release.jks",
    "~/.ssh/id_rsa",
    "~/.ssh/id_ed25519",
    "~/.aws/credentials",
    "~/.azure/accessTokens.json",
    "~/.config/gcloud/credentials.db",
    "~/.config/gh/hosts.yml",
    "~/.config/hub",
    "~/.config/glab-cli/config.yml",
    "~/.config/rclone/rclone.conf",
    "~/.config/pypoetry/auth.toml",
    "~/.docker/config.json",
    "~/.kube/config",
    "~/.netrc",
    "~/.pypirc",
    "~/.npmrc",
    "~/.pgpass",
    "~/.my.cnf",
    "~/.git-credentials",
    "~/.vault-token",
    "~/.cargo/credentials.toml",
    "~/.gem/credentials",
    "~/.m2/settings.xml",
    "~/.gradle/gradle.properties",
    "~/.terraform.d/credentials.tfrc.json",
    "~/.claude/.credentials.json",
    "~/.codex/auth.json",
    "~/.gnupg/private-keys-v1.d/a.key",
    "~/.password-store/mail.gpg",
    "~/passwords.kdbx",
    "/etc/shadow",
    "/etc/gshadow",
    "/etc/sudoers",
    "/etc/kubernetes/admin.conf",
    "/etc/ssh/ssh_host_rsa_key",
    "/proc/1/environ",
    "/proc/1234/mem",
    "/run/secrets/db",
    "/var/run/secrets/kubernetes.io/serviceaccount/token",
    "/root/.ssh/id_rsa",
  ])("%s", (path) => {
    expectAlike(reading(path));
    expect(["ask", "block"]).toContain(decided(mcp("read_file", { path: absolute(path) })));
  });

  it.each([
    "README.md",
    ".env.example",
    "~/.ssh/id_rsa.pub",
    "~/.ssh/known_hosts",
    "~/.aws/config",
    "/etc/passwd",
    "/etc/hosts",
    "certs/ca.pem",
    "src/secrets/load.ts",
  ])("%s is free", (path) => {
    const { fetch, ...others } = reading(path);
    for (const [way, call] of Object.entries(others)) expect(decided(call), way).toBe("pass");
    expect(fetch, "a file is no web address").toBeDefined();
    expect(decided(mcp("read_file", { path: absolute(path) }))).toBe("pass");
  });
});
