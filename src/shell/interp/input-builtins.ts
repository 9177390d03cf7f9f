// Builtins that put text into variables: `read`, `mapfile`, `printf -v`.

import { fieldOf, fieldsOf } from "../expand/fields.ts";
import { silent } from "../expand/reader.ts";
import { assign, variable } from "../expand/scope.ts";
import { by, known, type Text, unknown, unknownValue } from "../syntax/text.ts";
import { checkSubscript } from "./arithmetic.ts";
import { argsOf, type Builtin, done } from "./builtin.ts";
import { runCode } from "./code.ts";
import { printed } from "./output.ts";

/** `read A B <<< text`: the first line, split. */
export const read: Builtin = (running) => {
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
  const any = (name: string): Text => readText(name, text, from);
  if (line === null || own.why !== null) {
    for (const name of names.length === 0 ? ["REPLY"] : names) assign(frame.scope, name, [any(name)]);
    if (array !== null) assign(frame.scope, array, [{ ...any(array), splits: true }], { isArray: true });
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

/** A variable that takes an unknown line: of a file, or of a program's output. */
function readText(name: string, fed: Text | null, from: Text["from"]): Text {
  const [only, ...others] = fed?.names ?? (fed?.glob === undefined ? [] : [fed.glob]);
  if (only !== undefined) return unknown(others.length === 0 ? only : "*", fed?.why ?? "standard input", from);
  return from.length === 0 ? unknownValue(name) : unknown(`$${name}`, "standard input", from);
}

function firstLine(text: string, ends: string): string {
  const at = text.indexOf(ends === "" ? "\0" : ends);
  return at === -1 ? text : text.slice(0, at);
}

/** The rest of a line after some fields. */
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

export const mapfile: Builtin = (running) => {
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
  assign(frame.scope, name, items ?? [{ ...unknownValue(name, from), splits: true }], {
    isArray: true,
  });
  if (code === undefined) return done;
  return runCode(code, { label: "mapfile -C", parameters: null, process: false }, { ...frame, conditional: true });
};

export const printf: Builtin = (running) => {
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
  assign(running.frame.scope, name, [text === null ? unknownValue(name, from) : by(text, "variable")]);
  return done;
};
