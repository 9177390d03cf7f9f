// Code in options and variables: `tar --to-command`, `find -exec`, `GIT_PAGER`, `export PAGER`.

import { findTargets } from "../effects/draft/find-targets.ts";
import { fieldOf, literalField, ShellField } from "../expand/fields.ts";
import { deeper, type Frame, type Output } from "../expand/reader.ts";
import { addExternal, fileAt, pathKey } from "../expand/record.ts";
import { isBare } from "../expand/scope.ts";
import { type CodeRunner, gitCode, gitSetting } from "../programs/git/code.ts";
import { programTable } from "../programs/index.ts";
import type { GivenOption } from "../programs/table/options.ts";
import type { Word } from "../syntax/model.ts";
import { known, NAME_HOLE, type Text, unknown } from "../syntax/text.ts";
import { runCode, runSideCode } from "./code.ts";
import { codeFromOperands } from "./code-from-operands.ts";
import { codeFromVariables, holdsCommand, runVariable } from "./code-from-variables.ts";
import { diskText } from "./disk-files.ts";
import { expandWords } from "./expand.ts";
import { isForeignShell } from "./externals.ts";
import { follow } from "./follow.ts";
import { invoke, type Running } from "./invoke.ts";
import { lookAtFiles } from "./look-at-code.ts";
import { runInline } from "./run-inline.ts";
import { textOf } from "./wrappers.ts";

/** What runs beside the command itself because of its options and variables. */
export function codeFromOptions(running: Running): readonly Output[] {
  const { reading, name, frame } = running;
  let outputs: Output[] | null = null;
  const add = (more: readonly Output[]): void => {
    if (more.length > 0) outputs = outputs === null ? [...more] : [...outputs, ...more];
  };
  if (reading !== null && !reading.help) {
    for (const option of reading.options) {
      if (option.row.lines === true && option.on) add(fromLines(running, option));
      if (option.row.code === undefined || !option.on) continue;
      frame.reader.budget.spend(1);
      add(fromOption(running, option));
    }
  }
  if (name === "git") add(gitCode(running, runner));
  if (running.invocation.env.size > 0) add(fromVariables(running));
  add(codeFromOperands(running));
  if (!isBare(frame.scope)) add(codeFromVariables(frame));
  return outputs ?? none;
}

const none: readonly Output[] = [];

const runner: CodeRunner = { invoke, runCode, runSideCode, expandWords, textOf };

function fromOption(running: Running, option: GivenOption): readonly Output[] {
  const { name, call, frame, reading, invocation } = running;
  const label = `${name} ${option.flag}`;
  const elevated = frame.elevated || reading?.table.elevates === true;
  const redirects = [...frame.redirects, ...invocation.redirects];
  const inner: Frame = { ...frame, elevated, redirects, feed: invocation.feed };
  switch (option.row.code) {
    case "shell":
    case "command": {
      // Shells find their own code, `env -S` is unwrapped, git settings are handled by name.
      if (reading?.table.interpreter?.language === "shell" || (name === "env" && option.flag === "-S")) return [];
      const code = codeText(running, option);
      if (code === null) return [];
      const isWrapper = reading?.table.wrapper?.inner === "options";
      return [
        runCode(code, { label, parameters: [], process: true }, isWrapper ? inner : { ...inner, conditional: true }),
      ];
    }
    case "pipe": {
      const found = /^\s*(?:%pipe%|[|!])\s*/.exec(option.value?.text ?? "");
      if (found === null || option.value === null) return [];
      return [runCode(asText(running, option.value, found[0].length), { label, parameters: [], process: true }, inner)];
    }
    case "words": {
      const words = option.words ?? [];
      // fd appends the name unless a placeholder says where it goes.
      const isPlaced = reading?.table.name !== "fd" || words.some(({ text }) => /\{.?.?\}/.test(text));
      const fields = (isPlaced ? words : [...words, foundName]).flatMap((word, i) =>
        placed(running, word, option.at + 2 + i),
      );
      if (fields.length === 0) return [];
      return [
        invoke(
          { ...invocation, fields, redirects: [], lookup: "programs", text: textOf(fields) },
          { ...inner, via: [...frame.via, label] },
        ),
      ];
    }
    case "inline":
      if (isForeignShell(name)) return [];
      if (option.flag === "-m" && reading?.table.interpreter?.language === "python") {
        const fields = moduleWords(running, option);
        if (fields.length > 0)
          return [
            invoke(
              { ...invocation, fields, redirects: [], lookup: "programs", text: textOf(fields) },
              { ...inner, via: [...frame.via, label] },
            ),
          ];
      }
      if (option.flag === "-m" && reading?.table.interpreter?.language === "python")
        return module(running, option, label);
      // SQL runs no programs; its tables have conditions of their own.
      if (reading?.table.interpreter?.language !== "sql") addExternal("inline-code", label, call, frame);
      return runInline(option.value?.text ?? "", label, running, inner);
    case "script":
      return option.value === null || option.value.text === "" ? [] : fromScript(running, option.value, inner);
    case undefined:
      return [];
    default: {
      const never: never = option.row.code;
      return never;
    }
  }
}

