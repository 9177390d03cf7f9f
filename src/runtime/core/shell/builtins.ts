// Builtins of the shell that change what later commands see. Null: look at the command as any program.

import { checkSubscript } from "./arithmetic.ts";
import { runCode } from "./code.ts";
import { expandWords } from "./expand.ts";
import { fieldOf, fieldsOf } from "./fields.ts";
import { joinFolder } from "./folders.ts";
import type { Running } from "./invoke.ts";
import type { Word } from "./model.ts";
import { printed } from "./output.ts";
import { parseShell } from "./parse.ts";
import { addFlow, type Output, silent } from "./reader.ts";
import { addExternal, fileAt, fill, pathKey } from "./record.ts";
import { assign, folder, jump, jumps, look, put, variable } from "./scope.ts";
import { runStdin } from "./shells.ts";
import { by, concat, known, type Text, unknown } from "./text.ts";
import { unwrap } from "./wrappers.ts";

type Builtin = (running: Running) => Output | null;

const argsOf = ({ invocation }: Running): readonly Text[] => invocation.fields.slice(1).map(({ text }) => text);
const done: Output = { ...silent, status: "success" };
const likely: Output = { ...silent, status: "likely" };
const failed: Output = { ...silent, status: "failure" };

function goTo(running: Running, target: Word): Output {
  const { frame } = running;
  const here = folder(frame.scope);
  put(frame.scope, "cwd", { kind: "folder", word: joinFolder(target, frame) });
  assign(frame.scope, "OLDPWD", [
    here === null
      ? { ...known("."), isHere: true as const }
      : here.kind === "dynamic"
        ? unknown(here.text, here.why)
        : known(here.text),
  ]);
  return likely;
}

const cd: Builtin = (running) => {
  const { call, frame } = running;
  const words = call.args.filter(
    (word, i) => !(word.kind === "literal" && /^(?:-[LPe@]+|--)$/.test(word.text) && i < 3),
  );
  const target = words[0];
  if (target === undefined) return goTo(running, { kind: "literal", text: frame.reader.surround.home });
  if (target.kind === "literal" && target.text === "-") {
    const old = variable(frame.scope, "OLDPWD")?.items?.[0];
    if (old?.isHere === true && old.text === ".") return goBack(running);
    return goTo(
      running,
      old?.why === null
        ? { kind: "literal", text: old.text }
        : { kind: "dynamic", text: "-", why: "the folder before" },
    );
  }
  if (target.kind === "literal" && target.text === "") return likely;
  const text = argsOf(running).at(call.args.indexOf(target));
  return text?.isHere === true && text.text === "." ? goBack(running) : goTo(running, target);
};

/** To where the whole command began. */
function goBack(running: Running): Output {
  goTo(running, { kind: "literal", text: "." });
  put(running.frame.scope, "cwd", { kind: "folder", word: null });
  return likely;
}

/** The stack of folders, as an array variable no script can name. */
const STACK = "folder stack";

const pushd: Builtin = (running) => {
  const { call, frame } = running;
  const target = call.args.find((word) => word.kind !== "literal" || !/^-[n-]$/.test(word.text));
  const here = folder(frame.scope);
  const before = variable(frame.scope, STACK)?.items ?? [];
  const top =
    here === null
      ? { ...known("."), isHere: true as const }
      : here.kind === "dynamic"
        ? unknown(here.text, here.why)
        : known(here.text);
  if (target === undefined || (target.kind === "literal" && /^[+-]\d+$/.test(target.text))) {
    return goTo(running, { kind: "dynamic", text: ".", why: "the folder stack" });
  }
  assign(frame.scope, STACK, [...before, top], { isArray: true, isExported: false });
  return goTo(running, target);
};

const popd: Builtin = (running) => {
  const { frame } = running;
  const before = variable(frame.scope, STACK)?.items ?? [];
  const top = before.at(-1);
  assign(frame.scope, STACK, before.slice(0, -1), { isArray: true, isExported: false });
  if (top === undefined || running.call.args.length > 0)
    return goTo(running, { kind: "dynamic", text: ".", why: "the folder stack" });
  const word: Word =
    top.why === null ? { kind: "literal", text: top.text } : { kind: "dynamic", text: top.text, why: top.why };
  put(frame.scope, "cwd", { kind: "folder", word: top.text === "." && top.why === null ? null : word });
  return likely;
};

