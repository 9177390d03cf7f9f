// What one event can cost: a list that the policy writes down counts with its length, one that an event brings as a long one.

import { expect, it } from "vitest";
import { checkPolicies } from "../../src/compiler/index.ts";
import { scratchPolicy } from "../docs/workspace.ts";

const ruleOver = (list: string, declared = ""): string => `${declared}
rule by-owner
  on before_tool_call
  when any c of command.calls where (
    any w of c.args where (
      any v of c.operands where (any o of ${list} where (w starts with o and v ends with o and c.program == "npm"))
    )
  )
  ask "Own?"
  fires on "npm x-x"
`;

const codes = async (text: string): Promise<readonly string[]> =>
  (await checkPolicies(["example.policy"], scratchPolicy(text))).diagnostics.map(({ code }) => code);

it("counts a written list with its length", async () => {
  expect(await codes(ruleOver("c.operands"))).toContain("P441");
  expect(await codes(ruleOver("owners", 'param owners: list<string> = ["x"]\n'))).not.toContain("P441");
  const many = Array.from({ length: 200 }, (_, at) => `"x${at === 0 ? "" : at}"`).join(", ");
  expect(await codes(ruleOver("owners", `param owners: list<string> = [${many}]\n`))).toContain("P441");
});
