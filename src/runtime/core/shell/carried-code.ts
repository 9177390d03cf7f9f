// Code that options, git settings and variables carry: `tar --to-command`, `find -exec`, `git -c alias.x=!cmd`, `GIT_PAGER`.

import { FALSE } from "../truth.ts";
import { runCode, runSideCode } from "./code.ts";
import { carriesCode, codeVariable } from "./code-variables.ts";
import { expandWords } from "./expand.ts";
import { foreignShell } from "./externals.ts";
import { type Field, fieldOf, literalField } from "./fields.ts";
import { findTargets } from "./find-targets.ts";
import { inlineCommands } from "./inline-commands.ts";
import { invoke, type Running } from "./invoke.ts";
import type { Word } from "./model.ts";
import type { GivenOption } from "./options.ts";
import { parseShell } from "./parse.ts";
import type { Frame, Output } from "./reader.ts";
import { addExternal } from "./record.ts";
import { HOLE, known, type Text, toWord, unknown } from "./text.ts";
import { textOf } from "./wrappers.ts";

/** What runs beside the command itself, by way of its options and variables. */
export function carriedCode(running: Running): readonly Output[] {
  const { reading, name, frame } = running;
  const outputs = (reading?.options ?? []).flatMap((option) => {
    if (option.row.code === undefined || !option.on || reading?.help === true) return [];
    frame.reader.budget.spend(1);
    return fromOption(running, option);
  });
  if (name === "git") outputs.push(...gitAlias(running));
  if (running.invocation.env.size > 0) outputs.push(...fromVariables(running));
  return outputs;
}

function fromOption(running: Running, option: GivenOption): readonly Output[] {
  const { name, call, frame, reading, invocation } = running;
  const label = `${name} ${option.flag}`;
  const elevated = frame.elevated || reading?.table.elevates === true;
  const redirects = [...frame.redirects, ...invocation.redirects];
  const inner: Frame = { ...frame, elevated, redirects, feed: invocation.feed };
  switch (option.row.code) {
    case "shell":
    case "command": {
      // Shells find their code themselves, `env -S` is unwrapped, git settings are looked at by name.
      if (reading?.table.interpreter?.language === "shell" || (name === "env" && option.flag === "-S")) return [];
      const code = codeText(running, option);
      if (code === null) return [];
      const isWrapper = reading?.table.wrapper?.inner === "options";
      return [
        runCode(code, { label, parameters: [], process: true }, isWrapper ? inner : { ...inner, conditional: true }),
      ];
    }
    case "words": {
      const fields = (option.words ?? []).flatMap((word) => placed(running, word));
      if (fields.length === 0) return [];
      return [
        invoke(
          { ...invocation, fields, redirects: [], lookup: "programs", text: textOf(fields) },
          { ...inner, via: [...frame.via, label] },
        ),
      ];
    }
    case "inline":
      if (foreignShell.test(name)) return [];
      // SQL says nothing to the machine; its tables are a matter of their own conditions.
      if (reading?.table.interpreter?.language !== "sql") addExternal("inline-code", label, call, frame);
      return inlineCommands(option.value?.text ?? "").map((code) => runSideCode(code, label, inner));
    case "script":
      if (option.value !== null) addExternal("script", option.value.text, call, frame);
      return [];
    case undefined:
      return [];
    default: {
      const never: never = option.row.code;
      return never;
    }
  }
}

/** `{}` of find stands for what it finds. */
function placed(running: Running, word: Word): readonly Field[] {
  if (word.kind === "literal" && word.text === "{}" && running.reading !== null) {
    return findTargets(running.reading).map((target) => ({
      word: target,
      text: unknown(target.text, "what find finds"),
    }));
  }
  const field = running.invocation.fields.find((one) => one.word === word);
  if (field === undefined) return [literalField(word.text)];
  if (word.kind !== "literal" || !word.text.includes("{}")) return [field];
  return [
    fieldOf({
      ...unknown(word.text, "a file that find finds"),
      template: word.text.replaceAll("{}", `\${${HOLE}}`),
    }),
  ];
}

function asText(running: Running, word: Word, from: number): Text {
  if (word.kind === "literal") return known(word.text.slice(from));
  const field = running.invocation.fields.find(
    (one) => one.text.text.endsWith(word.text) && one.word.kind !== "literal",
  );
  const why = word.kind === "dynamic" ? word.why : "pattern";
  const lost = unknown(word.text.slice(from), why, field?.text.from ?? []);
  const at = field === undefined ? -1 : field.text.template.indexOf(word.text.slice(0, 4));
  return field === undefined || at === -1 ? lost : { ...lost, template: field.text.template.slice(at + from) };
}

