// Builtins that set and unset variables: `export`, `declare`, `unset`, `set`, `shift`, `let`, `getopts`.

import { ERREXIT } from "../expand/folders.ts";
import { setNoglob } from "../expand/glob-options.ts";
import { assignPairs, keyed, pairsOf, withPairs } from "../expand/keyed-arrays.ts";
import { hide, unhide } from "../expand/locals.ts";
import { parseNested, silent } from "../expand/reader.ts";
import { noteRenamed, RENAMED, recordUnknown } from "../expand/record.ts";
import {
  ALLEXPORT,
  assign,
  integerMark,
  isExportedBefore,
  look,
  put,
  readonlyMark,
  refer,
  variable,
} from "../expand/scope.ts";
import { ARITHMETIC, isOpenCause, PARAMETERS } from "../syntax/open-words.ts";
import { by, concat, cut, known, type Text, unknown, unknownValue } from "../syntax/text.ts";
import { checkSubscript } from "./arithmetic.ts";
import { argsOf, type Builtin, done, likely } from "./builtin.ts";
import { codeFromVariables, runPrompt } from "./code-from-variables.ts";
import { expandWords } from "./expand.ts";
import type { Running } from "./invoke.ts";

/** `export A=b`, `declare -x A=b`, `local A`, `readonly A=b`. `declare` in a function is `local`, unless it has `-g`. */
export const declare =
  (mode: { readonly isExported?: true; readonly isLocal?: true; readonly isGlobal?: true }): Builtin =>
  ({ invocation, frame, call }) => {
    const flags = call.args.filter((word) => /^[-+]/.test(word.text)).map((word) => word.text);
    const has = (letter: string): boolean => flags.some((flag) => flag.startsWith("-") && flag.includes(letter));
    const reachesOut = mode.isGlobal === true || has("g");
    const isLocal = mode.isLocal === true || (!reachesOut && frame.reader.locals !== null);
    const isReadonly = invocation.fields[0]?.text.text === "readonly" || has("r");
    const fixed = new Set<string>();
    for (const field of invocation.fields.slice(1)) {
      const { text } = field;
      const found = /^([A-Za-z_]\w*)(?:\[([^\]]*)\])?(\+?=)?/.exec(text.text);
      if (found === null || text.text.startsWith("-")) continue;
      const [whole, name = "", subscript, sign] = found;
      // `readonly T={rm,echo}`: the second assignment fails.
      if (isReadonly && fixed.has(name)) continue;
      fixed.add(name);
      if (sign !== undefined) noteRenamed(name, text.text, frame);
      if (subscript !== undefined) checkSubscript(`[${subscript}]`, text.text, frame);
      if (isLocal) hide(`$${name}`, frame);
      // `declare -g` bypasses a local variable of the function; most shells refuse `local` outside of a function.
      const isEither = isLocal ? frame.reader.locals === null : has("g") && unhide(`$${name}`, frame);
      if (isEither) {
        assign(frame.scope, name, [{ ...unknownValue(name), splits: true }]);
        continue;
      }
      const isExported = mode.isExported === true ? !has("n") : has("x") || isExportedBefore(frame.scope, name);
      if (has("f")) {
        const entry = look(frame.scope, `f ${name}`);
        if (entry?.kind === "function") put(frame.scope, `f ${name}`, { ...entry, isExported });
        continue;
      }
      if (has("i")) {
        assign(frame.scope, integerMark(name), [known("on")]);
        checkSubscript(text.text.slice(whole.length), text.text, frame);
      }
      const before = variable(frame.scope, name);
      if (has("A") && subscript === undefined && (sign !== undefined || before === undefined)) {
        declareKeyed(cut(text, whole.length), name, sign, { frame, isExported });
        continue;
      }
      if (sign === undefined && has("n") && mode.isExported !== true) {
        refer(frame.scope, name, "");
        continue;
      }
      if (sign === undefined) {
        const open = unknown(`$${name}`, `variable ${name}`);
        const items = before === undefined ? (isLocal ? null : [open]) : before.items;
        if (before !== undefined || isExported || isLocal) {
          assign(frame.scope, name, items, { isExported, isArray: before?.isArray ?? false });
        }
        continue;
      }
      const value = cut(text, whole.length);
      if (has("n") && mode.isExported !== true) {
        if (value.why === null && /^[A-Za-z_]\w*$/.test(value.text)) refer(frame.scope, name, value.text);
        else recordUnknown(text.text, "a reference to an unknown variable", frame);
        continue;
      }
      const isArray = value.text.startsWith("(") && (has("a") || has("A") || invocation.text.includes(`${name}=(`));
      if (subscript !== undefined || has("n") || has("i") || has("l") || has("u") || has("A")) {
        assign(frame.scope, name, [{ ...unknownValue(name, value.from), splits: isArray }], {
          isExported,
          isArray,
        });
      } else if (isArray) assign(frame.scope, name, arrayItems(value, name, frame), { isExported, isArray });
      else {
        const old = before?.items?.[0] ?? known("");
        const next = by(sign === "+=" ? concat([old, value]) : value, "variable");
        runPrompt(name, next, frame);
        assign(frame.scope, name, [next], { isExported });
      }
    }
    // Of a local variable, the name is free again at the end of the function.
    if (isReadonly && !isLocal) for (const name of fixed) assign(frame.scope, readonlyMark(name), [known("on")]);
    codeFromVariables(frame);
    return done;
  };

