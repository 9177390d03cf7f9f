// What the builtins of the shell have in common.

import { type Output, silent } from "../expand/reader.ts";
import type { Text } from "../syntax/text.ts";
import type { Running } from "./invoke.ts";

/** Null: treat the command like any program. */
export type Builtin = (running: Running) => Output | null;

export const argsOf = ({ invocation }: Running): readonly Text[] => invocation.fields.slice(1).map(({ text }) => text);
export const done: Output = { ...silent, status: "success" };
export const likely: Output = { ...silent, status: "likely" };
export const failed: Output = { ...silent, status: "failure" };