/** Settings of ssh and tar that hold a command after their name. */
const settings: readonly { readonly of: RegExp; readonly flag: RegExp; readonly value: RegExp }[] = [
  {
    of: /^(?:ssh|slogin|autossh|scp|sftp|sshfs|mosh)$/,
    flag: /^-o$/,
    value: /^\s*(?:ProxyCommand|LocalCommand|KnownHostsCommand|RemoteCommand)\s*[= ]\s*/i,
  },
  { of: /^(?:tar|gtar|bsdtar)$/, flag: /^--checkpoint-action$/, value: /^exec=/ },
];

function codeText(running: Running, option: GivenOption): Text | null {
  const { name } = running;
  const { value, flag } = option;
  if (value === null) return null;
  if (name === "git" && (flag === "-c" || flag === "--config-env" || flag === "--config")) return gitSetting(value);
  const setting = settings.find((row) => row.of.test(name) && row.flag.test(flag));
  if (setting === undefined) return asText(running, value, 0);
  const found = setting.value.exec(value.text);
  return found === null ? null : asText(running, value, found[0].length);
}

/** Settings of git whose value is a command. Names are compared without case. */
const commandSettings =
  /^(?:core\.(?:pager|editor|sshcommand|askpass|fsmonitor|gitproxy|alternaterefscommand)|sequence\.editor|diff\.external|gpg\.(?:[\w.]+\.)?program|pager\..+|credential(?:\..*)?\.helper|(?:diff|merge|filter|difftool|mergetool|browser|man)\..+\.(?:command|textconv|driver|clean|smudge|process|cmd|path)|interactive\.difffilter|uploadpack\.packobjectshook|remote\..+\.(?:uploadpack|receivepack)|sendemail\..*cmd|web\.browser|trailer\..+\.(?:command|cmd))$/i;

function gitSetting(value: Word): Text | null {
  const equals = value.text.indexOf("=");
  const name = equals === -1 ? value.text : value.text.slice(0, equals);
  if (value.kind === "dynamic" && equals === -1) return unknown(value.text, value.why);
  if (!commandSettings.test(name)) return null;
  const text = value.text.slice(equals + 1);
  if (/^(?:true|false|cat|less|)$/.test(text)) return null;
  if (value.kind === "dynamic") return unknown(text, value.why);
  return known(text.replace(/^!/, ""));
}

/** `git -c alias.x='!cmd' x`: the alias, whose text is a command of git unless it begins with `!`. */
function gitAlias(running: Running): readonly Output[] {
  const { reading, invocation, frame } = running;
  const [word, ...rest] = (reading?.places ?? []).flatMap((place) => invocation.fields[place + 1] ?? []);
  if (word === undefined || reading === null || reading.path.length > 0) return [];
  return reading.options.flatMap(({ flag, value }) => {
    const found = flag === "-c" && value !== null ? /^alias\.([^=]+)=([\s\S]*)$/i.exec(value.text) : null;
    if (found === null || found[1]?.toLowerCase() !== word.text.text.toLowerCase()) return [];
    const text = found[2] ?? "";
    const label = `git alias ${found[1]}`;
    const parameters = rest.map((field) => field.text);
    if (text.startsWith("!"))
      return [runCode(known(`${text.slice(1)} "$@"`), { label, parameters, process: true }, frame)];
    const { script } = parseShell(`git ${text}`);
    const command = script?.commands[0]?.command;
    if (command?.type !== "Command" || command.name === undefined) return [];
    const fields = [...expandWords([command.name, ...command.args], frame), ...rest];
    return [
      invoke(
        { ...invocation, fields, redirects: [], text: textOf(fields), lookup: "programs" },
        { ...frame, via: [...frame.via, label] },
      ),
    ];
  });
}

/** Variables set for this very command that name a program to run. */
function fromVariables({ invocation, frame, name }: Running): readonly Output[] {
  return [...invocation.env].flatMap(([variable, text]) => {
    const row = codeVariable(variable);
    // A prompt is text with commands in it, not a command.
    if (row?.holds !== "command" || /^PS\d$/.test(variable) || carriesCode(row, toWord(text)) === FALSE) return [];
    if (name === "env" || name === "sudo") return [];
    return [runCode(text, { label: `${variable}`, parameters: [], process: true }, { ...frame, conditional: true })];
  });
}
