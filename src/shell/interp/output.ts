// What a program prints when all of its input is known. Null text: unknown.

import { findTargets } from "../effects/draft/find-targets.ts";
import { findsNames, printedNames } from "../effects/listings.ts";
import {
  echoed,
  formatted,
  fromBase32,
  fromBase64,
  fromHex,
  reversedLines,
  translated,
} from "../embedded/other-languages/decode.ts";
import type { ShellField } from "../expand/fields.ts";
import type { Output } from "../expand/reader.ts";
import { pathKey } from "../expand/record.ts";
import { folder } from "../expand/scope.ts";
import { shapeOfOutput } from "../programs/known-shapes.ts";
import { SOME_FILE } from "../syntax/open-words.ts";
import { by, concat, known, type Text, type TextSource, unknown } from "../syntax/text.ts";
import type { Running } from "./invoke.ts";
import { fedBy } from "./simple.ts";

type Printed = Pick<Output, "text" | "status">;

/** Programs whose output is computed below. */
const printers = new Set(
  (
    "echo printf cat tac base64 base32 xxd rev tr openssl tee pwd mktemp dirname basename realpath mkdir touch " +
    "umask hash unalias enable"
  ).split(" "),
);

/** Programs whose output has a shape that depends on their arguments. */
const shaped = new Set(["date", "git", "id"]);

export function printed(running: Running): Printed | null {
  // For all others only the text could be computed, and nothing uses it.
  if (!running.frame.reader.hears && !printers.has(running.name)) return null;
  const found = workedOut(running);
  if (found !== null && found.text !== null) return found;
  const names = printedNames(running);
  return names === null ? found : { text: names, status: found?.status ?? "unknown" };
}

function workedOut(running: Running): Printed | null {
  const { name, invocation, frame } = running;
  if (name === "find") return foundNames(running);
  const shape = running.reading?.table.outputShape;
  const hasShape = shape !== undefined || shaped.has(name);
  if (!printers.has(name) && !hasShape) return null;
  const args: Text[] = [];
  for (let i = 1; i < invocation.fields.length; i++) args.push((invocation.fields[i] as ShellField).text);
  if (hasShape) {
    const glob = shapeOfOutput(name, args, shape);
    return glob === null ? null : { text: { ...unknown(glob, `output of ${name}`), glob }, status: "unknown" };
  }
  frame.reader.budget.spend(args.reduce((total, { text }) => total + (text.length >> 7), 0));
  const isGlob = invocation.fields.some(({ word }) => word.kind === "glob");
  switch (name) {
    case "echo":
    case "printf":
      return { text: printedWords(name, args, frame.shell, isGlob), status: "success" };
    case "cat":
    case "tac":
    case "base64":
    case "base32":
    case "xxd":
    case "rev":
    case "tr":
    case "openssl":
    case "tee":
      return { text: filtered(running, args), status: "unknown" };
    case "pwd": {
      const here = folder(frame.scope);
      if (here === null) return { text: { ...known("."), isHere: true }, status: "success" };
      return { text: here.kind === "literal" ? known(here.text) : unknown(here.text, "folder"), status: "success" };
    }
    case "mktemp": {
      const glob = temporaryName(args);
      return glob === null ? null : { text: { ...unknown(glob, "a temporary file"), glob }, status: "likely" };
    }
    case "dirname":
    case "basename":
    case "realpath":
      return { text: pathText(name, args), status: "unknown" };
    case "mkdir":
    case "touch":
      return { text: known(""), status: "likely" };
    case "umask":
    case "hash":
    case "unalias":
    case "enable":
      return { text: known(""), status: "success" };
    default:
      return null;
  }
}

/** `mktemp -t shop.XXXX`: a new name, in the temporary folder unless the template says where. */
function temporaryName(args: readonly Text[]): string | null {
  if (args.some(({ why, text }) => why !== null || /^(?:-p|--tmpdir=)/.test(text))) return null;
  const [template, ...others] = args.filter(({ text }) => !text.startsWith("-"));
  if (others.length > 0) return null;
  if (template === undefined) return "/tmp/tmp.*";
  const name = template.text.replace(/[\\*?[\]]/g, "\\$&").replace(/X{3,}/g, "*");
  if (!/\w/.test(name) || name.includes("..")) return null;
  const isInFolder = args.some(({ text }) => text === "-t" || text === "--tmpdir" || /^-[a-z]*t$/.test(text));
  return isInFolder && !name.includes("/") ? `/tmp/${name}${name.includes("*") ? "" : ".*"}` : name;
}

