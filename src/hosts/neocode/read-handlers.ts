// NeoCode's builtin handlers and HTTP hooks: the rule that replaces each of them, or why none can.

import type { Point } from "../../language/contract.ts";
import {
  type ConfigPath,
  type HandlerAction,
  type JsonObject,
  member,
  type Problems,
  scalarText,
} from "../shared/config.ts";
import { neocode } from "./capabilities.ts";
import { httpTrouble } from "./read-params.ts";

/** An item while it is being read: where it is, and the fields read so far. */
export interface Item {
  readonly path: ConfigPath;
  readonly entry: string;
  readonly object: JsonObject;
  readonly point: Point;
}

export interface Limits {
  readonly timeoutMs: number;
  readonly isClosed: boolean;
}

const handlers = ["warn_on_tool_call", "add_context_note", "require_file_exists"];

export function refuseHttp(
  params: JsonObject,
  { path, entry, object }: Item,
  { isClosed }: Limits,
  problems: Problems,
): null {
  const refuse = (key: string, why: string, help: string): null =>
    problems.add("P862", [...path, key], { entry, why }, help);
  if (scalarText(member(object, "handler")))
    return refuse("handler", "handler must be empty for kind http", "remove `handler`");
  if (isClosed)
    return refuse(
      "failure_policy",
      'failure_policy "fail_closed" is not supported for kind http observe',
      "write warn_only or fail_open",
    );
  const trouble = httpTrouble(params);
  if (trouble !== null)
    return problems.add("P862", [...path, "params", trouble.key], { entry, why: trouble.why }, trouble.help);
  const help = "write a small program that posts what it reads from stdin, and name it with `run [...] observe`";
  return problems.add("P870", [...path, "kind"], { entry, why: "there are no HTTP hooks" }, help);
}

export function readHandler(
  params: JsonObject,
  item: Item,
  { isClosed }: Limits,
  problems: Problems,
): HandlerAction | null {
  const { entry, path, object, point } = item;
  const handler = (scalarText(member(object, "handler")) ?? "").trim().toLowerCase();
  const text = (key: string): string => (scalarText(member(params, key)) ?? "").trim();
  const wrong = (why: string, help: string): null => problems.add("P860", path, { entry, why }, help);
  switch (handler) {
    case "":
      return problems.add(
        "P853",
        path,
        { setting: `${entry}: handler` },
        `write one of ${handlers.join(", ")}, or \`kind: command\``,
      );
    case "warn_on_tool_call": {
      if ((member(object, "match") ?? null) === null) {
        const names = member(params, "tool_name") ?? member(params, "tool_names");
        const value = names === undefined ? "bash" : JSON.stringify(names);
        return wrong(
          'handler "warn_on_tool_call" requires match',
          `write \`match: { tool_name: ${value} }\` next to \`params\``,
        );
      }
      return { kind: "note", handler, message: text("message") || "tool call matched warn_on_tool_call" };
    }
    case "add_context_note": {
      const message = text("note") || text("message");
      if (message === "")
        return wrong(
          "handler add_context_note requires params.note or params.message",
          "write `params: { note: ... }`",
        );
      return { kind: "note", handler, message };
    }
    case "require_file_exists":
      return requireFile(text("path"), text("message"), item, { isClosed, point }, problems);
    default: {
      const holes = { entry, what: "handler", word: handler, where: "" };
      const help = `the handlers are ${handlers.join(", ")}`;
      return problems.add("P855", [...path, "handler"], holes, help, { word: handler, among: handlers });
    }
  }
}

function requireFile(
  file: string,
  message: string,
  { entry, path }: Item,
  { isClosed, point }: { readonly isClosed: boolean; readonly point: Point },
  problems: Problems,
): HandlerAction | null {
  if (file === "")
    return problems.add(
      "P860",
      path,
      { entry, why: "handler require_file_exists requires params.path" },
      "write `params: { path: README.md }`",
    );
  if (leaves(file)) {
    const why = `require_file_exists(${file}) denied: path "${file}" is outside workdir`;
    return problems.add(
      "P860",
      [...path, "params", "path"],
      { entry, why },
      "name a file inside the workspace, relative to it",
    );
  }
  const canBlock = neocode.points[point]?.effects.block !== undefined;
  if (!isClosed || !canBlock) {
    const why = isClosed
      ? `a missing file cannot block at ${point}; imported as a note`
      : "without fail_closed a missing file only causes a remark; imported as a note";
    problems.add("P871", path, { entry, why }, "write `block` in the rule if the file is really required");
  }
  return {
    kind: "require-file",
    file,
    message: message || `required file missing: ${file}`,
    blocks: isClosed && canBlock,
  };
}

/** Whether a relative path leaves the folder it starts in. */
function leaves(file: string): boolean {
  if (file.startsWith("/")) return false;
  let depth = 0;
  for (const part of file.split(/[/\\]/)) {
    if (part === "..") depth--;
    else if (part !== "." && part !== "") depth++;
    if (depth < 0) return true;
  }
  return false;
}
