// Every form of an installed command, in every agent: written, known again, run with a hostile environment, brought up to date,
// and removed.

import { spawnSync } from "node:child_process";
import { chmod, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Io } from "../../../src/cli/base/io.ts";
import { applyChanges } from "../../../src/cli/install/apply-changes.ts";
import { neededEvents } from "../../../src/cli/install/bundle-needs.ts";
import { cliEntry } from "../../../src/cli/install/cli-entry.ts";
import { isRefusal } from "../../../src/cli/install/config-file.ts";
import { type HookPrograms, hookWords } from "../../../src/cli/install/hook-command.ts";
import { statusOf } from "../../../src/cli/install/installed-status.ts";
import { planChanges } from "../../../src/cli/install/plan-changes.ts";
import { probeHook } from "../../../src/cli/install/probe-hook.ts";
import type { AgentInstall, InstallPlace, WantedEntry } from "../../../src/hosts/install/agent.ts";
import { clearedVariables } from "../../../src/hosts/install/cleared-variables.ts";
import { shellLine } from "../../../src/hosts/install/shell-words.ts";
import { guardedWords } from "../../../src/hosts/install/started-words.ts";
import { withoutProgram } from "../../../src/hosts/install/without-program.ts";
import { agentInstalls } from "../../../src/hosts/install-agents.ts";
import type { Json } from "../../../src/language/contract.ts";
import { readManifest } from "../../../src/runtime/index.ts";
import { sampled } from "../../seeded.ts";
import { type Bundles, buildBundles, openWorkbench, textAt, type Workbench } from "./workbench.ts";

let bundles: Bundles;
let bench: Workbench;
beforeAll(async () => {
  bundles = await buildBundles();
});
afterAll(() => bundles.close());
beforeEach(async () => {
  bench = await openWorkbench(bundles);
});
afterEach(() => bench.close());

const agents = [...agentInstalls.values()].filter(({ config }) => config.kind !== "plugin");
const root = fileURLToPath(new URL("../../..", import.meta.url));

/** A stand-in for the native client: says that it was asked, and hands over to Node as that does. */
const CLIENT = `#!/bin/sh
[ "$1" = --version ] && exit 0
echo asked >> "$(dirname "$0")/asked"
exec env -u NODE_OPTIONS "$@"
`;

async function putProgram(path: string, text: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  await chmod(path, 0o755);
  return path;
}

interface Form {
  readonly name: string;
  readonly place: InstallPlace;
  readonly programs: () => Promise<HookPrograms>;
  /** Where the client leaves word that it was asked; null without one. */
  readonly asked: () => string | null;
}

/** Policyc as a dependency of the project. */
async function ofProject(): Promise<HookPrograms> {
  await mkdir(join(bench.project, "node_modules"), { recursive: true });
  await symlink(root, join(bench.project, "node_modules", "policyc"));
  const entry = join(bench.project, "node_modules", "policyc", "dist", "policyc.cjs");
  return { entry, client: null, node: null };
}

const ofMachine = (): HookPrograms => ({ entry: cliEntry(), client: null, node: null });

const clientIn = (folder: string, name: string): string => join(folder, `policyc-hook-${name}`, "policyc-hook");

const forms: readonly Form[] = [
  {
    name: "node",
    place: "user",
    programs: async () => ofMachine(),
    asked: () => null,
  },
  {
    name: "client",
    place: "user",
    programs: async () => ({ ...ofMachine(), client: await putProgram(clientIn(bench.home, "here"), CLIENT) }),
    asked: () => join(bench.home, "policyc-hook-here", "asked"),
  },
  { name: "checked in", place: "project", programs: ofProject, asked: () => null },
  {
    name: "checked in, with clients",
    place: "project",
    programs: async () => {
      const programs = await ofProject();
      const folder = join(bench.project, "node_modules");
      // One of another platform, and one that runs.
      await putProgram(clientIn(folder, "a"), "\0\x01\x02not for this machine");
      await putProgram(clientIn(folder, "b"), CLIENT);
      return programs;
    },
    asked: () => join(bench.project, "node_modules", "policyc-hook-b", "asked"),
  },
];

const ioWith = (env: Io["env"]): Io => {
  const sink = { isTty: false, write: () => undefined };
  return {
    cwd: bench.project,
    env,
    stdout: sink,
    stderr: sink,
    stdin: { isTty: false, read: async () => Buffer.of() },
  };
};

async function wantedWith(
  install: AgentInstall,
  place: InstallPlace,
  programs: HookPrograms,
): Promise<readonly WantedEntry[]> {
  const bundle = join(bench.project, ".policyc", "bundle");
  const { revision, scope } = await readManifest(bundle);
  const site = bench.site(place);
  const words = hookWords(install, { bundle, revision, scope, state: null }, site, programs);
  return neededEvents(await readManifest(bundle), install).map(({ event, closed }) => ({ event, closed, words, site }));
}

