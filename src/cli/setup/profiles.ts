// The profiles that ship with policyc: their names are the files of policies/profile/, their summary is the comment at the top.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packNames } from "../../compiler/analyse/files/packs.ts";
import { packsDir } from "../base/packs-dir.ts";

const FOLDER = "profile/";

export const profileNames = (): readonly string[] =>
  packNames(packsDir())
    .filter((name) => name.startsWith(FOLDER))
    .map((name) => name.slice(FOLDER.length));

/** What a team keeps, where there is no reason for another one. */
export function usualProfile(): string {
  const names = profileNames();
  return names.includes("standard") ? "standard" : (names[0] ?? "standard");
}

/** The first line of the profile's comment. */
export function summaryOf(profile: string): string {
  const text = readFileSync(join(packsDir(), "profile", `${profile}.policy`), "utf8");
  return /^# (.*)/.exec(text)?.[1] ?? "";
}

/** The policy that setup writes. */
export const policyFor = (
  profile: string,
): string => `# What agents may do here: the rules of a profile, and your own below it.
# \`policyc inspect\` shows each rule as a sentence. After a change run \`policyc setup\` again.
language 1

use "profile/${profile}"
`;

/** The profile of a policy that setup has written and nobody has changed; null for any other text. */
export const profileOf = (text: string): string | null =>
  profileNames().find((profile) => policyFor(profile) === text) ?? null;