/** `export A=b`, `declare -x A=b`, `local A`, `readonly A=b`. */
const declare =
  (mode: { readonly isExported?: true; readonly isLocal?: true }): Builtin =>
  ({ invocation, frame, call }) => {
    const flags = call.args.filter((word) => /^[-+]/.test(word.text)).map((word) => word.text);
    const has = (letter: string): boolean => flags.some((flag) => flag.startsWith("-") && flag.includes(letter));
    for (const field of invocation.fields.slice(1)) {
      const { text } = field;
      const found = /^([A-Za-z_]\w*)(?:\[([^\]]*)\])?(\+?=)?/.exec(text.text);
      if (found === null || text.text.startsWith("-")) continue;
      const [whole, name = "", subscript, sign] = found;
      if (subscript !== undefined) checkSubscript(`[${subscript}]`, text.text, frame);
      if (mode.isLocal === true && !frame.reader.locals.has(`$${name}`)) {
        frame.reader.locals.set(`$${name}`, frame.scope.entries.get(`$${name}`));
      }
      const isExported =
        mode.isExported === true ? !has("n") : has("x") ? true : (variable(frame.scope, name)?.isExported ?? false);
      if (has("f")) {
        const entry = look(frame.scope, `f ${name}`);
        if (entry?.kind === "function") put(frame.scope, `f ${name}`, { ...entry, isExported });
        continue;
      }
      const before = variable(frame.scope, name);
      if (sign === undefined) {
        const lost = unknown(`$${name}`, `variable ${name}`);
        const items = before === undefined ? (mode.isLocal === true ? null : [lost]) : before.items;
        if (before !== undefined || isExported || mode.isLocal === true) {
          assign(frame.scope, name, items, { isExported, isArray: before?.isArray ?? false });
        }
        continue;
      }
      const value = cut(text, whole.length);
      const isArray = value.text.startsWith("(") && (has("a") || has("A") || invocation.text.includes(`${name}=(`));
      if (subscript !== undefined || has("n") || has("i") || has("l") || has("u") || has("A")) {
        assign(frame.scope, name, [{ ...unknown(`$${name}`, `variable ${name}`, value.from), splits: isArray }], {
          isExported,
          isArray,
        });
      } else if (isArray) assign(frame.scope, name, arrayItems(value, name, frame), { isExported, isArray });
      else {
        const old = before?.items?.[0] ?? known("");
        assign(frame.scope, name, [by(sign === "+=" ? concat([old, value]) : value, "variable")], { isExported });
      }
    }
    return done;
  };

/** `declare -a A=(x y)`: the words between the brackets. */
function arrayItems(value: Text, name: string, frame: Running["frame"]): readonly Text[] {
  const lost = [{ ...unknown(`$${name}`, `variable ${name}`, value.from), splits: true }];
  if (value.why !== null || value.text.includes("[")) return lost;
  const words = wordsOf(value.text.slice(1, -1), frame);
  return words === null ? lost : words;
}

/** Source text as words, where it is nothing but words. */
function wordsOf(text: string, frame: Running["frame"]): readonly Text[] | null {
  const { script, error } = parseShell(`: ${text}`);
  const command = script?.commands[0]?.command;
  if (error !== null || script?.commands.length !== 1 || command?.type !== "Command") return null;
  return expandWords(command.args, { ...frame, source: `: ${text}` }).map((field) => field.text);
}

/** The text after its first characters. */
export function cut(text: Text, from: number): Text {
  if (text.why === null) return known(text.text.slice(from), text.from);
  const prefix = text.prefix.slice(from);
  return { ...text, text: text.text.slice(from), template: text.template.slice(from), prefix };
}