async function change(install: AgentInstall, wanted: readonly WantedEntry[], place: InstallPlace): Promise<void> {
  const state = join(bench.home, ".policyc");
  const plan = await planChanges(install, wanted, bench.site(place), state);
  if (isRefusal(plan)) throw new Error(plan.why);
  expect(await applyChanges(plan, state, new Date(0))).toBeNull();
}

function configPath({ config }: AgentInstall, place: InstallPlace): string {
  const site = bench.site(place);
  if (config.kind === "scripts") return join(config.folder(site), "PreToolUse");
  return config.file(site);
}

const isOwnFile = ({ config }: AgentInstall): boolean =>
  config.kind === "scripts" || (config.kind === "json" && config.own === true);

/** A module that would be loaded by NODE_OPTIONS, and agrees to everything. */
async function putIntruder(): Promise<{ readonly options: string; readonly seen: string }> {
  const file = join(bench.home, "intruder.cjs");
  const seen = join(bench.home, "seen");
  await writeFile(file, `require("node:fs").writeFileSync(${JSON.stringify(seen)}, "");process.exit(0);`);
  return { options: `--require ${file}`, seen };
}

/** In the gate each agent has one form, and each form some agents. */
const pairs = agents.flatMap((install, at) => {
  const turned = [...forms.slice(at % forms.length), ...forms.slice(0, at % forms.length)];
  return turned.map((form) => ({ agent: install.agent, form: form.name, install, ...form }));
});

describe("an installed command", () => {
  it.each(sampled(pairs, forms.length))("$agent, $form", async ({ install, place, programs, asked }) => {
    const path = configPath(install, place);
    const original = isOwnFile(install) ? null : "{}\n";
    if (original !== null) {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, original);
    }
    const wanted = await wantedWith(install, place, await programs());
    await change(install, wanted, place);
    const status = await statusOf(install, bench.site(place));
    expect(status.troubles).toEqual([]);
    expect(status.entries).toHaveLength(wanted.length);

    const { options, seen } = await putIntruder();
    const io = ioWith({ HOME: bench.home, PATH: process.env.PATH, NODE_OPTIONS: options });
    const event = install.events.before_tool_call?.find((one) =>
      install.payload(one, { kind: "write", path: "x" }, status.site),
    );
    const entry = status.entries.find((one) => one.event === event);
    if (event === undefined || entry === undefined) throw new Error("there is no entry for a tool call");
    const ask = (payload: Json | null) => probeHook(install, entry, payload ?? null, status.site, io);
    const ofBundle = await ask(
      install.payload(event, { kind: "write", path: join(status.bundle ?? "", "manifest.json") }, status.site),
    );
    expect(install.denies(event, ofBundle)).toBe(true);
    expect(install.denies(event, await ask("no payload of any agent"))).toBe(true);
    const harmless = await ask(install.payload(event, { kind: "write", path: "README.md" }, status.site));
    expect(harmless).toMatchObject({ exit: 0, failure: null });
    expect(install.denies(event, harmless)).toBe(false);
    expect(await textAt(seen)).toBeNull();
    // Without a way to name the project, an entry is never one for all machines.
    const word = place === "project" && install.projectBase === null ? null : asked();
    if (word !== null) expect(await textAt(word)).toBe("asked\nasked\nasked\n");

    await change(install, [], place);
    expect(await textAt(path)).toBe(original);
  });
});

it("would load what NODE_OPTIONS names without that", async () => {
  const { options, seen } = await putIntruder();
  const { status } = spawnSync(process.execPath, [cliEntry(), "hook"], { env: { NODE_OPTIONS: options }, input: "" });
  expect(status).toBe(0);
  expect(await textAt(seen)).toBe("");
});

