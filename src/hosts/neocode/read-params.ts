// The `params` of NeoCode's hook kinds: the command of a command hook, the settings of builtin handlers, the URL of HTTP hooks.

import type { Json } from "../../language/contract.ts";
import {
  type ConfigPath,
  isList,
  isObject,
  type JsonObject,
  member,
  type Problems,
  scalarText,
} from "../shared/config.ts";

export interface ParamsPlace {
  readonly path: ConfigPath;
  readonly entry: string;
  readonly problems: Problems;
}

export interface Command {
  readonly argv: readonly string[] | null;
  readonly shell: string | null;
}

/** The command; null after a report. */
export function readCommand(params: JsonObject, { path, entry, problems }: ParamsPlace): Command | null {
  const wrong = (why: string, help: string): null => problems.add("P859", [...path, "command"], { entry, why }, help);
  const command = member(params, "command");
  const argv = 'write `params: { command: ["program", "argument"] }`';
  if (command === undefined || command === null || command === "")
    return wrong("kind command requires params.command", argv);
  if (typeof command === "string") {
    if (command.trim() === "") return wrong("kind command requires non-empty params.command", argv);
    if (readFlag(member(params, "shell"))) return { argv: null, shell: command };
    const words = JSON.stringify(command.trim().split(/\s+/));
    return wrong(
      "string params.command requires params.shell=true; use array format for argv mode",
      `write \`command: ${words}\`, or add \`shell: true\``,
    );
  }
  if (!isList(command)) return wrong("params.command must be a string (with shell=true) or an array of strings", argv);
  if (command.length === 0) return wrong("kind command requires non-empty params.command", argv);
  const words = command.map((word) => scalarText(word) ?? (word === null ? "" : JSON.stringify(word)));
  if (words.some((word) => word.trim() === ""))
    return wrong("params.command contains empty element", "remove the empty element");
  return { argv: words, shell: null };
}

/** A flag as NeoCode reads it: numbers and words count too. */
export function readFlag(value: Json | undefined, fallback = false): boolean {
  if (typeof value === "boolean") return value;
  if (typeof value === "number") return value !== 0;
  if (typeof value !== "string") return fallback;
  const word = value.trim().toLowerCase();
  if (["true", "1", "yes", "on"].includes(word)) return true;
  return ["false", "0", "no", "off"].includes(word) ? false : fallback;
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** NeoCode's error for an HTTP hook; null when it accepts it. */
export function httpTrouble(
  params: JsonObject,
): { readonly why: string; readonly help: string; readonly key: string } | null {
  const url = scalarText(member(params, "url"))?.trim() ?? "";
  if (url === "")
    return { key: "url", why: "kind http requires params.url", help: "write `url: http://127.0.0.1:PORT/path`" };
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed === null || !["http:", "https:"].includes(parsed.protocol))
    return {
      key: "url",
      why: `kind http params.url "${url}" must be an absolute http or https URL`,
      help: "write `url: http://127.0.0.1:PORT/path`",
    };
  if (!isLoopback(parsed.hostname))
    return {
      key: "url",
      why: `kind http params.url host "${parsed.hostname}" is not allowed`,
      help: "use localhost or a loopback address",
    };
  const method = scalarText(member(params, "method"))?.trim() ?? "POST";
  if (method !== "" && !methods.includes(method.toUpperCase()))
    return {
      key: "method",
      why: `kind http params.method "${method}" is not supported`,
      help: `use ${methods.join(", ")}`,
    };
  return headerTrouble(member(params, "headers"));
}

function headerTrouble(
  headers: Json | undefined,
): { readonly why: string; readonly help: string; readonly key: string } | null {
  if (headers === undefined || headers === null) return null;
  const key = "headers";
  if (!isObject(headers))
    return { key, why: "kind http params.headers must be a map", help: "write `headers: { Name: value }`" };
  for (const [name, value] of Object.entries(headers)) {
    if (name.trim() === "")
      return {
        key,
        why: "kind http params.headers contains empty header name",
        help: "give the header a name, or remove it",
      };
    if ((scalarText(value) ?? "").trim() === "")
      return {
        key,
        why: `kind http params.headers contains empty value for "${name}"`,
        help: "give the header a value, or remove it",
      };
  }
  return null;
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(host);
}
