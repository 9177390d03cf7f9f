// Every agent, both places, every style of file: installed, installed again, brought up to date, removed, byte for byte.

import { mkdir, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasJsonConfig, type JsonAgent } from "../../../src/cli/install/hook-entries.ts";
import { jsonOf, readJsonText } from "../../../src/cli/install/json-text.ts";
import { agentInstalls } from "../../../src/hosts/install-agents.ts";
import type { Json } from "../../../src/language/contract.ts";
import { type Bundles, buildBundles, openWorkbench, textAt } from "./workbench.ts";

let bundles: Bundles;
beforeAll(async () => {
  bundles = await buildBundles();
});
afterAll(() => bundles.close());

const agents = [...agentInstalls.values()].filter(hasJsonConfig);
const places = ["project", "user"] as const;

/** A file with hooks of others and comments, in the layout of the agent, as far as it reads such a file. */
function foreign(agent: JsonAgent): string {
  const text = commented(agent);
  const bare = agent.config.unread?.includes("comment") ? text.replace(/ ?\/\/.*|\/\*.*?\*\//g, "") : text;
  return agent.config.refusedPart === undefined
    ? bare
    : bare.replace(/ {2}"(?:theme|last)".*\n/g, "").replace("},\n}", "}\n}");
}

function commented(agent: JsonAgent): string {
  const { layout } = agent.config;
  const event = agent.events.before_tool_call?.[0] ?? "";
  const entry = '{ "type": "command", "command": "other --agent x" } // theirs';
  const element = layout === "groups" ? `{ "matcher": "Bash", "hooks": [\n        ${entry}\n      ] }` : entry;
  const list = `[\n      // before us\n      ${element}\n    ]`;
  const hooks = layout === "list" ? list : `{\n    "${event}": ${list} /* end */\n  }`;
  return `// top\n{\n  "theme": "dark", // kept\n  "hooks": ${hooks},\n  "last": [1,2,   3]\n}\n`;
}

const shapes: readonly (readonly [string, (agent: JsonAgent) => string | null])[] = [
  ["no file", () => null],
  ["an empty file", () => ""],
  ["a file of blanks", () => "  \n"],
  ["an empty object", () => "{}"],
  ["an empty object and a line end", () => "{\n}\n"],
  ["other settings", () => '{\n    "theme": "dark",\n    "env": {}\n}\n'],
  ["one line", () => '{"theme":"dark","list":[1,2]}'],
  ["no last line end", () => '{\n  "a": 1\n}'],
  ["a comma at the end", () => '{\n  "a": 1,\n}\n'],
  ["tabs", () => '{\n\t"a": {\n\t\t"b": 1\n\t}\n}\n'],
  ["Windows line ends", (agent) => foreign(agent).replaceAll("\n", "\r\n")],
  ["a byte order mark", () => '\uFEFF{\n  "a": "ü"\n}\n'],
  ["hooks of others, with comments", foreign],
  ["empty hooks", (agent) => `{ "hooks": ${agent.config.layout === "list" ? "[]" : "{}"} }\n`],
  ["names of every object", () => '{ "__proto__": { "x": 1 }, "constructor": null }\n'],
];

/** Every style for one agent of each layout; for the others, and in the home folder, those that differ most. */
const fully: ReadonlySet<string> = new Set(["factory-droid", "cursor", "kiro"]);
const always: ReadonlySet<string> = new Set(["no file", "hooks of others, with comments"]);
const cases = agents.flatMap((agent) =>
  places.flatMap((place) =>
    shapes
      .filter(([name]) => (place === "project" && fully.has(agent.agent)) || always.has(name))
      .map(([name, text]) => [agent.agent, place, name, agent, text(agent)] as const),
  ),
);

const parsed = (text: string | null): Json => {
  const json = readJsonText(text ?? "{}");
  if ("why" in json) throw new Error(`${json.why}:\n${text}`);
  return jsonOf(json.root);
};

describe("installing into an agent and removing", () => {
  it.each(cases)("%s, %s, %s", async (name, place, _shape, agent, original) => {
    const bench = await openWorkbench(bundles);
    try {
      const file = agent.config.file(bench.site(place));
      const folder = dirname(file);
      if (original !== null) {
        await mkdir(folder, { recursive: true });
        await writeFile(file, original, { mode: 0o640 });
      }
      const go = (...flags: readonly string[]) =>
        bench.policyc("install", name, `--${place}`, "--bundle", ".policyc/bundle", ...flags);

      const dry = await go("--dry-run");
      expect(dry.exit).toBe(0);
      expect(dry.stdout).toContain("+++ ");
      expect(await textAt(file)).toBe(original);

      expect(await go("--yes")).toMatchObject({ exit: 0, stderr: "" });
      const first = await textAt(file);
      expect(first).toContain("--agent");
      expectOthersKept(original, first);
      if (original !== null) expect((await stat(file)).mode & 0o777).toBe(0o640);

      const again = await go("--yes");
      expect(again.stdout).toBe(`${name} (${place}): already installed, nothing to change\n`);
      expect(await textAt(file)).toBe(first);

      await bench.use("second");
      expect(await go("--yes")).toMatchObject({ exit: 0, stderr: "" });
      const second = await textAt(file);
      expect(second).not.toBe(first);
      expect(second?.length).toBe(first?.length);
      expectOthersKept(original, second);

      expect(await go("--remove", "--yes")).toMatchObject({ exit: 0, stderr: "" });
      expect(await textAt(file)).toBe(original);
      if (original === null) expect(await isThere(folder)).toBe(false);
      expect((await go("--remove", "--yes")).stdout).toBe(`${name} (${place}): not installed\n`);
    } finally {
      await bench.close();
    }
  });

  it.each(
    cases.filter(([, place, shape]) => place === "project" && /^(?:hooks of|Windows|a comma|one line)/.test(shape)),
  )("finds its entries without any record: %s, %s, %s", async (name, place, _shape, agent, original) => {
    const bench = await openWorkbench(bundles);
    try {
      const file = agent.config.file(bench.site(place));
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, original ?? "");
      const go = (...flags: readonly string[]) =>
        bench.policyc(
          "install",
          name,
          `--${place}`,
          "--bundle",
          ".policyc/bundle",
          "--state",
          "state",
          "--yes",
          ...flags,
        );
      await go();
      expect(await textAt(file)).not.toBe(original);
      await rm(join(bench.project, "state"), { recursive: true });
      expect((await go("--remove")).exit).toBe(0);
      // Only what every file of the agent must have may stay behind.
      const left = await textAt(file);
      if (Object.keys(agent.config.top).length === 0) expect(left).toBe(original);
      else expect(parsed(left)).toMatchObject(parsed(original) as object);
    } finally {
      await bench.close();
    }
  });

  it.each(agents.map((agent) => [agent.agent, agent] as const))(
    "keeps what others write in between: %s",
    async (name, agent) => {
      const bench = await openWorkbench(bundles);
      try {
        const file = agent.config.file(bench.site("project"));
        const original = foreign(agent);
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, original);
        await bench.policyc("install", name, "--yes");
        const installed = (await textAt(file)) ?? "";
        expect(installed).toContain("--agent");
        const changed = (text: string): string =>
          text.replace("// top", "// someone was here").replace("other", "others");
        await writeFile(file, changed(installed));
        await bench.policyc("install", name, "--remove", "--yes");
        expect(await textAt(file)).toBe(changed(original));
      } finally {
        await bench.close();
      }
    },
  );
});

