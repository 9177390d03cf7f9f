// What builtins of the shell have in common.

import type { Running } from "./invoke.ts";
import { type Output, silent } from "./reader.ts";
import type { Text } from "./text.ts";

/** Null: look at the command as any program. */
export type Builtin = (running: Running) => Output | null;

export const argsOf = ({ invocation }: Running): readonly Text[] => invocation.fields.slice(1).map(({ text }) => text);
export const done: Output = { ...silent, status: "success" };
export const likely: Output = { ...silent, status: "likely" };
export const failed: Output = { ...silent, status: "failure" };
