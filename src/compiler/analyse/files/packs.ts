// The packs that ship with policyc, by name.

import { readdirSync } from "node:fs";
import { join } from "node:path";

/** `std`: about tools, files and hosts. `shell`: about what command lines do. `profile`: choices of packs for a kind of team. */
const folders = ["std", "shell", "profile"];

/**
 * The version of all shipped packs, which change together: the first number rises when a rule or parameter is renamed or removed,
 * or stops more of ordinary work; the second when rules or parameters are added; the third for everything else.
 */
export const PACKS_VERSION = "1.0.0";

/** `std/egress`, `shell/git-history`, ...; none when the folder cannot be read. */
export function packNames(packsDir: string): readonly string[] {
  return folders.flatMap((folder) => namesIn(packsDir, folder)).sort();
}

function namesIn(packsDir: string, folder: string): readonly string[] {
  try {
    return readdirSync(join(packsDir, folder))
      .filter((name) => name.endsWith(".policy"))
      .map((name) => `${folder}/${name.slice(0, -".policy".length)}`);
  } catch {
    return [];
  }
}

/** A `use` of this text means a pack. Everything below `std` does, elsewhere only a name without an ending. */
export const namesPack = (text: string): boolean => /^std(?:\/|$)|^(?:shell|profile)\/[^/.]+$/.test(text);

/** The file is a pack, by the name that `sourceName` gave it. */
export const isPackFile = (file: string): boolean => folders.some((folder) => file.startsWith(`${folder}/`));