/** `python -m tool`: a file of the project, or a package. */
function module(running: Running, { value }: GivenOption, label: string): readonly Output[] {
  const { call, frame } = running;
  const path = value?.kind === "literal" && /^[\w.]+$/.test(value.text) ? value.text.replaceAll(".", "/") : null;
  const files = path === null ? [] : [`${path}.py`, `${path}/__main__.py`];
  if (!lookAtFiles(running, { kind: "inline-code", name: label }, files, "code"))
    addExternal("inline-code", label, call, frame);
  return [];
}

/** A file of code; SQL that the line itself wrote is passed to the client as text: `echo 'drop ...' > x.sql; psql -f x.sql`. */
function fromScript(running: Running, file: Word, inner: Frame): readonly Output[] {
  const { reading, invocation, call, frame } = running;
  const onDisk = scriptOnDisk(running, file, inner);
  if (onDisk !== null) return onDisk;
  const isSql = reading?.table.interpreter?.language === "sql" && file.kind === "literal";
  const written = isSql ? fileAt(frame, pathKey(file.text, frame)) : undefined;
  const flag = reading?.table.options.find(({ code }) => code === "inline")?.flags[0];
  const [client] = invocation.fields;
  const text = written?.text ?? null;
  // The file of a task that was read.
  const isTask = frame.reader.external.some((one) => one.call === call.id && one.followed === true);
  if ((text === null || written?.isCertain !== true) && !isTask) addExternal("script", file.text, call, frame);
  if (text === null || flag === undefined || client === undefined) return [];
  const fields = [client, literalField(flag), fieldOf(text)];
  return [invoke({ ...invocation, fields, redirects: [], text: textOf(fields) }, inner)];
}

/** `awk -f x.awk`, `psql -f x.sql` with a file on the disk: the same look as at its text on the line. */
function scriptOnDisk(running: Running, file: Word, inner: Frame): readonly Output[] | null {
  const { reading, invocation, call, frame } = running;
  const row = reading?.table.interpreter;
  const [client] = invocation.fields;
  const isText = row?.language === "sql" || row?.operand === "code";
  if (!isText || file.kind !== "literal" || client === undefined) return null;
  if (fileAt(frame, pathKey(file.text, frame)) !== undefined) return null;
  const text = diskText(file.text, frame);
  const flag = row.operand === "code" ? undefined : row.code?.[0];
  if (typeof text !== "string" || (row.operand !== "code" && flag === undefined)) return null;
  const path = pathKey(file.text, frame);
  const what = { kind: "script", name: file.text, call, path, isProcess: true, hasArguments: true } as const;
  const fields = [client, ...(flag === undefined ? [] : [literalField(flag)]), fieldOf(known(text))];
  const label = `${running.name} ${file.text}`;
  follow({ ...what, sources: [path] }, inner, (within) =>
    invoke({ ...invocation, fields, redirects: [] }, deeper(within, { via: [...frame.via, label] })),
  );
  return none;
}

const MOST_LINES = 64;

