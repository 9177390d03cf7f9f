// Settings of git: in force for one call, written by it, and which of them make git run other code.

import { FALSE, TRUE, type Truth, UNKNOWN } from "../truth.ts";
import { type CodeVariable, carriesCode } from "./code-variables.ts";
import type { Call, Word } from "./model.ts";
import { type OptionReading, optionValues, programName, readOptions, tableOf } from "./options.ts";

export interface GitSetting {
  readonly name: string;
  readonly value: Word;
}

/** Settings of git whose value is a program. */
const settingRow: CodeVariable = { name: "git", holds: "command", doc: "a setting of git" };
const codeSetting =
  /^(?:core\.(?:pager|editor|sshcommand|askpass|fsmonitor|gitproxy|alternaterefscommand)|sequence\.editor|diff\.external|gpg\.(?:[\w.]+\.)?program|pager\..+|credential(?:\..*)?\.helper|(?:diff|merge|filter|difftool|mergetool|browser|man|tar|hook|guitool|lfs\.customtransfer)\..+\.(?:command|textconv|driver|clean|smudge|process|cmd|path)|interactive\.difffilter|uploadpack\.packobjectshook|remote\..+\.(?:uploadpack|receivepack|vcs)|sendemail\..*cmd|web\.browser|trailer\..+\.(?:command|cmd)|submodule\..+\.update|alias\..+|protocol\.(?:ext\.)?allow|instaweb\.(?:httpd|browser)|include(?:if\..*)?\.path)$/;

/** Settings in force or written whose value is foreign code, or may be. */
export function codeSettings(
  call: Call,
  reading: OptionReading,
): readonly { readonly name: string; readonly value: Word; readonly truth: Truth }[] {
  const written = configured(reading).filter(({ name, value }) => !isOwnInclude(name, value, reading));
  return [...gitSettings(call), ...written].flatMap(({ name, value }) => {
    const truth = codeSetting.test(name) ? settingTruth(name, value) : FALSE;
    return truth === FALSE ? [] : [{ name, value, truth }];
  });
}

/** `git config include.path ../.gitconfig.shared`: a file of the project, seen from `.git`. */
const isOwnInclude = (name: string, value: Word, { options }: OptionReading): boolean =>
  /^include(?:if\..*)?\.path$/.test(name) &&
  value.kind === "literal" &&
  /^\.\.(?:\/[\w.-]*[\w-])+$/.test(value.text) &&
  !options.some(({ flag, on }) => on && /^(?:--global|--system|--file|--blob|-f)$/.test(flag));

/** Aliases are words of git unless they begin with `!`; `true` and `false` only switch. */
function settingTruth(name: string, value: Word): Truth {
  if (value.kind !== "literal") return UNKNOWN;
  const { text } = value;
  if (name.startsWith("alias.")) return text.startsWith("!") ? TRUE : FALSE;
  if (name.startsWith("protocol.")) return text === "never" ? FALSE : TRUE;
  if (name.startsWith("include")) return TRUE;
  if (name.startsWith("submodule.")) return text.startsWith("!") ? TRUE : FALSE;
  if (/^(?:true|false|yes|no|on|off|0|1)$/.test(text)) return FALSE;
  return carriesCode(settingRow, { ...value, text: text.replace(/^!/, "") });
}

/** `git config NAME VALUE`, `git config set NAME VALUE`. */
function configured({ path, operands, options }: OptionReading): readonly GitSetting[] {
  if (path[0] !== "config" || (path[1] ?? "set") !== "set") return [];
  if (options.some(({ flag, on }) => on && /^--(?:get|unset|list|remove|rename)|^-l$/.test(flag))) return [];
  const [name, value] = operands;
  return name === undefined || value === undefined ? [] : [{ name: name.text.toLowerCase(), value }];
}

/** Settings that name a host: another address in place of one, a proxy, the address of a remote. */
export function settingAddresses(call: Call, reading: OptionReading): readonly Word[] {
  const found: Word[] = [];
  for (const { name, value } of [...gitSettings(call), ...configured(reading)]) {
    const base = /^url\.(.+)\.(?:push)?insteadof$/.exec(name)?.[1];
    if (base !== undefined) found.push({ kind: "literal", text: base });
    else if (/^(?:https?\.(?:.+\.)?proxy|remote\..+\.(?:proxy|(?:push)?url))$/.test(name) && value.text !== "")
      found.push(value);
  }
  return found;
}

/** The same with what the call itself writes: `git config NAME VALUE`. */
export function settingsOf(call: Call): readonly GitSetting[] {
  const table = programName(call) === "git" ? tableOf(call) : undefined;
  return table === undefined ? [] : [...gitSettings(call), ...configured(readOptions(call, table))];
}

function fromVariable({ env }: Call, name: string): Word {
  const value = Object.hasOwn(env, name) ? env[name] : undefined;
  return value ?? { kind: "dynamic", text: `$${name}`, why: `variable ${name}` };
}

const NUMBERED = "GIT_CONFIG_KEY_";

/** Those of the call asked about last: what it contacts, what it runs and what it sets all ask. */
let last: { readonly call: Call | null; readonly settings: readonly GitSetting[] } = { call: null, settings: [] };

/** Settings of git in force for one call: `-c name=value` and `GIT_CONFIG_*`. Names in lower case. */
export function gitSettings(call: Call): readonly GitSetting[] {
  if (last.call !== call) last = { call, settings: readSettings(call) };
  return last.settings;
}

function readSettings(call: Call): readonly GitSetting[] {
  if (programName(call) !== "git") return [];
  const table = tableOf(call);
  if (table === undefined) return [];
  const found: GitSetting[] = [];
  for (const word of optionValues(readOptions(call, table), "-c")) {
    const equals = word.text.indexOf("=");
    const name = equals === -1 ? word.text : word.text.slice(0, equals);
    found.push({
      name: name.toLowerCase(),
      value: equals === -1 ? { kind: "literal", text: "true" } : { ...word, text: word.text.slice(equals + 1) },
    });
  }
  // `--config-env=NAME=VARIABLE`, and the one variable that git itself hands settings down by.
  for (const { text } of optionValues(readOptions(call, table), "--config-env")) {
    const equals = text.lastIndexOf("=");
    if (equals > 0)
      found.push({ name: text.slice(0, equals).toLowerCase(), value: fromVariable(call, text.slice(equals + 1)) });
  }
  const handed = Object.hasOwn(call.env, "GIT_CONFIG_PARAMETERS") ? call.env.GIT_CONFIG_PARAMETERS : undefined;
  for (const [, name = "", text = ""] of (handed?.text ?? "").matchAll(/'([\w.-]+)'?='?([^']*)'/g))
    found.push({ name: name.toLowerCase(), value: { kind: "literal", text } });
  for (const variable in call.env) {
    const number = variable.startsWith(NUMBERED) ? variable.slice(NUMBERED.length) : "";
    const [key, value] = [call.env[variable], call.env[`GIT_CONFIG_VALUE_${number}`]];
    if (/^\d+$/.test(number) && key !== undefined && value !== undefined)
      found.push({ name: key.text.toLowerCase(), value });
  }
  return found;
}
