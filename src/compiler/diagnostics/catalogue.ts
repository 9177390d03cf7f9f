// Every diagnostic, once. From this table come messages, help, `policyc explain`, SARIF descriptors and the generated page.
// Codes are never renumbered or reused. Message grammar: lower-case start, no final period, one sentence, user text in backticks.

import { analysisCodes } from "./catalogue/analysis.ts";
import { bundleCodes } from "./catalogue/bundle.ts";
import { commandLineCodes } from "./catalogue/command-line.ts";
import { configCodes } from "./catalogue/configuration.ts";
import { diffCodes } from "./catalogue/diff.ts";
import { exampleCodes } from "./catalogue/examples.ts";
import { nameCodes } from "./catalogue/names.ts";
import { replayCodes } from "./catalogue/replay.ts";
import { runtimeCodes } from "./catalogue/runtime.ts";
import { shapeCodes } from "./catalogue/shapes.ts";
import { syntaxCodes } from "./catalogue/syntax.ts";
import { typeCodes } from "./catalogue/types.ts";

export type { CatalogueEntry, Severity } from "./catalogue/entry.ts";

export const catalogue = {
  ...syntaxCodes,
  ...nameCodes,
  ...typeCodes,
  ...analysisCodes,
  ...shapeCodes,
  ...exampleCodes,
  ...replayCodes,
  ...diffCodes,
  ...bundleCodes,
  ...runtimeCodes,
  ...commandLineCodes,
  ...configCodes,
} as const;

export type Code = keyof typeof catalogue;

type HoleNames<M extends string> = M extends `${string}{${infer Name}}${infer Rest}` ? Name | HoleNames<Rest> : never;
type HelpOf<E> = E extends { readonly help: infer H extends string } ? H : "";

/** The named holes of a code's message and help. */
export type Holes<C extends Code> = {
  readonly [N in HoleNames<(typeof catalogue)[C]["message"]> | HoleNames<HelpOf<(typeof catalogue)[C]>>]: string;
};
