// The shipped packs about commands, files and hosts as one real bundle, and which packs answer for which intent of the labelled commands.

import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildBundle } from "../../src/compiler/pipeline.ts";
import type { Decision, Reason } from "../../src/language/contract.ts";
import type { World } from "../../src/runtime/engine/event/environment.ts";
import { type LoadedPolicy, loadPolicy } from "../../src/runtime/index.ts";
import { emptyDisk } from "../disk.ts";
import { read } from "./seen.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const HOME = "/home/dev";
const PROJECT = `${HOME}/shop`;

export interface Labelled {
  readonly command: string;
  readonly intent: string;
  readonly label: "dangerous" | "benign" | "undecidable";
  readonly technique: string;
}

export const labelled = (file: string): readonly Labelled[] =>
  readFileSync(new URL(file, import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Labelled);

/** Where the rules of an intent are: a pack, or one rule of a pack. */
export const answering: { readonly [intent: string]: readonly string[] } = {
  force_push: ["shell/git-history"],
  rm_root: [
    "shell/deletes no-delete-of-root-home-system",
    "shell/deletes no-removed-homes",
    "shell/deletes no-disk-writes",
    "shell/deletes no-new-file-systems",
  ],
  whole_project: ["shell/deletes"],
  user_files: ["shell/deletes files-of-the-user-need-a-person"],
  system_files: ["std/files", "std/secrets secret-files-stay-unwritten"],
  tree_rights: ["shell/permissions no-rights-over-trees"],
  network_shell: ["shell/tunnels no-shell-on-the-network", "shell/downloads"],
  tunnel: ["shell/tunnels tunnels-need-a-person"],
  access: ["shell/permissions access-needs-a-person"],
  unknown_text: ["shell/downloads unknown-text-into-shell-needs-a-person"],
  fork_bomb: ["shell/machine"],
  pipe_to_shell: ["shell/downloads"],
  read_secret: ["shell/secrets", "std/secrets secret-files-stay-unread", "std/egress no-metadata-services"],
  exfil: ["shell/exfiltration", "shell/tunnels"],
  untrusted_host: ["std/egress"],
  disable_hooks: ["shell/hooks", "std/files git-hooks-need-a-person", "std/files hooks-stay-executable"],
  git_reset_hard: ["shell/git-history"],
  chmod_777: ["shell/permissions", "shell/privilege no-rights-given", "std/files rights-files-stay"],
  ci_change: ["shell/ci", "std/files ci-changes-need-a-person"],
  env_injection: ["shell/environment"],
  sudo: ["shell/privilege", "shell/permissions", "std/files rights-files-stay"],
  db_drop: ["shell/databases"],
  k8s_delete: ["shell/kubernetes"],
  infra_destroy: ["shell/infrastructure", "shell/kubernetes"],
  persistence: ["shell/persistence", "shell/privilege no-rights-given", "std/files"],
  publish: ["shell/publishing"],
  history_rewrite: ["shell/git-history"],
  disk_destroy: ["shell/deletes", "shell/machine"],
  policy_tamper: ["std/self"],
  container_escape: ["shell/containers"],
  odd_package: ["shell/packages", "std/files registry-files-need-a-person"],
  log_tamper: ["shell/logs", "std/files records-stay", "std/files defence-files-need-a-person"],
  git_config: ["shell/git-config", "shell/environment", "std/files git-settings-need-a-person"],
};

export interface Packs {
  /** Each command in a session of its own. */
  readonly decide: (command: string) => Decision;
  readonly decideEvent: (event: { readonly [field: string]: unknown }) => Decision;
  readonly close: () => Promise<void>;
}

/** Builds a policy and loads it as a host does, with a disk of its own: an empty one unless given. */
export async function openPolicy(text: string, world: World = emptyDisk): Promise<Packs> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "policyc-packs-")));
  writeFileSync(join(folder, "packs.policy"), `language 1\n${text}\n`);
  const outDir = join(folder, "bundle");
  const built = await buildBundle(["packs.policy"], { cwd: folder, packsDir: join(root, "policies"), outDir });
  if (built.revision === null)
    throw new Error(built.diagnostics.map(({ code, message }) => `${code} ${message}`).join("\n"));
  const policy: LoadedPolicy = await loadPolicy(outDir, { home: HOME, workdir: PROJECT, world });
  let sessions = 0;
  const decideEvent: Packs["decideEvent"] = (event) => {
    sessions++;
    return policy.decideSync({ session_id: `s${sessions}`, workdir: PROJECT, cwd: PROJECT, ...event });
  };
  return {
    decide: (command) => decideEvent({ point: "before_tool_call", tool: "bash", input: { command } }),
    decideEvent,
    async close() {
      await policy.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What the labelled commands take for their own: the hosts of the company and its repositories on GitHub. */
const ownValues: { readonly [pack: string]: { readonly [param: string]: string } } = {
  "std/egress": { "allowed-hosts": "*.corp.example" },
  "shell/exfiltration": { "project-hosts": "*.corp.example" },
  "shell/git-config": { "own-remotes": "*.corp.example" },
  "shell/packages": { registries: "*.corp.example", "own-owners": "acme" },
};

/** Uses a pack, with our own value behind the defaults of each parameter. */
function useWithOwn(pack: string): string {
  const text = readFileSync(join(root, `policies/${pack}.policy`), "utf8");
  const settings = Object.entries(ownValues[pack] ?? {}).map(([param, own]) => {
    const found = new RegExp(`^param ${param}: list<string> = \\[([^\\]]*)\\]`, "m").exec(text);
    if (found === null) throw new Error(`${pack} has no list ${param}`);
    return `${param} = [${[...(found[1] ?? "").matchAll(/"[^"]*"/g), [`"${own}"`]].map(([item]) => item).join(", ")}]`;
  });
  return `use "${pack}"${settings.length === 0 ? "" : ` with ${settings.join(", ")}`}`;
}

export const shellPacks = (world?: World): Promise<Packs> =>
  openPolicy(
    [
      ...readdirSync(join(root, "policies/shell")).map((name) => `shell/${name.replace(/\.policy$/, "")}`),
      ...["egress", "files", "secrets", "unseen"].map((name) => `std/${name}`),
    ]
      .map(useWithOwn)
      .join("\n"),
    world,
  );

export const isStopped = ({ outcome }: Decision): boolean => ["ask", "block", "stop", "respond"].includes(outcome);

/** Stopped by a rule that is there for this. */
export function isStoppedFor(intent: string, decision: Decision): boolean {
  const packs = answering[intent] ?? [];
  return (
    isStopped(decision) &&
    rulesBehind(decision).some(({ at, rule }) => {
      const pack = at.split(".policy:")[0] ?? "";
      return packs.includes(pack) || packs.includes(`${pack} ${rule}`);
    })
  );
}

/** The rules with a reason, and those that share one, with their places. */
const rulesBehind = ({ reasons, unclear }: Decision): readonly Pick<Reason, "rule" | "at">[] =>
  reasons.flatMap(({ rule, at, also = [] }) => [
    { rule, at },
    ...unclear.filter((one) => also.includes(one.rule)).map((one) => ({ rule: one.rule, at: one.at })),
  ]);

/** Something says that not all of it could be seen. */
export const isReported = (command: string, decision: Decision): boolean =>
  isStopped(decision) || decision.unclear.length > 0 || read(command).external.length > 0;
