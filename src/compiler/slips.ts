// Tells a parse error in the words it deserves.

import type { IToken } from "chevrotain";
import type { PolicyParser } from "../../grammar/parser.ts";
import { endOf } from "./cst.ts";
import type { Session } from "./session.ts";
import type { Source } from "./source.ts";
import type { Traps } from "./traps.ts";

export function createSlipReporter(source: Source, _parser: PolicyParser, _traps: Traps, session: Session) {
  return (run: readonly IToken[], error: { readonly token: IToken }): void => {
    const last = run.at(-1);
    const found = Number.isNaN(error.token.startOffset) ? last : error.token;
    if (found === undefined) return;
    const span = { file: source.file, start: found.startOffset, end: endOf(found) };
    session.report("P102", span, { found: `\`${found.image}\``, expected: "something else" });
  };
}
