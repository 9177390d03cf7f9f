// `# allow CODE: reason`: which findings it takes away, which it does not, and that formatting keeps it where it works.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { json } from "../../src/compiler/diagnostics/report/json.ts";
import { junit } from "../../src/compiler/diagnostics/report/junit.ts";
import { pretty } from "../../src/compiler/diagnostics/report/pretty.ts";
import { sarif } from "../../src/compiler/diagnostics/report/sarif.ts";
import { Session } from "../../src/compiler/diagnostics/session.ts";
import { formatPolicy } from "../../src/compiler/format/format.ts";
import { type CheckResult, checkPolicies } from "../../src/compiler/pipeline.ts";
import { packsDir } from "../docs/workspace.ts";

const broad = `rule no-reads
  on before_tool_call
  when tool == "read"
  block "no"
  fires on { tool: "read", input: { path: "a" } }
`;
const narrow = (above: string, inside = ""): string => `${broad}
${above}rule no-env
  on before_tool_call
${inside}  when tool == "read" and input.path matches "**/.env"
  block "holds secrets"
  fires on { tool: "read", input: { path: ".env" } }
`;

async function check(text: string): Promise<CheckResult> {
  const cwd = mkdtempSync(join(tmpdir(), "policyc-allow-"));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  writeFileSync(join(cwd, "a.policy"), text);
  return checkPolicies(["a.policy"], { cwd, packsDir });
}

const codesOf = (result: CheckResult): readonly string[] => result.diagnostics.map(({ code }) => code);

describe("a comment that allows", () => {
  it("takes the warning away, and is remembered with its reason", async () => {
    const result = await check(narrow("# allow P434: says what the file holds\n"));
    expect(codesOf(result)).toEqual([]);
    expect(result.allowed.map(({ found, reason }) => [found.code, reason])).toEqual([
      ["P434", "says what the file holds"],
    ]);
  });

  it.each([
    ["above annotations", '# allow P434: meant\n@severity("low")\n@owner("me")\n'],
    ["between annotations and rule", '@severity("low")\n# allow P434: meant\n'],
    ["above another comment", "# allow P434: meant\n# and more\n"],
    ["with other blanks", "#allow  P434 :   meant  \n"],
    ["with a carriage return", "# allow P434: meant\r\n"],
  ])("may stand %s", async (_, above) => {
    expect(codesOf(await check(narrow(above)))).toEqual([]);
  });

  it.each([
    ["of another code", "# allow P432: meant\n", ["P447", "P434"]],
    ["with a blank line below", "# allow P434: meant\n\n", ["P447", "P434"]],
    ["without a reason", "# allow P434:\n", ["P445"]],
    ["without a colon", "# allow P434 meant\n", ["P445"]],
    ["of a code in other letters", "# allow p434: meant\n", ["P448"]],
    ["of an error", "# allow P222: meant\n", ["P446"]],
    ["of a finding about comments", "# allow P447: meant\n", ["P446"]],
  ])("takes nothing away when it is %s", async (_, above, codes) => {
    expect(codesOf(await check(narrow(above)))).toEqual(expect.arrayContaining(codes));
  });

  it("is no such comment when it speaks of something else", async () => {
    expect(codesOf(await check(narrow("# allow POST requests\n# allowed: P434\n")))).toEqual(["P434"]);
  });

  it("works only on the line below", async () => {
    expect(codesOf(await check(narrow("", "  # allow P434: meant\n")))).toEqual(["P434", "P447"]);
  });

  it("is not called unused while errors keep the checks from running", async () => {
    expect(codesOf(await check(`${narrow("# allow P434: meant\n")}\nlet x = nope\n`))).not.toContain("P447");
  });

  it("stays where it is when the file is formatted, and still works", async () => {
    const text = narrow('# allow P434: says what the file holds\n@severity("low") @owner("me")\n');
    const formatted = formatPolicy({ file: "a.policy", text }, new Session());
    expect(formatted).toContain("# allow P434: says what the file holds\n@severity");
    expect(codesOf(await check(formatted ?? ""))).toEqual([]);
  });
});

it("reports for machines show what is allowed, and for people how many", async () => {
  const result = await check(narrow("# allow P434: it <says> more\n"));
  expect(JSON.parse(json(result))).toMatchObject({
    diagnostics: [],
    warnings: 0,
    allowed: [{ code: "P434", reason: "it <says> more", start: { line: 8 } }],
  });
  expect(JSON.parse(sarif(result, { version: "0" })).runs[0].results).toMatchObject([
    {
      ruleId: "P434",
      suppressions: [{ kind: "inSource", status: "accepted", justification: "it <says> more" }],
      partialFingerprints: { "policyc/v1": expect.stringMatching(/^[0-9a-f]{32}$/) },
    },
  ]);
  expect(junit(result)).toContain('<skipped message="allowed: it &lt;says&gt; more"/>');
  expect(pretty(result)).toBe("1 warning allowed by comments\n");
});
