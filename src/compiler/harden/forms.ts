// All forms of a text that run the same.

import type { UserPrograms } from "../../shell/programs/index.ts";
import type { Spelling } from "./form.ts";
import { optionForms } from "./option-forms.ts";
import { readSource } from "./source-commands.ts";
import { chainedForms, shellForms } from "./whole-forms.ts";
import { wordForms } from "./word-forms.ts";
import { wrappedForms } from "./wrapped-forms.ts";

/** Each text once; empty for a text that cannot be read, of which nothing can be said to mean the same. */
export function equivalentForms(text: string, programs: UserPrograms): readonly Spelling[] {
  const source = readSource(text);
  if (source === null) return [];
  const all = [
    ...wrappedForms(source),
    ...shellForms(source),
    ...wordForms(source),
    ...optionForms(source, programs),
    ...chainedForms(source),
  ];
  const seen = new Set([text]);
  return all.filter((form) => !seen.has(form.text) && seen.add(form.text));
}