describe("entries of an earlier version", () => {
  /** Those had the guard alone before the words. */
  const OF_TODAY = /unset [A-Z0-9_ ]+; unset -f .*?; fi; (?=\\?"\$@\\?" \|\|)/g;

  /** As a word of a shell line, or as an item of a list. */
  function withoutToday(text: string): string {
    const inJson = (word: string): string => JSON.stringify(word).slice(1, -1);
    return [true, false].reduce(
      (left, closed) => {
        const word = withoutProgram(false, closed);
        const asItem = left.split(`${JSON.stringify(word)},`).join("");
        return asItem.replaceAll(inJson(`'${word}' `), "");
      },
      text.replace(OF_TODAY, ""),
    );
  }

  it.each(agents.map((install) => [install.agent, install] as const))("%s", async (_agent, install) => {
    if (install.config.kind === "scripts") return expectOldScript(install);
    const path = configPath(install, "user");
    const wanted = await wantedWith(install, "user", ofMachine());
    await change(install, wanted, "user");
    const now = (await textAt(path)) ?? "";
    const before = withoutToday(now);
    expect(before).not.toContain("canonical");
    expect(before.length).toBeLessThan(now.length);
    await rm(join(bench.home, ".policyc"), { recursive: true });
    await writeFile(path, before);
    const status = await statusOf(install, bench.site("user"));
    expect(status.entries).toHaveLength(wanted.length);
    expect(status.troubles[0]).toMatch(/^the entry for \w+ has been changed since it was installed: install again$/);
    await change(install, wanted, "user");
    expect(await textAt(path)).toBe(now);
    await writeFile(path, before);
    await change(install, [], "user");
    expect((await textAt(path)) ?? "").not.toContain("--agent");
  });

  async function expectOldScript(install: AgentInstall): Promise<void> {
    const path = configPath(install, "user");
    const wanted = await wantedWith(install, "user", ofMachine());
    await change(install, wanted, "user");
    const now = (await textAt(path)) ?? "";
    const before = now.replace(/\/bin\/sh -c '.*?' policyc '.*?' /, "");
    expect(before.length).toBeLessThan(now.length);
    await writeFile(path, before);
    expect((await statusOf(install, bench.site("user"))).entries).toHaveLength(wanted.length);
    await change(install, wanted, "user");
    expect(await textAt(path)).toBe(now);
    await writeFile(path, before);
    await change(install, [], "user");
    expect(await textAt(path)).toBeNull();
  }
});

describe("the line itself", () => {
  /** What Node gets to see. */
  async function seenBy(closed: boolean): Promise<{ readonly [name: string]: string }> {
    const entry = join(bench.home, "seen.cjs");
    await writeFile(entry, "console.log(JSON.stringify(process.env))");
    const site = bench.site("user");
    const words = guardedWords({ event: "", words: [process.execPath, entry, "hook"], closed, site });
    const hostile = Object.fromEntries(clearedVariables.map((name) => [name, "/nowhere"]));
    const env = { ...hostile, PATH: process.env.PATH, NODE_ENV: "test", OTHER: "x" };
    const { stdout } = spawnSync("sh", ["-c", shellLine(words, ".")], { env, encoding: "utf8" });
    return JSON.parse(stdout);
  }

  it.each([true, false])("clears every variable of the table, and no other: %s", async (closed) => {
    const seen = await seenBy(closed);
    expect(clearedVariables.filter((name) => name in seen)).toEqual([]);
    expect(seen).toMatchObject({ NODE_ENV: "test", OTHER: "x" });
  });

  it.each([
    ["exits", "exit 1"],
    ["dies", "kill -9 $$"],
    ["is gone", 'rm "$0"'],
  ])("refuses when the client that was chosen %s", async (_how, end) => {
    const { entry } = await ofProject();
    const client = clientIn(join(bench.project, "node_modules"), "x");
    await putProgram(
      client,
      end.startsWith("rm") ? `#!/bin/sh\n${end}\n` : `#!/bin/sh\n[ "$1" = --version ] || ${end}\n`,
    );
    const [install] = agents;
    if (install === undefined) throw new Error("there are agents");
    const [first] = await wantedWith(install, "project", { entry, client: null, node: null });
    if (first === undefined) throw new Error("there are entries");
    const line = shellLine(guardedWords({ ...first, closed: true }), "$ROOT");
    const env = { PATH: process.env.PATH, ROOT: bench.project };
    const ran = spawnSync("sh", ["-c", line], { input: "{}", encoding: "utf8", env });
    expect(ran.status).toBe(2);
    expect(ran.stderr).toContain("policyc could not decide");
  });

  it("is left alone on Windows", () => {
    const words = ["client", "node", "policyc.cjs", "hook"];
    const site = { ...bench.site("user"), isWindows: true };
    expect(guardedWords({ event: "", words, closed: true, site })).toEqual(words);
  });

  /** The words of a hook whose program is not there. */
  const failing = (node: string): readonly string[] => {
    const words = [node, join(bench.home, "missing.cjs"), "hook"];
    const made = guardedWords({ event: "", words, closed: true, site: bench.site("user") });
    return made.map((word) => (typeof word === "string" ? word : word.below));
  };

  it("is not answered by a shell that PATH finds first", async () => {
    const folder = join(bench.home, "bin");
    for (const name of ["sh", "echo", "["]) await putProgram(join(folder, name), "#!/bin/sh\nexit 0\n");
    const env = { PATH: `${folder}:${process.env.PATH}` };
    const { status } = spawnSync("/bin/sh", ["-c", shellLine(failing(process.execPath), ".")], { env });
    expect(status).toBe(2);
  });

  it.each([process.execPath, "node"])(
    "is not answered by functions of the environment, where bash is sh: %s",
    (node) => {
      const functions = ["echo", "node", "["].map((name) => [`BASH_FUNC_${name}%%`, "() { exit 0; }"]);
      const [, ...words] = failing(node);
      const env = { ...Object.fromEntries(functions), PATH: process.env.PATH };
      expect(spawnSync("bash", words, { env, argv0: "sh" }).status).toBe(2);
    },
  );
});