const unset: Builtin = (running) => {
  const { frame } = running;
  for (const { text } of argsOf(running)) {
    checkSubscript(text, text, frame);
    if (text.startsWith("-")) continue;
    assign(frame.scope, text, null);
    put(frame.scope, `f ${text}`, { kind: "function", bodies: [], isCertain: false, isExported: false });
  }
  return done;
};

const set: Builtin = (running) => {
  const args = argsOf(running);
  const dashes = args.findIndex(({ text, why }) => why === null && (text === "--" || !/^[-+]/.test(text)));
  if (dashes !== -1) {
    const items = args.slice(args[dashes]?.text === "--" ? dashes + 1 : dashes);
    if (args[dashes]?.text === "--" || dashes === 0)
      assign(
        running.frame.scope,
        "@",
        items.map((text) => by(text, "variable")),
        { isArray: true },
      );
  } else if (args.some(({ why }) => why !== null)) {
    assign(running.frame.scope, "@", [{ ...unknown("$@", "parameters"), splits: true }], { isArray: true });
  }
  return done;
};

const shift: Builtin = (running) => {
  const items = variable(running.frame.scope, "@")?.items;
  const by = argsOf(running)[0];
  if (items === undefined || items === null || items.some(({ splits }) => splits)) return likely;
  const count = by === undefined ? 1 : by.why === null && /^\d{1,4}$/.test(by.text) ? Number(by.text) : null;
  const lost = [{ ...unknown("$@", "parameters"), splits: true }];
  assign(running.frame.scope, "@", count === null ? lost : items.slice(count), { isArray: true });
  return likely;
};

/** `read A B <<< text`: the first line, split. */
const read: Builtin = (running) => {
  const { frame, invocation } = running;
  const names: string[] = [];
  let raw = false;
  let array: string | null = null;
  let ends = "\n";
  const args = argsOf(running);
  for (let i = 0; i < args.length; i++) {
    const text = args[i]?.text ?? "";
    if (!text.startsWith("-") || text === "-") {
      checkSubscript(text, text, frame);
      names.push(/^\w+/.exec(text)?.[0] ?? text);
      continue;
    }
    if (text.includes("r")) raw = true;
    const last = text.at(-1) ?? "";
    if (last === "a") array = args[i + 1]?.text ?? null;
    if (last === "d") ends = args[i + 1]?.text.charAt(0) ?? "\n";
    if ("adinNptu".includes(last)) i++;
  }
  const { text } = invocation.feed;
  const from = [
    ...invocation.feed.calls.map((call) => ({ call, by: "variable" as const })),
    ...(text === null ? [] : by(text, "variable").from),
  ];
  const line =
    text !== null && text.why === null && (raw || !text.text.includes("\\"))
      ? known(firstLine(text.text, ends), from)
      : null;
  const prefixed = invocation.env.get("IFS");
  const own = prefixed ?? variable(frame.scope, "IFS")?.items?.[0] ?? known(" \t\n");
  const lost = (name: string): Text => unknown(`$${name}`, `variable ${name}`, from);
  if (line === null || own.why !== null) {
    for (const name of names.length === 0 ? ["REPLY"] : names) assign(frame.scope, name, [lost(name)]);
    if (array !== null) assign(frame.scope, array, [{ ...lost(array), splits: true }], { isArray: true });
    return { ...silent, status: "unknown" };
  }
  const fields = fieldsOf([{ kind: "expanded", text: line }], own.text).map((field) => field.text);
  if (array !== null) assign(frame.scope, array, fields, { isArray: true });
  names.forEach((name, i) => {
    const isLast = i === names.length - 1;
    const value =
      isLast && fields.length > names.length ? known(restOf(line.text, i, own.text), from) : (fields[i] ?? known(""));
    assign(frame.scope, name, [by(value, "variable")]);
  });
  if (names.length === 0 && array === null) assign(frame.scope, "REPLY", [line]);
  return { ...silent, status: "unknown" };
};

function firstLine(text: string, ends: string): string {
  const at = text.indexOf(ends === "" ? "\0" : ends);
  return at === -1 ? text : text.slice(0, at);
}

