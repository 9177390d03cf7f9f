// What to write instead of a character that means nothing here.

import type { Detail } from "../diagnostics/session.ts";

const advice: ReadonlyMap<string, string> = new Map([
  [
    "~",
    'to test text with a regular expression, write `matches /.../`; paths below the home folder are text: `"~/.ssh"`',
  ],
  ["$", 'a variable of the environment is `env("NAME")`; a placeholder in a message is `{command}`'],
  ["`", 'text is written in double quotes: `"text"`'],
  ["*", 'a pattern is text in double quotes: `matches "**/*.pem"`'],
  ["\\", "text with a backslash is written in double quotes, or as a regular expression: `matches /\\d/`"],
  ["%", "a placeholder in a message is `{command}`"],
  ["^", "a regular expression is written between slashes: `matches /^git/`"],
  ["-", 'a sign of a list is not needed; an option of a command is in its quotes: `command runs "git push --force"`'],
  ["'", 'text is written in double quotes: `"text"`'],
]);

/** A blank that is none, or a character with no meaning in the language. */
export function adviceForChars(image: string): Detail {
  if (/^[\u00a0\u2000-\u200a\u202f\u3000]+$/.test(image)) return { help: "write an ordinary space", fix: " " };
  if (/^(?:\u200b|\u200c|\u200d|\u2060|\ufeff)+$/.test(image)) return { help: "remove it: it cannot be seen" };
  const help = advice.get(image[0] ?? "");
  return { help: help ?? "remove it, or put the text into double quotes" };
}
