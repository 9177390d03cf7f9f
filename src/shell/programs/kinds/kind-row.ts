// The shape of a row: the calls of a program that have a kind of effect.

import type { CallKind } from "../../../language/call-kinds.ts";

/**
 * Patterns as in `runs`, without the program: `storage blob delete-batch`, `* ( delete | purge )`, `deploy !--local`; an empty
 * text is every call. Dry runs and requests for help have no kind.
 */
export type ProgramKinds = { readonly [K in CallKind]?: readonly string[] };

/** By the name of the program, or the names of several that are called alike: `fly flyctl`. A new program is one row. */
export interface KindRows {
  readonly [programs: string]: ProgramKinds;
}

/** Words of command lines that delete: `hcloud server delete web`. */
export const DELETES = "* ( delete | delete-* | destroy | remove | rm | terminate | purge )";
