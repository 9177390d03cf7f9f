// Forms in which a text is only data: printed, searched for, written down, a comment. Nothing of it runs.

import { around, endMark, quoted, type Spelling } from "./form.ts";

export function printedForms(text: string): readonly Spelling[] {
  const mark = endMark(text);
  return [
    around("printed", text, (it) => `echo ${quoted(it)}`, "echo"),
    around("printed", text, (it) => `printf '%s\\n' ${quoted(it)}`, "printf"),
    around("printed", text, (it) => `git commit -m ${quoted(it)}`, "git commit"),
    around("printed", text, (it) => `git log --grep=${quoted(it)}`, "git log"),
    around("printed", text, (it) => `grep -F -e ${quoted(it)} notes.txt`, "grep"),
    around("printed", text, (it) => `cat <<'${mark}'\n${it}\n${mark}`, "cat"),
    around("printed", text, (it) => `: ${quoted(it)}`, ":"),
    around("printed", text, (it) => it.replace(/^/gm, "# ")),
    around("printed", text, (it) => `true # ${it.replaceAll("\n", " ")}`, "true"),
    around("printed", text, (it) => `text=${quoted(it)}\necho "$text"`, "echo"),
    around("printed", text, (it) => `[ ${quoted(it)} = x ] || true`, "[", "true"),
    around("printed", text, (it) => `unused() {\ncat <<'${mark}'\n${it}\n${mark}\n}\nunused`, "cat"),
  ];
}
