// Can this regex be made slow? Judged once per pattern and process; the answer decides the engine, or refuses the pattern.
// Whatever cannot be decided runs on the linear engine, so a wrong "safe" needs recheck's proof to be wrong.

import { createRequire } from "node:module";
import { linearProblem } from "../runtime/core/linear.ts";

export type RegexVerdict =
  | { readonly kind: "safe" }
  | { readonly kind: "polynomial"; readonly degree: number }
  | { readonly kind: "exponential"; readonly attack: string }
  | { readonly kind: "invalid"; readonly why: string }
  /** Polynomial or undecided, and the linear engine cannot run it. */
  | { readonly kind: "unsupported"; readonly why: string };

const TIMEOUT_MS = 2000;
const LONGEST = 4000;
/** At most so many ways to choose without an unbounded quantifier: harmless whatever the text. */
const MOST_CHOICES = 4096;

type Check = typeof import("recheck").checkSync;

const verdicts = new Map<string, RegexVerdict>();

/** Judges a regex literal; flags may be `i`, `m`, `s`, `u`. */
export function judgeRegex(source: string, flags: string): RegexVerdict {
  const key = `${flags}/${source}`;
  const known = verdicts.get(key);
  if (known !== undefined) return known;
  const verdict = judge(source, flags);
  verdicts.set(key, verdict);
  return verdict;
}

function judge(source: string, flags: string): RegexVerdict {
  const wrong = [...flags].find((flag, at) => !"imsu".includes(flag) || flags.indexOf(flag) !== at);
  if (wrong !== undefined)
    return { kind: "invalid", why: `the flag \`${wrong}\` is not one of i, m, s, u, each at most once` };
  if (source === "") return { kind: "invalid", why: "it is empty and matches everything" };
  if (source.length > LONGEST) return { kind: "invalid", why: `it is longer than ${LONGEST} characters` };
  try {
    new RegExp(source, flags);
  } catch (error) {
    const text = error instanceof Error ? error.message : "";
    return { kind: "invalid", why: lowerFirst(text.slice(text.lastIndexOf(": ") + 2)) };
  }
  if (fewChoices(source)) return { kind: "safe" };
  const found = recheck()(source, flags, { timeout: TIMEOUT_MS });
  if (found.status === "vulnerable" && found.complexity.type === "exponential") {
    return { kind: "exponential", attack: found.attack.pattern };
  }
  // Fuzzing finds attacks and proves nothing, so only the automaton's "safe" is taken at its word.
  if (found.status === "safe" && found.checker === "automaton") return { kind: "safe" };
  const degree = found.status === "vulnerable" && found.complexity.type === "polynomial" ? found.complexity.degree : 2;
  const problem = linearProblem(source, flags);
  if (problem === null) return { kind: "polynomial", degree };
  if (found.status === "safe") return { kind: "safe" };
  const slow =
    found.status === "vulnerable" ? "it takes quadratic time or worse" : "its worst case could not be decided";
  return { kind: "unsupported", why: `${slow}, and the linear-time engine does not have ${problem}` };
}

/** The pure JavaScript build, which needs no worker thread; loaded on first need, since it is 3 MB of code. */
function recheck(): Check {
  const loaded = createRequire(import.meta.url)("recheck/lib/browser.js") as { readonly checkSync: Check };
  return loaded.checkSync;
}

/** One pass over the text: no unbounded quantifier, no back reference, and few choices in all. */
function fewChoices(source: string): boolean {
  let choices = 1;
  let inClass = false;
  for (let at = 0; at < source.length && choices <= MOST_CHOICES; at++) {
    const char = source[at];
    if (char === "\\") {
      at++;
      if (!inClass && /[1-9k]/.test(source[at] ?? "")) return false;
    } else if (inClass) inClass = char !== "]";
    else if (char === "[") inClass = true;
    else if (char === "*" || char === "+") return false;
    else if (char === "(" && source[at + 1] === "?") at++;
    else if (char === "?" || char === "|") choices *= 2;
    else if (char === "{") {
      const bounds = /^\{(\d+)(?:(,)(\d*))?\}/.exec(source.slice(at, at + 24));
      if (bounds === null) continue;
      const low = Number(bounds[1]);
      const high = bounds[2] === undefined ? low : bounds[3] === "" ? Infinity : Number(bounds[3]);
      // A repeated group multiplies what is inside it; only a repeated character can be counted here.
      if (source[at - 1] === ")" || high > 1000) return false;
      choices *= high - low + 1;
      at += bounds[0].length - 1;
    }
  }
  return choices <= MOST_CHOICES;
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
