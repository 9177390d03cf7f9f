// Which tests a run is about: by name, by part of a name, by pattern, by file, or by a line of a file.

import type { Session } from "../diagnostics/session.ts";
import type { IrRule } from "../ir/ir.ts";
import type { ModelTest } from "../ir/model.ts";

export interface Selection {
  readonly tests: readonly ModelTest[];
  /** Words that name nothing: whoever wrote them believes something runs. */
  readonly unmatched: readonly string[];
}

/** The tests that one of the words names, in their order; all of them without words. */
export function selectTests(tests: readonly ModelTest[], words: readonly string[], session: Session): Selection {
  if (words.length === 0) return { tests, unmatched: [] };
  const named = words.map((word) => testsOf(tests, word, session));
  const wanted = new Set(named.flat());
  return {
    tests: tests.filter((test) => wanted.has(test)),
    unmatched: words.filter((_, at) => named[at]?.length === 0),
  };
}

/** A whole name means that test alone, even where it is part of other names. */
function testsOf(tests: readonly ModelTest[], word: string, session: Session): readonly ModelTest[] {
  const exact = tests.filter((test) => test.name === word);
  if (exact.length > 0) return exact;
  const place = /^(.+):(\d+)$/s.exec(word);
  const inFile = (file: string): readonly ModelTest[] => tests.filter((test) => test.span.file === bare(file));
  if (place !== null) {
    const line = Number(place[2]);
    const found = inFile(place[1] ?? "").filter((test) => holdsLine(test, line, session));
    if (found.length > 0) return found;
  }
  const ofFile = inFile(word);
  return ofFile.length > 0 ? ofFile : tests.filter((test) => fitsName(test.name, word));
}

/** The rules that a word names: by name, by pattern of names, by file. */
export function rulesNamed(rules: readonly IrRule[], word: string): readonly IrRule[] {
  const exact = rules.filter((rule) => rule.name === word || rule.file === bare(word));
  return exact.length > 0 ? exact : rules.filter((rule) => fitsName(rule.name, word));
}

const bare = (file: string): string => file.replace(/^\.\//, "");

function holdsLine(test: ModelTest, line: number, session: Session): boolean {
  const last = test.steps.at(-1)?.span ?? test.span;
  const end = session.place({ ...last, start: last.end }).line;
  // The closing brace, on a line of its own, belongs to the test too.
  return line >= session.place(test.span).line && line <= end + 1;
}

/** With a `*` the pattern fits the whole name, without one any part of it; case does not matter. */
function fitsName(name: string, word: string): boolean {
  const [text, pattern] = [name.toLowerCase(), word.toLowerCase()];
  if (!pattern.includes("*")) return pattern !== "" && text.includes(pattern);
  const parts = pattern.split("*");
  return matchParts(text, parts);
}

/** Greedy from the left: the first part starts the text, the last ends it, the others follow each other. */
function matchParts(text: string, parts: readonly string[]): boolean {
  const [first = "", ...rest] = parts;
  const last = rest.pop() ?? "";
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
