// Code in git settings: aliases, and settings whose value is a command; set by `-c`, by an earlier `git config`, or
// by `GIT_CONFIG_*`.

import { literalField, type ShellField } from "../../expand/fields.ts";
import { activeIn, type Output, parseNested } from "../../expand/reader.ts";
import { recordUnknown } from "../../expand/record.ts";
import type { runCode, runSideCode } from "../../interp/code.ts";
import type { expandWords } from "../../interp/expand.ts";
import type { invoke, Running } from "../../interp/invoke.ts";
import type { textOf } from "../../interp/wrappers.ts";
import type { Word } from "../../syntax/model.ts";
import { known, type Text, unknown } from "../../syntax/text.ts";
import { hasOption } from "../table/options.ts";
import { gitSettings } from "./settings.ts";

/** What the interpreter does with the code: it depends on the tables, so it is a parameter. */
export interface CodeRunner {
  readonly invoke: typeof invoke;
  readonly runCode: typeof runCode;
  readonly runSideCode: typeof runSideCode;
  readonly expandWords: typeof expandWords;
  readonly textOf: typeof textOf;
}

/** Git settings whose value is a command. Names are compared case-insensitively. */
const commandSettings =
  /^(?:core\.(?:pager|editor|sshcommand|askpass|fsmonitor|gitproxy|alternaterefscommand)|sequence\.editor|diff\.external|gpg\.(?:[\w.]+\.)?program|pager\..+|credential(?:\..*)?\.helper|(?:diff|merge|filter|difftool|mergetool|browser|man)\..+\.(?:command|textconv|driver|clean|smudge|process|cmd|path)|interactive\.difffilter|uploadpack\.packobjectshook|remote\..+\.(?:uploadpack|receivepack)|sendemail\..*cmd|web\.browser|trailer\..+\.(?:command|cmd))$/i;

/** The command in `name=value`; null when there is none. */
export function gitSetting(value: Word): Text | null {
  const equals = value.text.indexOf("=");
  const name = equals === -1 ? value.text : value.text.slice(0, equals);
  if (value.kind === "dynamic" && equals === -1) return unknown(value.text, value.why);
  return settingCode(name, equals === -1 ? value : { ...value, text: value.text.slice(equals + 1) });
}

function settingCode(name: string, { kind, text, ...rest }: Word): Text | null {
  if (!commandSettings.test(name) || /^(?:true|false|cat|less|)$/.test(text)) return null;
  if (kind === "dynamic") return unknown(text, "why" in rest ? rest.why : "setting");
  return known(text.replace(/^!/, ""));
}

/** What a git call runs because of its settings, except those from `-c` that are handled as options. */
export function gitCode(running: Running, runner: CodeRunner): readonly Output[] {
  const { reading } = running;
  if (reading === null) return [];
  const transports = reading.operands.flatMap((word) => transport(word, running, runner));
  if (transports.length > 0) return transports;
  if (reading.path[0] === "config") return configured(running, runner);
  if (reading.path[0] === "show" || reading.path[0] === "cat-file") return restored(running, runner);
  return reading.path.length === 0 ? aliased(running, runner) : [];
}

/** `ext::COMMAND` is an address: git talks to what the command starts. `% ` is a blank within a word. */
function transport(
  { kind, text }: Word,
  { invocation, frame }: Running,
  { invoke, textOf }: CodeRunner,
): readonly Output[] {
  const found = /^ext::\s*(\S[\s\S]*)$/.exec(text);
  if (found === null || kind === "dynamic") return [];
  const words = (found[1] ?? "").replaceAll("%%", "%").replaceAll("% ", BLANK).split(/ +/);
  const fields = words.map((word) => literalField(word.replaceAll(BLANK, " ")));
  const via = [...frame.via, "git ext::"];
  return [
    invoke({ ...invocation, fields, redirects: [], text: textOf(fields), lookup: "programs" }, { ...frame, via }),
  ];
}

const BLANK = "\u0001";

