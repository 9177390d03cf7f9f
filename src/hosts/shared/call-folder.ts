// The folder that a call itself says it runs in. Agents have had several names for it.

import { fieldOf, isObject } from "./read-answer.ts";

export interface CallFolder {
  readonly folder?: string;
  /** Why it cannot be told where the call runs. */
  readonly fault?: string;
}

/** An empty text says nothing; two that differ are one too many, as only the agent knows which of them it reads. */
export function callFolder(input: unknown, names: readonly string[]): CallFolder {
  if (names.length === 0 || !isObject(input)) return {};
  const given = names.flatMap((name) => {
    const folder = fieldOf(input, name);
    return typeof folder === "string" && folder !== "" ? [{ name, folder }] : [];
  });
  const [first] = given;
  if (first === undefined) return {};
  const other = given.find(({ folder }) => folder !== first.folder);
  if (other === undefined) return { folder: first.folder };
  return { fault: `\`${first.name}\` and \`${other.name}\` contradict each other` };
}

/** The same as fields of an event. */
export function folderFields(input: unknown, names: readonly string[]): { readonly [field: string]: string } {
  const { folder, fault } = callFolder(input, names);
  if (fault !== undefined) return { fault: `the folder of the call cannot be determined: ${fault}` };
  return folder === undefined ? {} : { cwd: folder };
}