/** What is left of a line after some fields. */
function restOf(line: string, fields: number, ifs: string): string {
  let at = 0;
  const isBlank = (i: number): boolean => i < line.length && ifs.includes(line.charAt(i));
  while (isBlank(at)) at++;
  for (let i = 0; i < fields; i++) {
    while (at < line.length && !isBlank(at)) at++;
    while (isBlank(at)) at++;
  }
  let end = line.length;
  while (end > at && /\s/.test(line.charAt(end - 1)) && isBlank(end - 1)) end--;
  return line.slice(at, end);
}

const mapfile: Builtin = (running) => {
  const { invocation, frame } = running;
  const args = argsOf(running);
  const callback = args.findIndex(({ text }) => text === "-C");
  const code = callback === -1 ? undefined : args[callback + 1];
  const name =
    args.filter(({ text }, i) => !text.startsWith("-") && !/^-[dnOsuCc]$/.test(args[i - 1]?.text ?? "")).at(-1)?.text ??
    "MAPFILE";
  const { text } = invocation.feed;
  const from = [...invocation.feed.calls.map((call) => ({ call, by: "variable" as const })), ...(text?.from ?? [])];
  const isPlain = args.every((arg) => arg.text === "-t" || arg.text === name);
  const lines = text !== null && text.why === null && isPlain ? text.text.replace(/\n$/, "").split("\n") : null;
  const stripped = args.some((arg) => arg.text === "-t");
  const items = lines?.map((line) => known(stripped ? line : `${line}\n`, from));
  assign(frame.scope, name, items ?? [{ ...unknown(`$${name}`, `variable ${name}`, from), splits: true }], {
    isArray: true,
  });
  if (code === undefined) return done;
  return runCode(code, { label: "mapfile -C", parameters: null, process: false }, { ...frame, conditional: true });
};

const printf: Builtin = (running) => {
  const args = argsOf(running);
  const name = args[0]?.text === "-v" ? args[1]?.text : /^-v(\w+)$/.exec(args[0]?.text ?? "")?.[1];
  if (name === undefined) return null;
  checkSubscript(name, name, running.frame);
  const used = args[0]?.text === "-v" ? 2 : 1;
  const fields = [
    running.invocation.fields[0] ?? fieldOf(known("printf")),
    ...running.invocation.fields.slice(used + 1),
  ];
  const text = printed({ ...running, invocation: { ...running.invocation, fields } })?.text ?? null;
  const from = args.flatMap((arg) => arg.from);
  assign(running.frame.scope, name, [
    text === null ? unknown(`$${name}`, `variable ${name}`, from) : by(text, "variable"),
  ]);
  return done;
};

const evaluate: Builtin = (running) => {
  const { frame, call, invocation } = running;
  const args = argsOf(running);
  const words = args[0]?.text === "--" ? args.slice(1) : args;
  if (words.length === 0) return done;
  const code = concat(words.flatMap((text, i) => (i === 0 ? [text] : [known(" "), text])));
  for (const { call: from, by: way } of code.from) addFlow(frame.reader, { from, to: call.id, by: way, into: "code" });
  const redirects = [...frame.redirects, ...invocation.redirects];
  return runCode(
    code,
    { label: "eval", parameters: null, process: false },
    { ...frame, redirects, feed: invocation.feed },
  );
};

const source: Builtin = (running) => {
  const { frame, call, invocation } = running;
  const target = argsOf(running)[0];
  if (target === undefined) return null;
  const rest = argsOf(running).slice(1);
  if (target.why !== null) {
    addExternal("script", target.text, call, frame);
    return { ...silent, text: null, status: "unknown" };
  }
  const key = pathKey(target.text, frame);
  if (key === "/dev/fd/0") return runStdin(running, "source");
  const file = fileAt(frame, key);
  if (file === undefined) {
    addExternal("script", target.text, call, frame);
    return { ...silent, text: null, status: "unknown" };
  }
  for (const from of file.writers) addFlow(frame.reader, { from, to: call.id, by: file.by, into: "code" });
  if (file.text === null) {
    addExternal("script", target.text, call, frame);
    return { ...silent, text: null, status: "unknown" };
  }
  if (!file.isCertain) addExternal("script", target.text, call, frame);
  const parameters = rest.length > 0 ? rest : null;
  return runCode(file.text, { label: "source", parameters, process: false }, { ...frame, feed: invocation.feed });
};

