// The folder that a call itself names as its working folder. Agents have used several names for it.

import { fieldOf, isObject } from "./read-answer.ts";

export interface CallFolder {
  readonly folder?: string;
  /** Why the folder of the call is unknown. */
  readonly fault?: string;
}

/** Empty strings do not count; two different values are an error, since only the agent knows which one it uses. */
export function callFolder(input: unknown, names: readonly string[]): CallFolder {
  if (names.length === 0 || !isObject(input)) return {};
  const named = names.flatMap((name) => {
    const folder = fieldOf(input, name);
    return typeof folder === "string" && folder !== "" ? [{ name, folder }] : [];
  });
  const [first] = named;
  if (first === undefined) return {};
  const other = named.find(({ folder }) => folder !== first.folder);
  if (other === undefined) return { folder: first.folder };
  return { fault: `\`${first.name}\` and \`${other.name}\` contradict each other` };
}

/** The same as fields of an event. */
export function folderFields(input: unknown, names: readonly string[]): { readonly [field: string]: string } {
  const { folder, fault } = callFolder(input, names);
  if (fault !== undefined) return { fault: `the folder of the call cannot be determined: ${fault}` };
  return folder === undefined ? {} : { cwd: folder };
}
