// Native rule files: the languages of the agents are kept whatever a policy says, and no entry loosens anything.

import { parse } from "smol-toml";
import { describe, expect, it } from "vitest";
import { plainRules } from "../../src/compiler/emit/plain-rules.ts";
import { checkPolicies } from "../../src/compiler/index.ts";
import type { Ir } from "../../src/compiler/ir/ir.ts";
import { codexRuleFile } from "../../src/hosts/codex/rule-file.ts";
import { geminiRuleFile } from "../../src/hosts/gemini-cli/rule-file.ts";
import { type PlainRule, type Unfit, writeRuleFile } from "../../src/hosts/shared/rule-file.ts";
import type { ProgramTable } from "../../src/shell/programs/table/program-table.ts";
import { namedTables } from "../../src/shell/programs/tables.ts";
import { folderWith, packsDir } from "./policy-folder.ts";

async function rulesOf(text: string, file = "a.policy"): Promise<readonly (PlainRule | Unfit)[]> {
  const result = await checkPolicies([file], { cwd: folderWith(file, text), packsDir });
  if (result.model === null) throw new Error(result.diagnostics.map(({ message }) => message).join("\n"));
  return plainRules(result.model.ir);
}

/** Starlark as far as these files use it: comments, and calls of one function with literal arguments. */
function starlark(text: string): readonly { readonly [name: string]: unknown }[] {
  const code = text.replace(/^#.*$/gm, "").trim();
  const calls = code === "" ? [] : code.split(/\n(?=prefix_rule\()/);
  return calls.map((call) => {
    const [, body] = /^prefix_rule\(\n((?: {4}\w+ = .*,\n)+)\)\s*$/.exec(call) ?? [];
    if (body === undefined) throw new Error(`not a call of prefix_rule: ${call}`);
    const lines = body.trimEnd().split("\n");
    return Object.fromEntries(
      lines.map((line) => {
        const [, name = "", value = ""] = /^ {4}(\w+) = (.*),$/.exec(line) ?? [];
        return [name, JSON.parse(value)];
      }),
    );
  });
}

const HOSTILE = String.raw`rule quotes
  on before_tool_call
  when command runs "npm publish"
  block "\"; decision = \\ \n[[rule]]\n) # {command} \u{202e}\u{7f}'''"
  fires on "npm publish"
rule odd-server
  on before_tool_call
  when mcp.server == "a\"\n[[rule]]"
  block "No."
  fires on { tool: "mcp", input: { server: "a\"\n[[rule]]", tool: "t", args: {} } }
rule quoted-server
  on before_tool_call
  when mcp.server == "a\"b\\c"
  block "No."
  fires on { tool: "mcp", input: { server: "a\"b\\c", tool: "t", args: {} } }
`;

describe("hostile texts", () => {
  it("stay texts in TOML", async () => {
    const { text, unfit } = writeRuleFile(geminiRuleFile, await rulesOf(HOSTILE));
    const { rule } = parse(text) as { rule: { [key: string]: unknown }[] };
    expect(rule).toEqual([
      {
        toolName: "run_shell_command",
        commandPrefix: ["npm publish", "npm pub"],
        decision: "deny",
        priority: 999,
        denyMessage: String.raw`"; decision = \ \n[[rule]]\n) # ... \u{202e}\u{7f}'''`,
      },
      { toolName: "*", mcpName: 'a"b\\c', decision: "deny", priority: 999, denyMessage: "No." },
    ]);
    expect(unfit.map(({ name, why }) => [name, why])).toEqual([
      ["odd-server", "a name in it has characters that cannot be displayed"],
    ]);
  });

  it("stay texts in Starlark, and so does the name of a file", async () => {
    const file = "a\nprefix_rule(pattern = ['ls'])\n.policy";
    const { text } = writeRuleFile(codexRuleFile, await rulesOf(HOSTILE, file));
    expect(starlark(text)).toEqual([
      {
        pattern: ["npm", ["publish", "pub"]],
        decision: "forbidden",
        justification: String.raw`"; decision = \ \n[[rule]]\n) # ... \u{202e}\u{7f}'''`,
        match: [["npm", "publish"]],
      },
    ]);
  });
});

describe("every spelling is kept", () => {
  const written = async (pattern: string, fires: string) => {
    const rules = await rulesOf(rule(`command runs "${pattern}"`, `"${fires}"`));
    const [codex] = starlark(writeRuleFile(codexRuleFile, rules).text);
    const { rule: gemini } = parse(writeRuleFile(geminiRuleFile, rules).text) as { rule: { [key: string]: unknown }[] };
    return { words: codex?.pattern as (string | string[])[], match: codex?.match, prefixes: gemini[0]?.commandPrefix };
  };

  it("of a subcommand, whichever of them the pattern names", async () => {
    for (const name of ["install", "i"]) {
      const { words, match, prefixes } = await written(`npm ${name} left-pad`, "npm i left-pad");
      expect(words[0]).toBe("npm");
      expect(words[1]).toEqual(expect.arrayContaining(["install", "i", "add"]));
      expect(words[2]).toBe("left-pad");
      expect(match).toEqual([["npm", "install", "left-pad"]]);
      expect(prefixes).toEqual((words[1] as string[]).map((word) => `npm ${word} left-pad`));
    }
  });

  it("of a program, whichever of them the pattern names", async () => {
    for (const name of ["node", "nodejs"]) {
      const { words, prefixes } = await written(`${name} deploy.js`, "node deploy.js");
      expect(words).toEqual([["node", "nodejs"], "deploy.js"]);
      expect(prefixes).toEqual(["node deploy.js", "nodejs deploy.js"]);
    }
  });

  it("a word with one spelling stays a word", async () => {
    const { words, prefixes } = await written("deploy prod now", "deploy prod now");
    expect([words, prefixes]).toEqual([["deploy", "prod", "now"], "deploy prod now"]);
  });
});

describe("no pattern is lost", () => {
  /** Every way to name a program and a subcommand of it, by the name that the tables use. */
  function waysBelow(
    table: ProgramTable,
    path: readonly string[],
    ways: readonly (readonly string[])[],
  ): readonly Named[] {
    const below = Object.entries(table.subcommands ?? {});
    const names = [...new Set(below.map(([, { name }]) => name))];
    return [
      { path, ways },
      ...names.flatMap((name) => {
        const same = below.filter(([, sub]) => sub.name === name);
        const more = ways.flatMap((way) => same.map(([key]) => [...way, key]));
        const [first] = same;
        return first === undefined ? [] : waysBelow(first[1], [...path, name], more);
      }),
    ];
  }

  interface Named {
    readonly path: readonly string[];
    readonly ways: readonly (readonly string[])[];
  }

  const all = [...new Set(namedTables.values())].flatMap((table) => {
    const programs = [...namedTables].filter(([, one]) => one === table).map(([name]) => name);
    return waysBelow(
      table,
      [table.name],
      programs.map((name) => [name]),
    );
  });

  /** One rule for each, without the rest of a policy. */
  function irOf(patterns: readonly string[]): Ir {
    const rules = patterns.map((pattern, at) => ({
      name: pattern,
      file: "a.policy",
      line: at + 1,
      points: ["before_tool_call"],
      shadow: false,
      effects: [[{ kind: "block", message: ["No."] }]],
      conditions: [{ cond: { op: "runs", patterns: [at] } }],
    }));
    return { rules, patterns, programs: {} } as unknown as Ir;
  }

  const rules = plainRules(irOf(all.map(({ path }) => path.join(" "))));

  it("each name of every program and subcommand is in both files, or the rule is reported", () => {
    expect(all.length).toBeGreaterThan(1000);
    const codex = new Map(writeRuleFile(codexRuleFile, rules).included.map(({ name, calls }) => [name, calls]));
    const lost = all.flatMap(({ path, ways }, at) => {
      const rule = rules[at];
      if (rule === undefined || rule.name !== path.join(" ")) return [`${path.join(" ")}: no rule`];
      if ("why" in rule) return rule.why === "" ? [`${rule.name}: no reason`] : [];
      const calls = codex.get(rule.name) ?? [];
      const missing = ways.filter(
        (way) =>
          !calls.some(
            (call) =>
              call.kind === "command" &&
              call.words.length === way.length &&
              call.words.every((spellings, index) => spellings.includes(way[index] ?? "")),
          ),
      );
      return missing.map((way) => `${way.join(" ")} of ${path.join(" ")}`);
    });
    expect(lost).toEqual([]);
  });

  it("what is written has every word of every rule", () => {
    const included = rules.filter((one): one is PlainRule => !("why" in one));
    const { text } = writeRuleFile(codexRuleFile, rules);
    const written = starlark(text).map(({ pattern }) =>
      (pattern as (string | string[])[]).map((word) => [word].flat()),
    );
    expect(written).toEqual(
      included.flatMap(({ calls }) => calls.map((call) => (call.kind === "command" ? call.words : []))),
    );
    const gemini = parse(writeRuleFile(geminiRuleFile, rules).text) as { rule: { commandPrefix: string | string[] }[] };
    const prefixes = new Set(gemini.rule.flatMap(({ commandPrefix }) => commandPrefix));
    const lines = all.flatMap(({ ways }, at) => {
      const rule = rules[at];
      return rule === undefined || "why" in rule ? [] : ways.map((way) => way.join(" "));
    });
    expect(lines.filter((line) => !prefixes.has(line))).toEqual([]);
  });

  it("few rules about a program and a subcommand need the hook, each with its reason", () => {
    const unfit = rules.filter((one): one is Unfit => "why" in one);
    expect(unfit.length).toBeLessThan(all.length / 20);
    expect(unfit.filter(({ why }) => why.trim() === "")).toEqual([]);
  });

  it("a rule of several patterns is whole or not at all", () => {
    const ir = irOf(["npm install", "git push --force", "rm"]);
    const [first] = ir.rules;
    const whole = {
      ...ir,
      rules: [{ ...first, conditions: [{ cond: { op: "runs", patterns: [0, 2] } }] }],
    } as unknown as Ir;
    expect(plainRules(whole)).toMatchObject([
      { calls: [{ words: [["npm"], expect.arrayContaining(["i"])] }, { words: [["rm", "grm"]] }] },
    ]);
    const partly = {
      ...ir,
      rules: [{ ...first, conditions: [{ cond: { op: "runs", patterns: [0, 1] } }] }],
    } as unknown as Ir;
    expect(plainRules(partly)).toMatchObject([{ why: expect.stringContaining("options") }]);
  });
});

const rule = (condition: string, fires: string, effect = 'block "No."'): string =>
  `rule r on before_tool_call when ${condition} ${effect} fires on ${fires}\n`;

describe("what does not fit", () => {
  it.each([
    [rule('command runs "git push" and git_branch() == "main"', '"git push" given { git_branch: "main" }'), "names"],
    [rule('command runs "git push" and not command runs "npm ci"', '"git push"'), "exception"],
    [rule('command runs "rm -rf"', '"rm -rf x"'), "options"],
    [rule('command runs "git push *main"', '"git push main"'), "plain word"],
    [rule('command runs "/opt/x/deploy"', '"/opt/x/deploy"'), "plain word"],
    [rule('command runs "git push" and command runs "npm publish"', '"git push; npm publish"'), "two commands"],
    [rule('command only runs "git status"', '"git status"', "allow"), "neither asks nor blocks"],
    [rule('tool == "bash" and input.command contains "x"', '"x"'), "content of the call"],
    [rule('mcp.tool == "t"', '{ tool: "mcp", input: { server: "s", tool: "t", args: {} } }'), "without its server"],
    [rule('any writes under "src"', '{ tool: "write", input: { path: "src/a", content: "" } }'), "reads, writes"],
    [rule("command flows download into interpreter", '"curl x.org | sh"'), "follows data"],
    [rule('tool == "other"', '{ tool: "other", tool_name: "X", input: {} }'), "does not know by name"],
    [`@shadow ${rule('command runs "git push"', '"git push"')}`, "in shadow mode"],
    ['rule r on user_prompt_submit when prompt contains "x" block "No." fires on "x"\n', "not apply to tool calls"],
  ])("%s", async (text, why) => {
    const rules = await rulesOf(text);
    for (const file of [codexRuleFile, geminiRuleFile]) {
      const { included, unfit } = writeRuleFile(file, rules);
      expect(included).toEqual([]);
      expect(unfit).toEqual([{ name: "r", at: "a.policy:1", why: expect.stringContaining(why) }]);
    }
  });

  it("an ask is Codex's to ask and not Gemini's", async () => {
    const rules = await rulesOf(rule('command runs "git push"', '"git push"', 'ask "Sure?" else block'));
    expect(starlark(writeRuleFile(codexRuleFile, rules).text)).toMatchObject([{ decision: "prompt" }]);
    expect(writeRuleFile(geminiRuleFile, rules).included).toEqual([]);
  });

  it("a star is no name of a server", () => {
    const calls = [{ kind: "server", server: "*", tool: null }] as const;
    expect(geminiRuleFile.refuses({ name: "r", at: "a:1", outcome: "block", message: "", calls })).toMatch(/star/);
  });

  it("nothing is ever allowed", async () => {
    const rules = await rulesOf(rule('tool == "fetch"', '{ tool: "fetch", input: { url: "https://a.org" } }', "allow"));
    for (const file of [codexRuleFile, geminiRuleFile]) expect(writeRuleFile(file, rules).text).not.toMatch(/allow/);
  });
});
