// The shipped packs as their own text describes them: introduction, parameters, rules with their examples.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parsePolicy, Session } from "../../../src/compiler/index.ts";
import { packsDir } from "../workspace.ts";

export interface Pack {
  /** `std/egress` */
  readonly name: string;
  /** Below the repository's root. */
  readonly file: string;
  readonly intro: string;
  readonly params: readonly PackParam[];
  readonly rules: readonly PackRule[];
}

interface PackParam {
  readonly name: string;
  readonly type: string;
  /** The default, as written. */
  readonly value: string;
  /** The comment above it. */
  readonly doc: string;
}

interface PackRule {
  readonly name: string;
  readonly annotations: readonly { readonly name: string; readonly value: string }[];
  readonly points: readonly string[];
  /** The rule as written, examples left out. */
  readonly text: string;
  readonly fires: readonly string[];
  readonly ignores: readonly string[];
}

function readPack(file: string): Pack {
  const text = readFileSync(join(packsDir, file), "utf8");
  const session = new Session();
  const { decls } = parsePolicy({ file, text }, session);
  const slice = ({ start, end }: { readonly start: number; readonly end: number }): string => text.slice(start, end);
  /** The lines of comment right above a place. */
  const docAbove = (start: number): string => {
    const lines = text.slice(0, start).split("\n").slice(0, -1);
    const from = lines.findLastIndex((line) => !line.startsWith("# ")) + 1;
    return lines
      .slice(from)
      .map((line) => line.slice(2))
      .join(" ");
  };
  return {
    name: file.replace(/\.policy$/, ""),
    file: `policies/${file}`,
    intro: /^# (.*)$/m.exec(text)?.[1] ?? "",
    params: decls.flatMap((decl) =>
      decl.kind === "ParamDecl"
        ? [
            {
              name: decl.name.text,
              type: slice(decl.type.span),
              value: slice(decl.value.span),
              doc: docAbove(decl.span.start),
            },
          ]
        : [],
    ),
    rules: decls.flatMap((decl) => {
      if (decl.kind !== "RuleDecl" || decl.name === null) return [];
      const examples = (expects: "fires" | "ignores"): readonly string[] =>
        decl.examples
          .filter((example) => example.expects === expects)
          .flatMap(({ values, given }) =>
            values.map((value) => [value, ...given].map(({ span }) => slice(span)).join(" given ")),
          );
      const end = decl.examples[0]?.span.start ?? decl.span.end;
      return [
        {
          name: decl.name.text,
          annotations: decl.annotations.map(({ name, value }) => ({ name: name.text, value: value?.value ?? "" })),
          points: decl.points.map((point) => point.text),
          text: text.slice(decl.span.start, end).trimEnd(),
          fires: examples("fires"),
          ignores: examples("ignores"),
        },
      ];
    }),
  };
}

export const packs: readonly Pack[] = ["std", "shell"].flatMap((folder) =>
  readdirSync(join(packsDir, folder))
    .filter((file) => file.endsWith(".policy"))
    .sort()
    .map((file) => readPack(`${folder}/${file}`)),
);
