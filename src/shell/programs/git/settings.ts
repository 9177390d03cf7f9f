// Git settings: in force for one call, written by it, and which of them make git run other code.

import { FALSE, TRUE, type Truth, UNKNOWN } from "../../../language/truth.ts";
import { type CodeVariable, carriesCode } from "../../embedded/values/foreign-code.ts";
import { noEnvironment } from "../../expand/record.ts";
import type { Call, Word } from "../../syntax/model.ts";
import { type OptionReading, optionValues } from "../table/options.ts";
import { programName } from "../table/program-name.ts";

export interface GitSetting {
  readonly name: string;
  readonly value: Word;
}

/** Git settings whose value is a program. */
const settingRow: CodeVariable = { name: "git", holds: "command" };
const codeSetting =
  /^(?:core\.(?:pager|editor|sshcommand|askpass|fsmonitor|gitproxy|alternaterefscommand)|sequence\.editor|diff\.external|gpg\.(?:[\w.]+\.)?program|pager\..+|credential(?:\..*)?\.helper|(?:diff|merge|filter|difftool|mergetool|browser|man|tar|hook|guitool|lfs\.customtransfer)\..+\.(?:command|textconv|driver|clean|smudge|process|cmd|path)|interactive\.difffilter|uploadpack\.packobjectshook|remote\..+\.(?:uploadpack|receivepack|vcs)|sendemail\..*cmd|web\.browser|trailer\..+\.(?:command|cmd)|submodule\..+\.update|alias\..+|protocol\.(?:ext\.)?allow|instaweb\.(?:httpd|browser)|include(?:if\..*)?\.path)$/;

/** Settings in force or written whose value is foreign code, or may be. */
export function codeSettings(
  call: Call,
  reading: OptionReading,
): readonly { readonly name: string; readonly value: Word; readonly truth: Truth }[] {
  const set = configured(reading);
  const written = set.length === 0 ? set : set.filter(({ name, value }) => !isOwnInclude(name, value, reading));
  const all = joinedLists(gitSettings(call, reading), written);
  if (all.length === 0) return none;
  return all.flatMap(({ name, value }) => {
    const truth = codeSetting.test(name) ? settingTruth(name, value) : FALSE;
    return truth === FALSE ? [] : [{ name, value, truth }];
  });
}

/** `git config include.path ../.gitconfig.shared`: a project file, relative to `.git`. */
const isOwnInclude = (name: string, value: Word, { options }: OptionReading): boolean =>
  /^include(?:if\..*)?\.path$/.test(name) &&
  value.kind === "literal" &&
  /^\.\.(?:\/[\w.-]*[\w-])+$/.test(value.text) &&
  !options.some(({ flag, on }) => on && /^(?:--global|--system|--file|--blob|-f)$/.test(flag));

/** Aliases are git arguments unless they begin with `!`; `true` and `false` only switch something on or off. */
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
  if (path[0] !== "config" || (path[1] ?? "set") !== "set") return none;
  if (options.some(({ flag, on }) => on && /^--(?:get|unset|list|remove|rename)|^-l$/.test(flag))) return [];
  const [name, value] = operands;
  return name === undefined || value === undefined ? [] : [{ name: name.text.toLowerCase(), value }];
}

/** Settings that name a host: a replacement address, a proxy, the address of a remote. */
export function settingAddresses(call: Call, reading: OptionReading): readonly Word[] {
  const settings = joinedLists(gitSettings(call, reading), configured(reading));
  if (settings.length === 0) return none;
  const found: Word[] = [];
  for (const { name, value } of settings) {
    const base = /^url\.(.+)\.(?:push)?insteadof$/.exec(name)?.[1];
    if (base !== undefined) found.push({ kind: "literal", text: base });
    else if (/^(?:https?\.(?:.+\.)?proxy|remote\..+\.(?:proxy|(?:push)?url))$/.test(name) && value.text !== "")
      found.push(value);
  }
  return found;
}

/** The same, including what the call itself writes: `git config NAME VALUE`. */
export const settingsOf = (call: Call, reading: OptionReading): readonly GitSetting[] =>
  isGit(call) ? joinedLists(gitSettings(call, reading), configured(reading)) : none;

/** Other programs use the table of git, but have settings of their own. */
const isGit = (call: Call): boolean => programName(call) === "git";

const none: readonly never[] = [];

/** Nearly every call has neither. */
function joinedLists<V>(one: readonly V[], other: readonly V[]): readonly V[] {
  if (one.length === 0) return other;
  return other.length === 0 ? one : [...one, ...other];
}

function fromVariable({ env }: Call, name: string): Word {
  const value = Object.hasOwn(env, name) ? env[name] : undefined;
  return value ?? { kind: "dynamic", text: `$${name}`, why: `variable ${name}` };
}

const NUMBERED = "GIT_CONFIG_KEY_";

/** The settings of the last call: the functions for hosts, code and settings all need them. */
let last: { readonly call: Call | null; readonly settings: readonly GitSetting[] } = { call: null, settings: [] };

/** Git settings in force for one call: `-c name=value` and `GIT_CONFIG_*`. Names in lower case. */
export function gitSettings(call: Call, reading: OptionReading): readonly GitSetting[] {
  if (last.call !== call) last = { call, settings: isGit(call) ? readSettings(call, reading) : none };
  return last.settings;
}

function readSettings(call: Call, reading: OptionReading): readonly GitSetting[] {
  const found: GitSetting[] = [];
  if (reading.options.length > 0) addGiven(found, call, reading);
  if (call.env !== noEnvironment) for (const variable in call.env) addVariable(found, call, variable);
  return found;
}

function addGiven(found: GitSetting[], call: Call, reading: OptionReading): void {
  for (const word of optionValues(reading, "-c")) {
    const equals = word.text.indexOf("=");
    const name = equals === -1 ? word.text : word.text.slice(0, equals);
    found.push({
      name: name.toLowerCase(),
      value: equals === -1 ? { kind: "literal", text: "true" } : { ...word, text: word.text.slice(equals + 1) },
    });
  }
  // `--config-env=NAME=VARIABLE`
  for (const { text } of optionValues(reading, "--config-env")) {
    const equals = text.lastIndexOf("=");
    if (equals > 0)
      found.push({ name: text.slice(0, equals).toLowerCase(), value: fromVariable(call, text.slice(equals + 1)) });
  }
}

function addVariable(found: GitSetting[], { env }: Call, variable: string): void {
  // The variable that git itself uses to pass settings to child processes.
  if (variable === "GIT_CONFIG_PARAMETERS")
    for (const [, name = "", text = ""] of (env[variable]?.text ?? "").matchAll(/'([\w.-]+)'?='?([^']*)'/g))
      found.push({ name: name.toLowerCase(), value: { kind: "literal", text } });
  if (!variable.startsWith(NUMBERED)) return;
  const number = variable.slice(NUMBERED.length);
  const [key, value] = [env[variable], env[`GIT_CONFIG_VALUE_${number}`]];
  if (/^\d+$/.test(number) && key !== undefined && value !== undefined)
    found.push({ name: key.text.toLowerCase(), value });
}