/** `declare -A m=([a]=x b y)`. */
function declareKeyed(
  value: Text,
  name: string,
  sign: string | undefined,
  { frame, isExported }: { readonly frame: Running["frame"]; readonly isExported: boolean },
): void {
  const before = sign === "+=" ? pairsOf(frame.scope, name) : { keys: [], items: [] };
  const words = sign === undefined ? [] : value.why === null ? wordsOf(value.text.slice(1, -1), frame) : null;
  const added = words?.flatMap((word) => keyed(word) ?? []);
  const isWhole = before !== null && words !== null && added?.length === words.length;
  assignPairs(frame.scope, name, isWhole ? withPairs(before, added) : null, isExported);
}

/** `declare -a A=(x y)`: the words between the parentheses. */
function arrayItems(value: Text, name: string, frame: Running["frame"]): readonly Text[] {
  const any = [{ ...unknownValue(name, value.from), splits: true }];
  if (value.why !== null || value.text.includes("[")) return any;
  const words = wordsOf(value.text.slice(1, -1), frame);
  return words === null ? any : words;
}

/** Source text as words, if it contains nothing but words. */
function wordsOf(text: string, frame: Running["frame"]): readonly Text[] | null {
  const { script, error } = parseNested(`: ${text}`, frame.reader);
  const command = script?.commands[0]?.command;
  if (error !== null || script?.commands.length !== 1 || command?.type !== "Command") return null;
  return expandWords(command.args, { ...frame, source: `: ${text}` }).map((field) => field.text);
}

export const unset: Builtin = (running) => {
  const { frame } = running;
  for (const { text } of argsOf(running)) {
    checkSubscript(text, text, frame);
    if (text.startsWith("-")) continue;
    const element = /^(\w+)\[/.exec(text)?.[1];
    if (element !== undefined) {
      assignPairs(frame.scope, element, null);
      continue;
    }
    assign(frame.scope, text, null);
    put(frame.scope, `f ${text}`, { kind: "function", bodies: [], isCertain: false, isExported: false });
  }
  return done;
};

export const set: Builtin = (running) => {
  const args = argsOf(running);
  const words = args.map(({ text }) => text);
  const end = words.findIndex((text) => text === "--" || text === "-");
  setNoglob(end === -1 ? words : words.slice(0, end), running.frame.scope);
  args.forEach(({ text }, i) => {
    if (!/^[-+][a-zA-Z]*e/.test(text) && !(/^[-+][a-zA-Z]*o$/.test(text) && args[i + 1]?.text === "errexit")) return;
    assign(running.frame.scope, ERREXIT, [known(text.startsWith("-") ? "on" : "off")]);
  });
  args.forEach(({ text }, i) => {
    if (/^[-+][b-zA-Z]*a[a-zA-Z]*$/.test(text) || (/^[-+]o$/.test(text) && args[i + 1]?.text === "allexport"))
      assign(running.frame.scope, ALLEXPORT, [known(text.startsWith("-") ? "on" : "off")]);
  });
  const dashes = args.findIndex(({ text, why }) => why === null && (text === "--" || !/^[-+]/.test(text)));
  if (dashes !== -1) {
    const items = running.invocation.fields.slice(1 + (args[dashes]?.text === "--" ? dashes + 1 : dashes));
    if (args[dashes]?.text === "--" || dashes === 0)
      assign(
        running.frame.scope,
        "@",
        items.map(({ storedText }) => by(storedText, "variable")),
        { isArray: true },
      );
  } else if (args.some(({ why }) => why !== null)) {
    assign(running.frame.scope, "@", [{ ...unknownValue("@"), splits: true }], { isArray: true });
  }
  return done;
};

export const shift: Builtin = (running) => {
  const items = variable(running.frame.scope, "@")?.items;
  const by = argsOf(running)[0];
  if (items === undefined || items === null) return likely;
  const count = by === undefined ? 1 : by.why === null && /^\d{1,4}$/.test(by.text) ? Number(by.text) : null;
  const isSetByLine = items.some(({ why }) => !isOpenCause(why) && why !== PARAMETERS);
  const any = [{ ...(isSetByLine ? unknownValue("@") : unknown("$@", PARAMETERS)), splits: true }];
  const isLost = count === null || items.slice(0, count).some(({ splits }) => splits);
  assign(running.frame.scope, "@", isLost ? any : items.slice(count), { isArray: true });
  return likely;
};

/** `let x=1`: an assignment of a number. */
export const letArithmetic: Builtin = (running) => {
  for (const { text } of argsOf(running)) {
    checkSubscript(text, text, running.frame);
    for (const found of text.matchAll(
      /([A-Za-z_]\w*)\s*(?:[-+*/%&|^]|<<|>>)?=(?!=)|([A-Za-z_]\w*)(?:\+\+|--)|(?:\+\+|--)([A-Za-z_]\w*)/g,
    )) {
      const name = found[1] ?? found[2] ?? found[3] ?? "";
      assign(running.frame.scope, name, [unknown(`$${name}`, ARITHMETIC)]);
    }
  }
  return { ...silent, status: "unknown" };
};

/** `test -v NAME`, `wait -p NAME`: the name may contain a subscript, which is evaluated. */
export const namesVariable: Builtin = (running) => {
  const args = argsOf(running);
  args.forEach(({ text }, i) => {
    if (/^-[vRp]$/.test(args[i - 1]?.text ?? "")) checkSubscript(text, running.invocation.text, running.frame);
  });
  return null;
};

/** `hash -p /usr/bin/git ls`, `enable -f x.so ls`: a name now refers to another program. */
export const renames: Builtin = (running) => {
  if (argsOf(running).some(({ text }) => /^-\w*[pf]/.test(text)))
    recordUnknown(running.invocation.text, RENAMED, running.frame);
  return null;
};

export const getopts: Builtin = (running) => {
  for (const name of [argsOf(running)[1]?.text ?? "", "OPTARG", "OPTIND"]) {
    if (name !== "") assign(running.frame.scope, name, [unknownValue(name)]);
  }
  return { ...silent, status: "unknown" };
};