/** `git show REV:PATH > PATH` does what `git restore --source=REV PATH` does. */
function restored({ reading, invocation, frame }: Running, { invoke, textOf }: CodeRunner): readonly Output[] {
  const source = reading?.operands.find(({ kind, text }) => kind === "literal" && /^[^:]+:[^/]/.test(text))?.text;
  const [git] = invocation.fields;
  if (source === undefined || git === undefined) return [];
  const path = source.slice(source.indexOf(":") + 1).replace(/^(?:\.\/)+/, "");
  const isBack = [...frame.redirects, ...invocation.redirects].some(
    ({ op, target }) => /^(?:>|>\||&>)$/.test(op) && target.text.replace(/^(?:\.\/)+/, "") === path,
  );
  if (!isBack) return [];
  const fields = [
    git,
    ...["restore", `--source=${source.slice(0, source.indexOf(":"))}`, "--", path].map((word) => literalField(word)),
  ];
  return [invoke({ ...invocation, fields, redirects: [], text: textOf(fields), lookup: "programs" }, frame)];
}

/** With these options it sets nothing. */
const asks = /^--(?:get|list|unset|remove-section|rename-section|edit)/;

/** `git config NAME VALUE`: an alias is stored for later calls, a command may run from now on. */
function configured({ reading: options, call, frame }: Running, { runSideCode }: CodeRunner): readonly Output[] {
  if (options === null || options.options.some(({ flag }) => asks.test(flag)) || hasOption(options, "-l")) return [];
  const [name, value] = options.operands;
  if (name === undefined || value === undefined || (options.path[1] ?? "set") !== "set") return [];
  const alias = /^alias\.([^=]+)$/i.exec(name.text)?.[1];
  if (alias !== undefined) {
    const key = alias.toLowerCase();
    frame.reader.gitAliases ??= new Map();
    frame.reader.gitAliases.set(key, [...(frame.reader.gitAliases.get(key) ?? []), value].slice(-4));
    return [];
  }
  const code = name.kind === "literal" ? settingCode(name.text, value) : null;
  const label = `git config ${name.text}`;
  if (code === null) return [];
  if (code.why === null) return [runSideCode(code.text, label, frame)];
  recordUnknown(call.text, code.why, { ...frame, via: [...frame.via, label] });
  return [];
}

/** `git -c alias.x='!cmd' x`: the alias, whose text is a git command unless it begins with `!`. */
function aliased(running: Running, runner: CodeRunner): readonly Output[] {
  const { reading: options, invocation, call, frame } = running;
  const place = options?.places[0];
  const word = place === undefined ? undefined : invocation.fields[place + 1];
  if (place === undefined || word === undefined || options === null) return [];
  const rest = invocation.fields.slice(place + 2);
  const name = word.text.text.toLowerCase();
  const given = gitSettings(call, options).flatMap((one) => (one.name === `alias.${name}` ? [one.value] : []));
  const found = [...given, ...(frame.reader.gitAliases?.get(name) ?? [])];
  return found.flatMap((value) => runAlias(running, runner, name, value, rest));
}

function runAlias(
  running: Running,
  runner: CodeRunner,
  name: string,
  value: Word,
  rest: readonly ShellField[],
): readonly Output[] {
  const { call, frame } = running;
  const active = activeIn(frame.reader);
  const label = `git alias ${name}`;
  if (active.has(value)) return [];
  if (value.kind === "dynamic") {
    recordUnknown(call.text, value.why, { ...frame, via: [...frame.via, label] });
    return [];
  }
  active.add(value);
  const output = value.text.startsWith("!")
    ? runner.runCode(
        known(`${value.text.slice(1)} "$@"`),
        { label, parameters: rest.map((field) => field.text), process: true },
        frame,
      )
    : runWords(running, runner, value.text, label, rest);
  active.delete(value);
  return output === null ? [] : [output];
}

function runWords(
  { invocation, frame, reading }: Running,
  { invoke, expandWords, textOf }: CodeRunner,
  text: string,
  label: string,
  rest: readonly ShellField[],
): Output | null {
  const { script } = parseNested(`git ${text}`, frame.reader);
  const command = script?.commands[0]?.command;
  if (command?.type !== "Command" || command.name === undefined) return null;
  // The settings of the call hold for the alias too: it may name another alias.
  const own = invocation.fields.slice(0, (reading?.places[0] ?? 0) + 1);
  const fields = [...own, ...expandWords(command.args, frame), ...rest];
  return invoke(
    { ...invocation, fields, redirects: [], text: textOf(fields), lookup: "programs" },
    { ...frame, via: [...frame.via, label] },
  );
}
