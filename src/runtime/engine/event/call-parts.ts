// Parts of a single command, as conditions name them: `c.program`, `c.flags`, `c.env.HUSKY`. Generated code calls each by its name.

import { TRUE, type Truth, UNKNOWN, UNLIKELY } from "../../../language/truth.ts";
import { errorValue, type ListView, type Maybe, unknownValue } from "../../../language/value.ts";
import type { Call, Word } from "../../../shell/syntax/model.ts";
import { doubtOf } from "../../../shell/syntax/open-words.ts";
import { type PathValue, pathOf } from "../paths/paths.ts";
import { callText, commandOf, pathsOfCall } from "./command.ts";
import { type PathView, pathOfWord } from "./command-element.ts";
import type { Context } from "./context.ts";

type Paths = Maybe<ListView<PathValue>>;

const pathsOf =
  (view: PathView) =>
  (c: Context, call: Call): Paths => {
    const command = commandOf(c);
    return command === null ? errorValue : pathsOfCall(c, call, command, view);
  };

export const callPart = {
  program: (c: Context, call: Call): Maybe<string> => c.around.shell?.program(call) ?? unknownValue,
  args: (_: Context, call: Call): ListView<string> => texts(call.args, call),
  flags: (c: Context, call: Call): ListView<string> => {
    const words = c.around.shell?.words(call, c.around.programs);
    return words === undefined
      ? noTexts
      : { items: words.flags, complete: !words.mayHaveMore, isUnlikely: words.mayHaveMore && call.faint === true };
  },
  operands: (c: Context, call: Call): ListView<string> =>
    texts(c.around.shell?.words(call, c.around.programs).operands ?? [], call),
  cwd: (c: Context, { cwd }: Call): Maybe<PathValue> => (cwd === null ? pathOf(c, c.cwd) : pathOfWord(c, cwd)),
  redirects: (c: Context, call: Call): ListView<PathValue> => {
    const files = call.redirects.filter(({ op }) => op !== "dup" && op !== "<<" && op !== "<<<");
    const paths = files.map(({ target }) => pathOfWord(c, c.around.shell?.placed(target, call.cwd) ?? target));
    return { items: paths.filter((path) => path !== unknownValue), complete: !paths.includes(unknownValue) };
  },
  via: (_: Context, { via }: Call): readonly string[] => via,
  elevated: (_: Context, { elevated }: Call): boolean => elevated,
  text: (_: Context, call: Call): string => callText(call),
  prints: (c: Context, call: Call): Maybe<boolean> => {
    const command = commandOf(c);
    if (command === null) return errorValue;
    return c.around.shell?.prints(call, command.reading, c.around.programs) ?? true;
  },
  mode: (c: Context, call: Call): Maybe<string> => {
    const mode = c.around.shell?.mode(call) ?? null;
    if (mode === null) return undefined;
    if (mode.isDynamic) return unknownValue;
    const words = [...(mode.worldWritable ? ["world-writable"] : []), ...(mode.setsId ? ["set-id"] : [])];
    return words.length === 0 ? "other" : words.join(" ");
  },
  injected: (c: Context, call: Call): ListView<string> => {
    const found = c.around.shell?.injected(call) ?? [];
    const names = (wanted: Truth): readonly string[] =>
      found.filter(({ truth }) => truth === wanted).map(({ name }) => name);
    const isFaint = call.faint === true && found.some(({ truth }) => truth === UNKNOWN);
    const isUnlikely = isFaint || found.some(({ truth }) => truth === UNLIKELY);
    return { items: names(TRUE), maybe: isFaint ? [] : names(UNKNOWN), complete: !isUnlikely, isUnlikely };
  },
  settings: (c: Context, call: Call): ListView<string> => {
    const found = c.around.shell?.settings(call) ?? [];
    if (found.length === 0) return noTexts;
    const open = found.filter(({ value }) => value.kind !== "literal");
    return {
      items: found.map(({ name, value }) => `${name}=${value.text}`),
      maybe: call.faint === true ? [] : open.flatMap(({ name }) => usualValues.map((value) => `${name}=${value}`)),
      complete: open.length === 0,
      isUnlikely: call.faint === true || open.every(({ name }) => /^[\w.*-]+$/.test(name)),
    };
  },
  reads: pathsOf("reads"),
  writes: pathsOf("writes"),
  deletes: pathsOf("deletes"),
  uploads: pathsOf("uploads"),
  hosts: (c: Context, call: Call): Maybe<ListView<string>> => commandOf(c)?.effects(call).hosts ?? errorValue,
  kinds: (c: Context, call: Call): Maybe<ListView<string>> => commandOf(c)?.kinds(call) ?? errorValue,
};

/** `c.env.NAME`: the variable as it is set for this command. */
export function callVariable({ env }: Call, name: string): Maybe<string> {
  const word = Object.hasOwn(env, name) ? env[name] : undefined;
  if (word === undefined) return undefined;
  return word.kind === "dynamic" ? unknownValue : word.text;
}

const noTexts: ListView<string> = { items: [], complete: true };

function texts(words: readonly Word[], { faint }: Call): ListView<string> {
  if (words.length === 0) return noTexts;
  const items: string[] = [];
  let complete = true;
  let isUnlikely = true;
  for (const word of words) {
    if (word.kind !== "dynamic") items.push(word.text);
    else {
      complete = false;
      isUnlikely &&= faint === true || doubtOf(word, false) === UNLIKELY;
    }
  }
  return { items, complete, isUnlikely };
}

/** What a setting of git that a rule is about may well be set to: the doubt is plain where one of these would do. */
const usualValues = ["true", "false", "/dev/null", "!sh", "+refs/heads/*:refs/heads/*", "https://example.org/"];