/** `find . -name '*.pyc'`: names that fit, one per line. */
function foundNames({ reading }: Running): Printed | null {
  if (reading === null || !findsNames(reading)) return null;
  const [target, ...others] = findTargets(reading);
  if (target?.kind !== "glob" || others.length > 0) return null;
  const { text: glob, expands } = target;
  return { text: { ...unknown(glob, "output of find"), glob, expands }, status: "unknown" };
}

/** Text with gaps passes through `echo` and plain `printf` unchanged. */
/** A glob argument that matches no file is printed as written; otherwise file names are printed. */
function printedWords(name: string, args: readonly Text[], shell: string, hasGlob: boolean): Text | null {
  const text = printedText(name, args, shell);
  if (text === null || !hasGlob) return text;
  const names = text.why === null ? { names: text.text.trim().split(/\s+/) } : {};
  return { ...unknown(text.text, text.why ?? SOME_FILE, text.from), template: text.template, ...names };
}

function printedText(name: string, args: readonly Text[], shell: string): Text | null {
  const from = args.flatMap((arg) => arg.from);
  if (args.some(({ isHere }) => isHere === true)) return null;
  const plain = args.every(({ why }) => why === null);
  if (plain) {
    const words = args.map(({ text }) => text);
    const rest = words[0] === "--" ? words.slice(1) : words;
    const text = name === "echo" ? echoed(words, shell) : formatted(rest[0] ?? "", rest.slice(1));
    return text === null ? null : known(text, from);
  }
  if (name === "echo") {
    const words = /^-[neE]+$/.test(args[0]?.text ?? "") ? args.slice(1) : args;
    return concat([...words.flatMap((word, i) => (i === 0 ? [word] : [known(" "), word])), known("\n")]);
  }
  const [format, ...rest] = args;
  if (format?.why === null && /^%[sb](?:\\n)?$/.test(format.text))
    return concat(rest.flatMap((word) => [word, known("\n")]));
  return null;
}

function filtered({ name, invocation, frame }: Running, args: readonly Text[]): Text | null {
  if (args.some(({ why }) => why !== null)) return null;
  const words = args.map(({ text }) => text);
  const flags = words.filter((word) => /^-./.test(word));
  const files = name === "tr" || name === "tee" || name === "openssl" ? [] : words.filter((word) => !/^-./.test(word));
  const inputs =
    files.length === 0
      ? [invocation.feed.text]
      : files.map((file) => (file === "-" ? invocation.feed.text : (fedBy(pathKey(file, frame), frame)?.text ?? null)));
  const known_ = inputs.flatMap((text) => (text === null ? [] : [text]));
  if (known_.length !== inputs.length) return null;
  const input = concat(known_);
  // Every stage of a pipe passes all of it on, and the slower stages process it by character.
  frame.reader.budget.spend(input.text.length >> (name === "cat" || name === "tee" ? 7 : 4));
  if (name === "tee" || (name === "cat" && flags.every((flag) => flag === "-u"))) return by(input, "pipe");
  if (input.why !== null) return null;
  return result(decoded(name, flags, words, input.text), input.from);
}

const result = (text: string | null, from: readonly TextSource[]): Text | null =>
  text === null ? null : known(text, from);

/** The output of a filter, or null when it is none. */
export function decoded(name: string, flags: readonly string[], words: readonly string[], text: string): string | null {
  const decodes = flags.some((flag) => /^(?:-[a-zA-Z]*[dD][a-zA-Z]*|--d(?:e(?:c(?:o(?:d(?:e)?)?)?)?)?)$/.test(flag));
  switch (name) {
    case "base64":
      return decodes ? fromBase64(text) : null;
    case "base32":
      return decodes ? fromBase32(text) : null;
    case "xxd": {
      const letters = flags.join("");
      return letters.includes("r")
        ? fromHex(letters.includes("p") ? text : text.replace(/^[0-9a-f]+:|\s{2}.*$/gm, ""))
        : null;
    }
    case "rev":
      return reversedLines(text);
    case "tac":
      return `${text.replace(/\n$/, "").split("\n").reverse().join("\n")}\n`;
    case "tr":
      return translated(text, words);
    case "openssl":
      return decodes && words.some((word) => /^-?(?:base64|a|enc)$/.test(word)) ? fromBase64(text) : null;
    default:
      return null;
  }
}

function pathText(name: string, args: readonly Text[]): Text | null {
  const path = args[0];
  if (args.length !== 1 || path === undefined || path.why !== null || path.isHere === true || path.text.startsWith("-"))
    return null;
  const clean = path.text.replace(/(?<=.)\/+$/, "");
  const at = clean.lastIndexOf("/");
  if (name === "realpath") return path.text.startsWith("/") ? path : null;
  if (name === "basename") return known(clean.slice(at + 1) || "/", path.from);
  return known(at === -1 ? "." : at === 0 ? "/" : clean.slice(0, at), path.from);
}
