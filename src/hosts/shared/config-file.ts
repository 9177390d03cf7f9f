// A host's hook configuration as a file: `policyc import` reads it, `policyc emit` writes it.

import type { Json, Scope } from "../../language/contract.ts";
import type { InstalledBundle } from "../install/installed-bundle.ts";
import type { ReadConfig, ReadContext } from "./config.ts";

export interface ConfigFile {
  readonly syntax: "yaml" | "json";
  /** The host's own message for an unreadable file. */
  readonly malformed: string;
  /** A part of the path that only its files have. */
  readonly folder: string;
  readonly recognises: (value: Json) => boolean;
  readonly read: (value: Json, context: ReadContext) => ReadConfig;
  /** Scopes of bundles that it accepts hooks from. */
  readonly scopes: readonly Scope[];
  readonly write: (bundle: InstalledBundle) => Json;
  /** Where the file goes, and hints for the user. */
  readonly next: (scope: Scope) => readonly string[];
}

export const MERGE = "merge it with an existing file; this one is complete";
