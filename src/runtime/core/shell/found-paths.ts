// What `{}` stands for behind `find -exec`: the starting points and all below them, narrowed by `-name`.

import { type Field, literalField } from "./fields.ts";
import type { Word } from "./model.ts";
import { type OptionReading, optionValues } from "./options.ts";
import { unknown } from "./text.ts";

const narrowing = [
  "-name",
  "-iname",
  "-path",
  "-ipath",
  "-wholename",
  "-regex",
  "-iregex",
  "-type",
  "-mindepth",
  "-newer",
  "-mtime",
  "-mmin",
  "-size",
  "-empty",
  "-perm",
  "-user",
];

export function foundPaths(reading: OptionReading): readonly Field[] {
  const starts: readonly Word[] = reading.operands.length === 0 ? [{ kind: "literal", text: "." }] : reading.operands;
  const isNarrow = narrowing.some((flag) => given(reading, flag));
  const names = optionValues(reading, "-name").filter((word) => word.kind === "literal");
  const name = names.length === 1 ? (names[0]?.text ?? "*") : "*";
  return starts.slice(0, 16).flatMap((start) => {
    if (start.kind === "dynamic") return [{ word: start, text: unknown(start.text, start.why) }];
    const base = start.text.replace(/\/+$/, "");
    const glob = `${start.kind === "literal" ? base.replace(/[\\*?[\]]/g, "\\$&") : base}/**/${name}`;
    const below: Field = { word: { kind: "glob", text: glob }, text: unknown(glob, "what find finds") };
    return isNarrow ? [below] : [literalField(start.text), below];
  });
}

function given(reading: OptionReading, flag: string): boolean {
  return reading.unlisted.includes(flag) || reading.options.some(({ row }) => row.flags.includes(flag));
}
