// Applies the printed fixes, round by round, to texts in memory: what a fix reveals may have a fix too. Each step is checked by
// the whole compiler, and a fix that makes something worse is taken back. Nothing is written here.

import { isPackFile } from "../analyse/files/packs.ts";
import type { Diagnostic } from "../diagnostics/session.ts";
import type { Place } from "../diagnostics/source.ts";
import type { CheckResult } from "../pipeline.ts";
import { isAcceptable, isSyntax } from "./acceptable.ts";
import { applyEdits, type Edit, editOf, type PolicyTexts, withoutOverlaps } from "./edits.ts";
import { looseningIn } from "./loosening.ts";

export interface AppliedFix {
  readonly found: Diagnostic;
  /** Where it was when the fix was applied. */
  readonly place: Place;
  readonly before: string;
  readonly after: string;
}

/** Why a fix was not applied. */
export type LeftBecause = "loosens" | "worse";

export interface FixResult {
  /** What was found in the texts as they are on disk. */
  readonly first: CheckResult;
  /** What is found in the fixed texts. */
  readonly result: CheckResult;
  readonly applied: readonly AppliedFix[];
  readonly left: readonly { readonly found: Diagnostic; readonly why: LeftBecause }[];
  /** The texts that changed, by the names of their files, with what they were. */
  readonly changed: ReadonlyMap<string, { readonly before: string; readonly after: string }>;
  /** A changed text that still has a syntax error: nothing may be written. */
  readonly broken: string | null;
}

const MOST_ROUNDS = 20;
/** Each try compiles the policies once. */
const MOST_TRIES = 60;

export async function fixPolicies(check: (texts: PolicyTexts) => Promise<CheckResult>): Promise<FixResult> {
  const first = await check(new Map());
  const originals = new Map(
    [...first.sources].filter(([file]) => !isPackFile(file)).map(([file, { text }]) => [file, text]),
  );
  const state = { result: first, texts: originals as PolicyTexts, applied: [] as AppliedFix[] };
  const refused = new Set<string>();
  let tries = 0;
  const attempt = async (edits: readonly Edit[]): Promise<boolean> => {
    if (edits.length === 0 || tries++ >= MOST_TRIES) return false;
    const texts = applyEdits(state.texts, edits);
    const result = await check(onlyChanged(texts, originals));
    if (!isAcceptable(state.result.diagnostics, result.diagnostics, edits)) return false;
    for (const edit of edits) state.applied.push(appliedFix(edit, state.texts, state.result));
    state.result = result;
    state.texts = texts;
    return true;
  };
  for (let round = 0; round < MOST_ROUNDS && tries < MOST_TRIES; round++) {
    const wanted = wantedEdits(state.result, state.texts).filter((edit) => !refused.has(keyOf(edit)));
    const batch = withoutOverlaps(wanted);
    if (batch.length === 0) break;
    if (await attempt(batch)) continue;
    // One at a time: places move with each that is applied, so the rest is looked up again.
    const [next] = batch;
    if (next !== undefined && (batch.length === 1 || !(await attempt([next])))) refused.add(keyOf(next));
  }
  return outcome(first, state, originals);
}

/** The same fix of the same finding, wherever edits before it have moved it. */
const keyOf = ({ found, text }: Edit): string => `${found.span.file}\0${found.code}\0${found.message}\0${text}`;

function wantedEdits(result: CheckResult, texts: PolicyTexts): readonly Edit[] {
  const loosens = looseningIn(texts);
  return result.diagnostics.flatMap((found) => {
    const edit = editOf(found, texts);
    return edit === null || loosens(found) ? [] : [edit];
  });
}

function appliedFix({ found, at, text }: Edit, texts: PolicyTexts, result: CheckResult): AppliedFix {
  const before = (texts.get(at.file) ?? "").slice(at.start, at.end);
  return { found, place: result.place(found.span), before, after: text };
}

const onlyChanged = (texts: PolicyTexts, originals: PolicyTexts): PolicyTexts =>
  new Map([...texts].filter(([file, text]) => originals.get(file) !== text));

function outcome(
  first: CheckResult,
  { result, texts, applied }: { result: CheckResult; texts: PolicyTexts; applied: readonly AppliedFix[] },
  originals: PolicyTexts,
): FixResult {
  const changed = new Map(
    [...onlyChanged(texts, originals)].map(([file, after]) => [file, { before: originals.get(file) ?? "", after }]),
  );
  const loosens = looseningIn(texts);
  const left = result.diagnostics
    .filter((found) => editOf(found, texts) !== null)
    .map((found) => ({ found, why: loosens(found) ? ("loosens" as const) : ("worse" as const) }));
  const broken = result.diagnostics.find(
    (found) => found.severity === "error" && isSyntax(found) && changed.has(found.span.file),
  );
  return { first, result, applied, left, changed, broken: broken?.span.file ?? null };
}