/** Words in a file that the line itself wrote: an index in `pip -r requirements.txt`. */
function fromLines({ reading, invocation, frame }: Running, { value, flag }: GivenOption): readonly Output[] {
  const [program] = invocation.fields;
  if (value?.kind !== "literal" || program === undefined) return none;
  const path = value.text === "-" ? "/dev/fd/0" : pathKey(value.text, frame);
  if (path !== "/dev/fd/0" && !frame.reader.fills) return none;
  const text = path === "/dev/fd/0" ? invocation.feed.text : (fileAt(frame, path)?.text ?? null);
  if (text === null || text.why !== null) return none;
  const lines = text.text.split("\n").map((line) => line.replace(/(?:^|\s)#.*$/, "").trim());
  return lines
    .filter((line) => line !== "")
    .slice(0, MOST_LINES)
    .map((line) => {
      const words = [...(reading?.path ?? []), ...line.split(/\s+/)];
      const fields = [program, ...words.map((word) => literalField(word, text.from))];
      const via = [...frame.via, `${program.text.text} ${flag}`];
      return invoke({ ...invocation, fields, redirects: [], text: textOf(fields) }, { ...frame, via });
    });
}

/** `python -m pip install x` runs the program of that name, if it has a table. */
function moduleWords({ invocation }: Running, { value, at }: GivenOption): readonly ShellField[] {
  if (value === null || value.kind !== "literal" || programTable(value.text) === undefined) return [];
  const args = invocation.fields.slice(1);
  const next =
    args[at]?.text.text.endsWith(value.text) === true && args[at]?.text.text !== value.text ? at + 1 : at + 2;
  return [literalField(value.text), ...args.slice(next)];
}

const foundName: Word = { kind: "literal", text: "{}" };

/** `{}` in find stands for the files it finds. */
function placed(running: Running, word: Word, at: number): readonly ShellField[] {
  if (word.kind === "literal" && word.text === "{}" && running.reading !== null) {
    return findTargets(running.reading).map(
      (target) => new ShellField(target, unknown(target.text, "files found by find")),
    );
  }
  const field = running.invocation.fields[at];
  if (field?.word !== word) return [literalField(word.text)];
  if (word.kind !== "literal" || !word.text.includes("{}")) return [field];
  return [
    fieldOf({
      ...unknown(word.text, "a file found by find"),
      template: word.text.replaceAll("{}", `\${${NAME_HOLE}}`),
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

/** Settings of ssh, tar and fzf that contain a command after their name, or as a part that the pattern captures. */
const settings: readonly { readonly of: RegExp; readonly flag: RegExp; readonly value: RegExp }[] = [
  {
    of: /^(?:ssh|slogin|autossh|scp|sftp|sshfs|mosh)$/,
    flag: /^-o$/,
    value: /^\s*(?:ProxyCommand|LocalCommand|KnownHostsCommand|RemoteCommand)\s*[= ]\s*/i,
  },
  {
    of: /^(?:apt|apt-get|aptitude|nala)$/,
    flag: /^-o$/,
    value: /^\s*(?:APT|DPkg)::(?:[\w-]+::)*(?:Pre|Post)-(?:Invoke|Install-Pkgs)(?:-Success)?:{0,2}[= ]\s*/i,
  },
  { of: /^(?:tar|gtar|bsdtar)$/, flag: /^--checkpoint-action$/, value: /^exec=/ },
  {
    of: /^(?:fzf|sk)$/,
    flag: /^--bind$/,
    value:
      /(?:execute(?:-silent|-multi)?|reload(?:-sync)?|become|transform[\w-]*|(?:change-)?preview)(?:\(([^)]*)\)|\[([^\]]*)\]|\{([^}]*)\}|:(.*))/,
  },
];

function codeText(running: Running, option: GivenOption): Text | null {
  const { name } = running;
  const { value, flag } = option;
  if (value === null) return null;
  if (name === "git" && (flag === "-c" || flag === "--config-env" || flag === "--config")) return gitSetting(value);
  const setting = settings.find((row) => row.of.test(name) && row.flag.test(flag));
  if (setting === undefined) return asText(running, value, 0);
  const found = setting.value.exec(value.text);
  const captured = found?.slice(1).find((text) => text !== undefined);
  if (captured !== undefined && value.kind === "literal") return known(captured);
  return found === null ? null : asText(running, value, found[0].length);
}

/** Variables set for this command only that name a program to run. */
function fromVariables({ invocation, frame, name }: Running): readonly Output[] {
  return [...invocation.env].flatMap(([set, text]) => {
    if (!holdsCommand(set, text) || name === "env" || name === "sudo") return [];
    return [runVariable(set, text, frame)];
  });
}
