// What git writes and prints because of its arguments: `clone`, `checkout -- PATH`, `show REV:PATH`, `apply`.

import { addMaybe, addOpenWord, addPath, literal, withoutEnd } from "../../effects/draft/effect-draft.ts";
import type { SpecialEffects } from "../../effects/draft/special-effect.ts";
import { hasOption, optionValues } from "../table/options.ts";

/** Clones write a folder named after the repository; `checkout -- PATH` writes the path. */
export const git: SpecialEffects = (draft, reading) => {
  const { path, operands, beforeDashes } = reading;
  const command = path.join(" ");
  const [repository, folder] = operands;
  if (command === "clone" && repository !== undefined && folder === undefined) {
    const name = /[^/:]*$/.exec(withoutEnd(repository.text, "/").slice(-256))?.[0].replace(/\.git$/, "");
    if (name !== undefined && name !== "") addPath(draft, "writes", { ...repository, text: name });
  }
  if (command === "checkout") {
    const makesBranch = ["-b", "-B", "--orphan", "-t", "--track"].some((flag) => hasOption(reading, flag));
    const paths = operands.filter(
      (word, i) => i >= beforeDashes || (i > 0 && !makesBranch) || /^\.{1,2}(?:\/|$)|^:\//.test(word.text),
    );
    for (const word of paths) addPath(draft, "writes", word.text === ":/" ? literal(".") : word);
  }
  // A ref is a file, wherever git currently stores it.
  if (command === "update-ref" && repository !== undefined && !hasOption(reading, "-d"))
    addPath(draft, "writes", { ...repository, text: `.git/${repository.text}` });
  if (command === "bundle create") addPath(draft, "reads", literal(".git"));
  // A remote by name belongs to the project; a remote by address receives the whole history.
  if (command === "push" && draft.hosts.items.length > 0) addPath(draft, "uploads", literal("."));
  if (command === "push" || command === "subtree") draft.sendsInput = false;
};

const revisionPath = /^(?:[^:]+|:[0-3]|):(?!\/\/)(.+)$/s;

/** `git show REV:PATH`, `git diff -- PATH`, `git archive REV PATH`. */
export const gitShow: SpecialEffects = (draft, reading) => {
  const { path, operands, beforeDashes, table } = reading;
  if (path[0] === "archive" && operands.length <= 1) addPath(draft, "reads", literal("."));
  const prints = table.name !== "log" || ["-p", "-S", "-G", "-L", "-U"].some((flag) => hasOption(reading, flag));
  if (
    !prints ||
    ["--stat", "--numstat", "--shortstat", "--name-only", "--name-status"].some((flag) => hasOption(reading, flag))
  )
    return;
  operands.forEach((word, i) => {
    // A pathspec that excludes files reads none.
    if (/^:(?:[!^]|\(exclude\))/.test(word.text)) return;
    const inside = i < beforeDashes ? revisionPath.exec(word.text)?.[1] : undefined;
    if (inside !== undefined) addPath(draft, "reads", { ...word, text: inside });
    else if (i >= beforeDashes || path[0] === "diff" || (path[0] === "archive" && i > 0)) addPath(draft, "reads", word);
    else if (word.kind === "dynamic") addOpenWord(draft, "reads", word);
    // Without `--` a word is a revision or a file; one that begins with a dot is not a revision.
    else if (/^\.(?!\.(?!\/))/.test(word.text)) addPath(draft, "reads", word);
    else if (table.name === "log" && !word.text.includes("..")) addMaybe(draft, "reads", word.text);
  });
  for (const value of optionValues(reading, "-L")) {
    const file = /:([^:]+)$/.exec(value.text)?.[1];
    if (path[0] === "log" && file !== undefined) addPath(draft, "reads", { ...value, text: file });
  }
};
