// What `check --witness` prints can be pasted below the rule, and holds there.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { emitManifest } from "../../src/compiler/bundle/emit-manifest.ts";
import { checkPolicies } from "../../src/compiler/pipeline.ts";
import { describeRules } from "../../src/compiler/sentence/describe-rules.ts";
import { scratch } from "../bundle/built.ts";
import { packsDir } from "../docs/workspace.ts";

const rules = [
  'rule remember on before_tool_call when any reads matches "**/.env*" mark secret-read',
  'rule quiet on before_tool_call when marked(secret-read) and any hosts not in ["localhost"] block "no"',
  'rule few on before_tool_call when tool == "fetch" count fetches',
  'rule enough on before_tool_call when counted(fetches, 10m) > 3 and weekday("UTC") == "sun" block "no"',
  'rule branch on before_tool_call when command runs "git push" and git_branch() matches "release/*" ask "sure?"',
  'rule files on accept_gate when file_exists("A.md") and not file_exists("B.md") and (env("CI") ?? "") == "1" block "no"',
  'rule both on user_prompt_submit, before_run when (prompt ?? "") contains "a \\"b\\" \\\\ c" block "no"',
  'rule meta on notification when metadata.a.b is present and metadata.a.b == "x-y" warn "x"',
  'rule long on before_tool_call when any c of command.calls where (c.program == "tar" and c.elevated and (c.env.MODE ?? "") == "1") ask "sure?"',
  'rule tools on before_model_call when tools contains "shell" and length(tools) > 2 warn "x"',
  'rule server on before_tool_call when tool == "mcp" and mcp.server matches "git*" and mcp.tool starts with "delete" block "no"',
  'rule piped on before_tool_call when command flows secret into network block "no"',
  'rule fresh on before_tool_call when any x of command.external where (x.fresh) ask "sure?"',
  'rule only on before_tool_call when tool == "bash" and command only runs "git ( status | log )" allow',
];

it("holds where it is pasted", async () => {
  const cwd = scratch();
  writeFileSync(join(cwd, "a.policy"), `${rules.join("\n")}\n`);
  const first = await checkPolicies(["a.policy"], { cwd, packsDir });
  expect(first.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const texts = describeRules(first).map(({ witness }) => witness?.text ?? "");
  const pasted = rules.map((rule, at) => `${rule}\n  ${texts[at]}`);
  writeFileSync(join(cwd, "b.policy"), `${pasted.join("\n")}\n`);
  const second = await checkPolicies(["b.policy"], { cwd, packsDir });
  expect(second.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(texts.slice(0, rules.length).every((text) => text.startsWith("fires on "))).toBe(true);
});

it("tells in a bundle the state that an example is given", async () => {
  const cwd = scratch();
  const example =
    '{ tool: "fetch", input: { url: "https://example.org/" } } given { marked: [read], counted: { fetches: 3 } }';
  writeFileSync(
    join(cwd, "a.policy"),
    `rule remember on before_tool_call when tool == "read" mark read
     rule few on before_tool_call when tool == "fetch" count fetches
     rule quiet on before_tool_call when marked(read) and counted(fetches, 10m) > 3 block "no" fires on ${example}\n`,
  );
  const { witnesses, model } = await checkPolicies(["a.policy"], { cwd, packsDir });
  if (model === null) throw new Error("it does not compile");
  const quiet = emitManifest(model.ir, "0", witnesses).rules.find(({ name }) => name === "quiet");
  expect(quiet?.witness?.given).toEqual({ marked: ["read"], counted: { fetches: 3 } });
});
