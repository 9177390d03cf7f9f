// hook.txt holds what few calls need: without it, or with another, every agent still gets its refusal from hook.cjs alone.

import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { agentInstalls } from "../../src/hosts/install/agents.ts";
import type { Json } from "../../src/runtime/contract.ts";
import { openHookBundle } from "../../src/runtime/hook-process/hook-bundle.ts";
import { answerOf, loadRules } from "../../src/runtime/hook-process/load-rules.ts";
import { runUnkept } from "../../src/runtime/hook-process/scripts.ts";
import { lines, plain } from "../../src/runtime/hook-process/usual-events.ts";
import { type Built, bashCall, claudeVerdict, hookPlace, run } from "./processes.ts";

const recommended = fileURLToPath(new URL("../../policies/recommended.policy", import.meta.url));

const place = hookPlace();
let built: Built;
beforeAll(async () => {
  built = await place.policy(
    "plain",
    `rule no-dd on before_tool_call when command runs "dd" block "No dd."\n  fires on "dd x"\n` +
      `rule wrote on before_tool_call when tool == "write" mark wrote\n` +
      `rule no-fetch on before_tool_call when tool == "fetch" and marked(wrote) block "No fetch."\n`,
  );
}, 60_000);

const text = () => readFileSync(join(built.dir, "hook.txt"), "latin1");
const damages: readonly (readonly [string, (file: string) => void])[] = [
  ["is missing", (file) => rmSync(file)],
  ["is empty", (file) => writeFileSync(file, "")],
  ["is another of the same length", (file) => writeFileSync(file, text().replaceAll("return", "retvrn"), "latin1")],
];

function damaged(name: string, damage: (file: string) => void): string {
  const dir = join(place.folder, name.replaceAll(" ", "-"));
  cpSync(built.dir, dir, { recursive: true });
  damage(join(dir, "hook.txt"));
  return dir;
}

describe.each(damages)("hook.txt %s", (name, damage) => {
  it("is refused to Claude Code, whoever starts it", async () => {
    const dir = damaged(name, damage);
    for (const words of [[place.cli, "hook", "--bundle", dir], [join(dir, "hook.cjs")]])
      expect(claudeVerdict(await run([...words, "--agent", "claude-code"], bashCall("dd x")))).toMatch(
        /^deny: policyc: /,
      );
  }, 60_000);
});

it("is not needed for any agent's refusal", async () => {
  const dir = damaged("for all agents", (file) => rmSync(file));
  const site = { place: "project", project: place.folder, home: place.folder, env: {}, isWindows: false } as const;
  for (const { agent, events, config, payload, denies } of agentInstalls.values()) {
    if (config.kind === "plugin") continue;
    for (const event of events.before_tool_call ?? []) {
      const call = payload(event, { kind: "write", path: join(place.folder, "a") }, site);
      if (call === null) continue;
      const { code, stdout, stderr } = await run([join(dir, "hook.cjs"), "--agent", agent], call);
      expect(denies(event, { exit: code, stdout, stderr }), `${agent} ${event} ${stdout}${stderr}`).toBe(true);
      // An exit code alone is the last resort.
      expect(`${stdout}${stderr}`).toContain("policyc: ");
    }
  }
}, 120_000);

/** What events load of hook.txt, in the order they come in: scripts by where they begin. */
function loadedBy(events: readonly Json[], dir = built.dir): readonly string[] {
  const bundle = openHookBundle(dir, null);
  const loaded: string[] = [];
  const module = loadRules(bundle, createRequire(import.meta.url), (text, name, filename) => {
    if (name.startsWith("hook.txt")) loaded.push(name);
    return runUnkept(text, name, filename);
  });
  const importModule = (): Promise<never> => Promise.reject(new Error("nothing is to be imported"));
  const words = ["--agent", "claude-code", "--state", place.state, "--deadline", "100000"];
  for (const event of events) {
    const progress = { input: { text: JSON.stringify(event) } };
    answerOf(module)({ words, bundle, importModule, progress });
  }
  return loaded;
}

/** Of the core and of the shell reader. */
const FIRST_CODE = 2;

// They fail when hook-profile.txt is out of date, which makes hooks slow: scripts/profile-hook.mjs makes it anew.
describe("usual events", () => {
  it("need none of hook.txt, and command lines no more than its first code", () => {
    const [session] = plain;
    // A session that is there is read.
    loadedBy([{ ...session, tool_name: "Write", tool_input: { file_path: "/code/a", content: "" } }]);
    expect(loadedBy(plain)).toEqual([]);
    expect(loadedBy(lines)).toHaveLength(FIRST_CODE);
  });

  it("need as much again with the recommended policy", async () => {
    const { dir } = await place.policy("recommended", readFileSync(recommended, "utf8"));
    expect(loadedBy(plain, dir)).toHaveLength(FIRST_CODE);
    expect(loadedBy(lines, dir)).toHaveLength(2 * FIRST_CODE);
  }, 60_000);
});
