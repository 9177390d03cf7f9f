// What `ask "..." else block` adds where it blocks, because nobody can be asked there: what a person can do instead.

import type { RuleDecl } from "../../ir/ast.ts";
import type { IrMessage } from "../../ir/ir.ts";
import { SELF_FILE } from "../files/load-files.ts";
import { isPackFile } from "../files/packs.ts";

const NOBODY = " Nobody can be asked here";

/** The message ends with what is added here. */
export function saysNobody(message: IrMessage): boolean {
  const last = message.at(-1);
  return message.length > 1 && typeof last === "string" && last.startsWith(NOBODY);
}

/** Follows the text of the question. */
export function nobodyAsked({ name, span: { file }, points }: RuleDecl): string {
  const isCall = points.every(({ text }) => text === "before_tool_call");
  const ways = [
    ...(isCall ? ["do it outside of this session"] : []),
    ...(file === SELF_FILE ? [] : [changeOf(file, name?.text ?? null)]),
  ];
  return ways.length === 0 ? `${NOBODY}.` : `${NOBODY}: a person can ${ways.join(", or ")}.`;
}

function changeOf(file: string, rule: string | null): string {
  if (isPackFile(file)) return `leave out the rule (use "${file.replace(/\.policy$/, "")}" without ${rule})`;
  return rule === null ? `change the policy ${file}` : `change the rule ${rule} in ${file}`;
}
