// Did-you-mean within bounds: a file with thousands of mistakes gets suggestions for the first ones only.

import type { Session } from "../../diagnostics/session.ts";
import { didYouMean } from "../../diagnostics/suggest.ts";

const MOST_CANDIDATES = 2000;
const MOST_FINDINGS = 200;

/** The candidate nearest to the word, or null. */
export function nearest(word: string, candidates: Iterable<string>, session: Session): string | null {
  return session.size > MOST_FINDINGS ? null : didYouMean(word, first(candidates));
}

function* first(candidates: Iterable<string>): Iterable<string> {
  let count = 0;
  for (const candidate of candidates) {
    if (count++ >= MOST_CANDIDATES) return;
    yield candidate;
  }
}
