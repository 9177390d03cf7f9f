// The type of a function that handles the effects of one program, and what several of them share.

import type { OptionReading } from "../../programs/table/options.ts";
import type { Call, Word } from "../../syntax/model.ts";
import type { Draft } from "./draft.ts";
import { withoutEnd } from "./effect-draft.ts";

export type SpecialEffects = (draft: Draft, reading: OptionReading, call: Call) => void;

export const rest = (word: Word, from: number): Word => ({ ...word, text: word.text.slice(from) });

/** A path below a folder that the program changes to first. */
export const below = (folder: Word | undefined, word: Word): Word => {
  if (folder === undefined || word.text.startsWith("/")) return word;
  const text = `${withoutEnd(folder.text, "/")}/${word.text}`;
  if (folder.kind === "dynamic") return { ...folder, text };
  return { ...word, text };
};
