// Files that a program names by itself, after what it reads: `gzip x` writes x.gz, `rustc m.rs` writes m.

import { hasOption } from "../programs/table/options.ts";
import type { Word } from "../syntax/model.ts";
import { addPath } from "./draft/effect-draft.ts";
import type { SpecialEffects } from "./draft/special-effect.ts";

/** By what the name of the program contains: `pigz` and `gunzip` both work with `.gz`. */
const endings: readonly (readonly [RegExp, string])[] = [
  [/gz|gunzip|^gzip/, ".gz"],
  [/bz|bunzip/, ".bz2"],
  [/^(?:un)?xz|^pixz/, ".xz"],
  [/zstd/, ".zst"],
  [/lzma/, ".lzma"],
  [/lz4/, ".lz4"],
  [/lzop/, ".lzo"],
  [/lzip|lunzip/, ".lz"],
  [/compress/, ".Z"],
  [/brotli/, ".br"],
];

const named = (word: Word, text: string): Word => ({ ...word, text });

export const compress: SpecialEffects = (draft, reading) => {
  const { table, operands } = reading;
  if (["-c", "-t", "-l", "-o"].some((flag) => hasOption(reading, flag))) return;
  const ending = endings.find(([name]) => name.test(table.name))?.[1];
  if (ending === undefined) return;
  const unpacks = /un/.test(table.name) || hasOption(reading, "-d");
  for (const word of operands) {
    if (word.kind === "dynamic") continue;
    if (!unpacks) addPath(draft, "writes", named(word, `${word.text}${ending}`));
    else if (word.text.endsWith(ending)) addPath(draft, "writes", named(word, word.text.slice(0, -ending.length)));
  }
};

const stem = (text: string): string => text.replace(/\.\w+$/, "");
const base = (text: string): string => text.slice(text.lastIndexOf("/") + 1);

/** What each compiler writes without `-o`: in the folder of the call, or beside the source. */
const outputs: { readonly [compiler: string]: (source: string) => string } = {
  rustc: (source) => stem(base(source)),
  build: (source) => (source.endsWith(".go") ? stem(base(source)) : base(source.replace(/\/+$/, ""))),
  javac: (source) => `${stem(source)}.class`,
  ghc: stem,
  ocamlopt: () => "a.out",
};
const linkers = new Set(["gcc", "g++", "cc", "c++", "clang", "clang++", "tcc", "gfortran"]);

export const compile: SpecialEffects = (draft, reading, call) => {
  const { table } = reading;
  if (hasOption(reading, "-o")) return;
  const flags = call.args.map(({ text }) => text);
  const named = reading.operands.filter(({ kind, text }) => kind === "literal" && !text.startsWith("-"));
  // The value of an option that is not listed looks like an operand; a source has an ending.
  const source = named.find(({ text }) => /\.\w+$/.test(text)) ?? named[0];
  if (source === undefined || flags.some((flag) => /^-(?:E|S|fsyntax-only|M+)$/.test(flag))) return;
  const output = linkers.has(table.name)
    ? flags.includes("-c")
      ? `${stem(base(source.text))}.o`
      : "a.out"
    : Object.hasOwn(outputs, table.name)
      ? outputs[table.name]?.(source.text)
      : undefined;
  if (output !== undefined && output !== "" && output !== "." && !output.includes(".."))
    addPath(draft, "writes", { kind: "literal", text: output });
};