it.each(places)("leaves no folder behind, in whichever order agents that share one go: %s", async (place) => {
  const pair = ["copilot-cli", "vscode-copilot"] as const;
  for (const order of [pair, [...pair].reverse()]) {
    const bench = await openWorkbench(bundles);
    try {
      const { project, home } = bench;
      const root = place === "project" ? join(project, ".github") : join(home, ".copilot");
      const go = (agent: string, ...flags: readonly string[]) =>
        bench.policyc("install", agent, `--${place}`, "--bundle", ".policyc/bundle", "--yes", ...flags);
      for (const agent of pair) expect((await go(agent)).exit).toBe(0);
      expect(await isThere(root)).toBe(true);
      for (const agent of order) expect((await go(agent, "--remove")).exit).toBe(0);
      expect(await isThere(root)).toBe(false);
    } finally {
      await bench.close();
    }
  }
});

/** Everything that was there is there, and means the same. */
function expectOthersKept(original: string | null, now: string | null): void {
  if (original === null || original.trim() === "") return;
  expect(parsed(now)).toMatchObject(withoutEmpty(parsed(original)));
  for (const comment of original.match(/\/\/.*|\/\*.*?\*\//g) ?? []) expect(now).toContain(comment.trimEnd());
}

/** Lists grow, so they are compared by the elements that were there. */
function withoutEmpty(value: Json): object {
  const { hooks: _hooks, ...others } = value as { [key: string]: Json };
  return others;
}

async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch {
    return false;
  }
}
