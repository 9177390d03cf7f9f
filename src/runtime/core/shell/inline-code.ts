// A look at code of other languages: names of files and addresses in its quotes. It proves nothing, so all of it is "maybe".

import { addMaybe, type Draft } from "./effect-draft.ts";
import { hostsOfUrl } from "./urls.ts";

const LONGEST_NAME = 4096;
const LONGEST = 65_536;
const deleting =
  /\b(?:rmtree|rmSync|rmdirSync|unlinkSync|unlink|rmdir|remove|rm_rf|rm_r|removedirs|delete|rimraf|remove_tree)\b/i;
const writing =
  /\bwrite|['"](?:[wa][bt+]*|r\+)['"]|>\s*["']|\bcopy|\bmove|\brename|\bmkdir|\bchmod|\bsymlink|\bappend|\boutfile\b/i;

/** Adds what the text of a program in another language mentions. */
export function addInlineCode(draft: Draft, code: string): void {
  const text = code.slice(0, LONGEST);
  const deletes = deleting.test(text);
  const writes = writing.test(text);
  for (const value of quotedTexts(text)) {
    if (/^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(value)) {
      draft.hosts.maybe.push(...hostsOfUrl(value));
      continue;
    }
    if (!looksLikePath(value)) continue;
    addMaybe(draft, "reads", value);
    if (writes) addMaybe(draft, "writes", value);
    if (deletes) addMaybe(draft, "deletes", value);
  }
}

/** Texts in quotes; one that is not closed on its line ends with the line. */
function quotedTexts(text: string): readonly string[] {
  const found: string[] = [];
  for (let at = 0; at < text.length; at++) {
    const quote = text[at];
    if (quote !== '"' && quote !== "'" && quote !== "`") continue;
    let end = at + 1;
    while (end < text.length && text[end] !== quote && text[end] !== "\n") end += text[end] === "\\" ? 2 : 1;
    if (text[end] === quote && end > at + 1 && end - at <= LONGEST_NAME) found.push(text.slice(at + 1, end));
    at = end;
  }
  return found;
}

function looksLikePath(value: string): boolean {
  return /^[~./]|^[\w@%+,-]+(?:\/|\.[A-Za-z0-9]+$)/.test(value) && !/\s{2}|[<>|]/.test(value);
}