const trap: Builtin = (running) => {
  const args = argsOf(running).filter(({ text }) => text !== "--");
  const code = args[0];
  if (code === undefined || args.length < 2 || code.text === "-" || code.text === "" || /^-[lp]/.test(code.text))
    return done;
  const frame = { ...running.frame, conditional: true };
  const output = runCode(code, { label: "trap", parameters: null, process: false }, frame);
  return { ...done, calls: output.calls };
};

const makeAlias: Builtin = (running) => {
  for (const text of argsOf(running)) {
    const found = /^(?!-)([^=\s]+)=/.exec(text.prefix === "" ? text.text : text.prefix);
    if (found === null) continue;
    put(running.frame.scope, `a ${found[1] ?? ""}`, { kind: "alias", texts: [cut(text, found[0].length)] });
  }
  return done;
};

const leave =
  (by: number): Builtin =>
  ({ frame, call }) => {
    const count = call.args[0];
    const far = by <= jumps.break && count !== undefined && count.text !== "1";
    jump(frame.scope, far ? jumps.return : by, !far);
    return { ...silent, status: "unknown" };
  };

/** `let x=1`: an assignment of a number. */
const letArithmetic: Builtin = (running) => {
  for (const { text } of argsOf(running)) {
    checkSubscript(text, text, running.frame);
    for (const found of text.matchAll(
      /([A-Za-z_]\w*)\s*(?:[-+*/%&|^]|<<|>>)?=(?!=)|([A-Za-z_]\w*)(?:\+\+|--)|(?:\+\+|--)([A-Za-z_]\w*)/g,
    )) {
      const name = found[1] ?? found[2] ?? found[3] ?? "";
      assign(running.frame.scope, name, [unknown(`$${name}`, `variable ${name}`)]);
    }
  }
  return { ...silent, status: "unknown" };
};

const getopts: Builtin = (running) => {
  for (const name of [argsOf(running)[1]?.text ?? "", "OPTARG", "OPTIND"]) {
    if (name !== "") assign(running.frame.scope, name, [unknown(`$${name}`, `variable ${name}`)]);
  }
  return { ...silent, status: "unknown" };
};

/** `exec` with redirections only changes the shell's own descriptors. */
const exec: Builtin = (running) => {
  const { frame, invocation } = running;
  if (running.call.args.length > 0) {
    const output = unwrap(running);
    jump(frame.scope, jumps.exit, true);
    return output;
  }
  const { feed } = invocation;
  if (invocation.redirects.some(({ fd, op }) => fd === 0 && (op.startsWith("<") || op === "dup"))) {
    fill(frame, "/dev/fd/0", {
      text: feed.text,
      writers: feed.calls,
      readers: [],
      by: "descriptor",
    });
  }
  return done;
};

export const builtins: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  ["cd", cd],
  ["chdir", cd],
  ["pushd", pushd],
  ["popd", popd],
  ["export", declare({ isExported: true })],
  ["declare", declare({})],
  ["typeset", declare({})],
  ["readonly", declare({})],
  ["local", declare({ isLocal: true })],
  ["unset", unset],
  ["set", set],
  ["shift", shift],
  ["read", read],
  ["mapfile", mapfile],
  ["readarray", mapfile],
  ["printf", printf],
  ["eval", evaluate],
  ["source", source],
  [".", source],
  ["trap", trap],
  ["alias", makeAlias],
  ["return", leave(jumps.return)],
  ["break", leave(jumps.break)],
  ["continue", leave(jumps.continue)],
  ["exit", leave(jumps.exit)],
  ["logout", leave(jumps.exit)],
  ["let", letArithmetic],
  ["getopts", getopts],
  ["exec", exec],
  [":", () => done],
  ["true", () => done],
  ["false", () => failed],
  ["shopt", () => done],
]);
