// The name of a call's program, without its folder, its version and `.exe`.

import type { Call, Word } from "../../syntax/model.ts";

/** The last program: its name is needed many times before that of the next. */
let last: { readonly word: Word | null; readonly name: string | null } = { word: null, name: null };

/** The base name of the program, or null when it is unknown. In `$BIN/git` and `$(which git)` it is known; `rimraf@5` is a version of `rimraf`. */
export function programName({ program }: Pick<Call, "program">): string | null {
  if (last.word !== program) last = { word: program, name: nameOf(program) };
  return last.name;
}

/** Where the program of a name is: `$(which git)`, `$(command -v git)`. */
const located =
  /^(?:\$\(\s*(?:which|command -v|type -[pP])\s+([\w.+-]+)\s*\)|`\s*(?:which|command -v)\s+([\w.+-]+)\s*`)$/;

function nameOf({ kind, text }: Word): string | null {
  const isOpen = kind === "glob" || (kind === "dynamic" && !/\/[\w.+-]+$/.test(text));
  const found = kind === "dynamic" ? located.exec(text) : null;
  if (found !== null) return found[1] ?? found[2] ?? null;
  // The exact name of a project program does not matter: `./$BIN`, `scripts/*.sh`. Nor does that of a temporary file: `"$tmp"`.
  if (isOpen && !/^(?:\.{1,2}|[\w-]+|\/(?:var\/)?tmp)\/(?:[\w.*-]+\/)*[^/]*$/.test(text)) return null;
  const name = text.includes("/") ? text.slice(text.lastIndexOf("/") + 1) : text;
  if (name.includes("@")) return name.replace(/(?<=\w)@[\w.^~*-]*$/, "");
  return name.length > 4 && name.endsWith(".exe") ? name.slice(0, -4) : name;
}
