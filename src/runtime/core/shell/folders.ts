// Where a command runs: `cd` and its kin.

import type { Word } from "./model.ts";
import type { Frame } from "./reader.ts";
import { folder } from "./scope.ts";

/** A folder named from where the frame stands. */
export function joinFolder(target: Word, frame: Frame): Word {
  const here = folder(frame.scope);
  if (target.kind === "dynamic") return { kind: "dynamic", text: target.text, why: target.why };
  if (target.text.startsWith("/") || here === null) return tidy(target);
  if (here.kind === "dynamic") return { ...here, text: `${here.text}/${target.text}` };
  return tidy({ kind: target.kind, text: `${here.text.replace(/\/+$/, "")}/${target.text}` });
}

/** Without `.`, doubled slashes, and `..` where it is known what it leaves. */
function tidy(word: Word): Word {
  if (word.kind !== "literal") return word;
  const parts: string[] = [];
  for (const part of word.text.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === ".." && (word.text.startsWith("/") || (parts.length > 0 && parts.at(-1) !== ".."))) parts.pop();
    else parts.push(part);
  }
  const text = (word.text.startsWith("/") ? "/" : "") + parts.join("/");
  return { kind: "literal", text: text === "" ? "." : text };
}
