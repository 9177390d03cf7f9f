// Can this regex be made slow? Judged once per pattern and process; the answer decides the engine, or refuses the pattern.
// Proven by shape: native. Otherwise the linear engine, unless it lacks something; recheck finds the exponential ones.

import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { linearProblem } from "../../../language/linear.ts";
import { regexShape } from "./regex-shape.ts";

export type RegexVerdict =
  | { readonly kind: "safe" }
  | { readonly kind: "polynomial"; readonly degree: number }
  | { readonly kind: "exponential"; readonly attack: string }
  | { readonly kind: "invalid"; readonly why: string }
  /** Polynomial or undecided, and the linear engine cannot run it. */
  | { readonly kind: "unsupported"; readonly why: string };

const TIMEOUT_MS = 4000;
const LONGEST = 4000;

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
  const shape = regexShape(source, flags);
  if (shape === "linear") return { kind: "safe" };
  const problem = linearProblem(source, flags);
  // A flat regex is never exponential, so the engine is settled without asking further.
  if (shape === "polynomial" && problem === null) return { kind: "polynomial", degree: 2 };
  const found = examine(source, flags);
  if (found?.status === "vulnerable" && found.complexity.type === "exponential") {
    return { kind: "exponential", attack: found.attack.pattern };
  }
  // The linear engine wherever it can be had: the judge's time limit must not decide which engine a build uses.
  if (problem === null) return { kind: "polynomial", degree: degreeOf(found) };
  if (found?.status === "safe") return { kind: "safe" };
  const slow =
    found?.status === "vulnerable" ? "it takes quadratic time or worse" : "its worst case could not be determined";
  return { kind: "unsupported", why: `${slow}, and the linear-time engine does not have ${problem}` };
}

function degreeOf(found: ReturnType<Check> | null): number {
  const isPolynomial = found?.status === "vulnerable" && found.complexity.type === "polynomial";
  return isPolynomial && "degree" in found.complexity ? found.complexity.degree : 2;
}

/** What recheck finds; null when it gives up, as on nesting too deep for it. */
function examine(source: string, flags: string): ReturnType<Check> | null {
  const check = recheck();
  try {
    return check(source, flags, { timeout: TIMEOUT_MS });
  } catch {
    return null;
  }
}

/** Its build in pure JavaScript needs no worker thread. Loaded on first need, since it is 3 MB of code: as the package was built with it, or in a checkout as it is installed. */
function recheck(): Check {
  const built = fileURLToPath(new URL("recheck.cjs", import.meta.url));
  const name = existsSync(built) ? built : "recheck/lib/browser.js";
  const loaded = createRequire(import.meta.url)(name) as { readonly checkSync: Check };
  return loaded.checkSync;
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
