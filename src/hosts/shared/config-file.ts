// A host's own hook configuration as a file: how `policyc import` reads one, and what `policyc emit` writes.

import type { Json, Scope } from "../../language/contract.ts";
import type { InstalledBundle } from "../install/installed-bundle.ts";
import type { ReadConfig, ReadContext } from "./config.ts";

export interface ConfigFile {
  readonly syntax: "yaml" | "json";
  /** How the host calls a file it cannot read. */
  readonly malformed: string;
  /** A part of the path that only its files have. */
  readonly folder: string;
  readonly recognises: (value: Json) => boolean;
  readonly read: (value: Json, context: ReadContext) => ReadConfig;
  /** Scopes of bundles that it takes hooks of. */
  readonly scopes: readonly Scope[];
  readonly write: (bundle: InstalledBundle) => Json;
  /** Where the file goes, and what the person should know. */
  readonly next: (scope: Scope) => readonly string[];
}

export const MERGE = "merge it with an existing file; this one is complete";
