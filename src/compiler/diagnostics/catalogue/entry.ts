// The shape of a catalogue entry.

/** An error stops the build; a warning does under `--strict`; a hint never does. */
export type Severity = "error" | "warning" | "hint";

export interface CatalogueEntry {
  readonly slug: string;
  readonly severity: Severity;
  /** Named holes in braces: `unknown field {name}`. */
  readonly message: string;
  /** What to do, where the advice is always the same; holes as in the message. */
  readonly help?: string;
  /** The fix makes a rule stricter wherever it is, in an exception too; `check --fix` applies it there. */
  readonly tightens?: true;
  /** Why it matters, in a sentence or two, for `policyc explain`. */
  readonly explain: string;
  /** A policy that gives exactly this code; absent for codes that do not come from policy text. */
  readonly bad?: string;
  /** The same policy, corrected. */
  readonly good?: string;
}
