// Programs that print the environment of a process. It is also a file, so rules about secret files see them by that name.

import { showsNamesOnly } from "../../programs/table/names-only.ts";
import { hasOption, type OptionReading } from "../../programs/table/options.ts";
import type { Call, Word } from "../../syntax/model.ts";
import { literal } from "./effect-draft.ts";
import { isSecretVariable, namesSecret } from "./secret-variables.ts";

export const environmentFile = literal("/proc/self/environ");

/** Does the call print the environment, or a variable whose name suggests a secret? */
export function printsEnvironment(call: Call, reading: OptionReading): boolean {
  const { table, operands } = reading;
  if (reading.help) return false;
  if (table.echoes === true) return call.args.some(isSecretWord) && !keepsOutput(call);
  if (
    call.stdin.from === "text" &&
    isSecretWord(call.stdin.text) &&
    (table.operands?.each?.includes("read") === true || /^(?:tee|tr|xxd)$/.test(table.name))
  )
    return !keepsOutput(call);
  if (table.printsEnvironment !== true) return false;
  switch (table.name) {
    case "printenv":
      return operands.length === 0 || operands.some(({ text }) => isSecretVariable(text));
    case "env":
      return operands.every(({ text }) => /^[A-Za-z_]\w*=/.test(text)) && !hasOption(reading, "-S");
    case "set":
      return call.args.length === 0;
    case "export":
    case "declare":
    case "typeset":
    case "readonly":
      return isListing(reading) && (operands.length === 0 || operands.some(({ text }) => isSecretVariable(text)));
    case "ps":
      // `ps e`, `ps auxe`, `ps -E`: the environment after each command.
      return operands.some(({ text }) => /^[a-z]*e[a-z]*$/.test(text) && !/^\d/.test(text));
    case "jq":
      return operands[0] !== undefined && queriesEnvironment(operands[0].text);
    case "envsubst":
      return call.stdin.from === "text" && /\$\{?\w/.test(call.stdin.text.text) && namesSecret(call.stdin.text.text);
    default:
      return false;
  }
}

/** Variables that are never secret. */
const openName =
  /^\^?(?:PATH|HOME|USER|SHELL|TERM|LANG|LC_\w+|PWD|CI|TZ|EDITOR|DISPLAY|NODE_ENV|NODE_OPTIONS|NODE_VERSION|PYTHON\w*|VIRTUAL_ENV|CONDA_\w+|GOPATH|GOROOT|GOFLAGS|JAVA_HOME|CARGO_HOME|RUST\w*|DEBUG|PORT|NODE_?|npm_?|NVM_?\w*|XDG_\w*|KUBECONFIG|AWS_(?:DEFAULT_)?REGION|AWS_PROFILE|NEXT_PUBLIC_\w*|REACT_APP_\w*|https?_proxy|no_proxy|proxy|java|go|python|display|ld_\w*)[=$_]?$/i;

/** The rest of the pipe shows only how much there is, names alone, or variables that are not secret. */
export function hidesEnvironment(reading: OptionReading): boolean {
  const { table, operands } = reading;
  if (table.digests === true) return true;
  const isGiven = (flag: string): boolean => hasOption(reading, flag);
  if (showsNamesOnly(table, reading)) return true;
  if (table.name !== "grep" || isGiven("-v")) return isGiven("-c") && table.name === "grep";
  if (isGiven("-c") || isGiven("-q")) return true;
  const pattern = operands.length === 1 && operands[0]?.kind === "literal" ? operands[0].text : "";
  return pattern !== "" && pattern.split(/\\?\|/).every((name) => openName.test(name));
}

/** It leaves lines out or sorts them, and each that it prints is whole. */
export const passesLines = (reading: OptionReading): boolean =>
  /^(?:sort|uniq|grep)$/.test(reading.table.name) && !hasOption(reading, "-o");

const isSecretWord = (word: Word): boolean => word.kind === "dynamic" && namesSecret(word.text);

/** `printf -v x`, `echo x > file`: the output is not shown. */
function keepsOutput({ args, redirects, program }: Call): boolean {
  if (program.text === "printf" && args[0]?.text === "-v") return true;
  return redirects.some(
    ({ fd, op, target }) =>
      fd === 1 && /^(?:>>?|>\||&>>?)$/.test(op) && !/^\/dev\/(?:tty|std|tcp|udp|fd)/.test(target.text),
  );
}

/** `env`, `$ENV`, `env.API_KEY` in the text of jq. */
function queriesEnvironment(text: string): boolean {
  for (const [, name] of text.matchAll(/(?<![.\w$])(?:env|\$ENV)\b(?:\s*\.\s*(\w+))?/g))
    if (name === undefined || isSecretVariable(name)) return true;
  return false;
}

/** `export`, `export -p`, `declare -x`: without names, all are printed. */
function isListing(reading: OptionReading): boolean {
  if (hasOption(reading, "-p")) return true;
  return reading.operands.length === 0 && !hasOption(reading, "-f") && !hasOption(reading, "-F");
}
