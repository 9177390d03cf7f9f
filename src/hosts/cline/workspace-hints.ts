// `@frontend:src/a.ts` and `@frontend:npm test`: in a workspace of several folders, a path or a command may name the folder
// it starts in. Cline uses the first folder when no folder has that name; policyc refuses to guess.

import type { Json } from "../../language/contract.ts";
import type { EventFields } from "../shared/adapter.ts";
import { listOf } from "../shared/native-event.ts";
import { isObject, oneLine } from "../shared/read-answer.ts";

type Found = { readonly text: string; readonly folder?: string } | { readonly fault: string };

const hintedPath = /^@([^:]+):(.*)$/s;
const hintedCommand = /^@([^:\s]+):(.*)$/s;
const absolutePath = /^(?:[/\\]|[A-Za-z]:[/\\])/;
const patchedFile = /^(\s*\*\*\* (?:Add File|Update File|Delete File|Move to):\s*)(@.*)$/gm;

/** The fields of a call with its hints resolved, or why a hint cannot be resolved. */
export function withoutHints(fields: EventFields, workspaceRoots: Json | undefined): EventFields {
  const { input, tool } = fields;
  if (!isObject(input) || tool === "mcp" || tool === "other") return fields;
  const roots = listOf(workspaceRoots).filter((root) => typeof root === "string");
  const path = typeof input.path === "string" ? pathOf(input.path, roots) : null;
  const patch = typeof input.patch === "string" ? patchOf(input.patch, roots) : null;
  const command = typeof input.command === "string" ? commandOf(input.command, roots) : null;
  const files = listOf(input.files).map((file) => (typeof file === "string" ? fileOf(file, roots) : { text: "" }));
  for (const found of [path, patch, command, ...files])
    if (found !== null && "fault" in found) return { fault: found.fault };
  const texts = Object.entries({ path, patch, command }).flatMap(([name, found]) =>
    found !== null && "text" in found ? [[name, found.text]] : [],
  );
  const folder = command !== null && "folder" in command ? { cwd: command.folder } : {};
  const more = files.length === 0 ? {} : { files: files.map((found) => ("text" in found ? found.text : "")) };
  return { ...fields, input: { ...input, ...Object.fromEntries(texts), ...more }, ...folder };
}

function pathOf(text: string, roots: readonly string[]): Found {
  const hint = hintedPath.exec(text.trim());
  if (hint === null) return { text };
  const rest = (hint[2] ?? "").trim();
  if (absolutePath.test(rest)) return { text: rest };
  const root = rootOf(hint[1] ?? "", roots);
  return "fault" in root ? root : { text: rest === "" ? root.text : `${root.text.replace(/(?<=.)\/+$/, "")}/${rest}` };
}

/** Further files to read are relative to the folder of the call. */
const fileOf = (text: string, roots: readonly string[]): Found => pathOf(text.replace(/^\.\/(?=@)/, ""), roots);

function commandOf(text: string, roots: readonly string[]): Found {
  const hint = hintedCommand.exec(text.trim());
  if (hint === null) return { text };
  const root = rootOf(hint[1] ?? "", roots);
  return "fault" in root ? root : { text: (hint[2] ?? "").trim(), folder: root.text };
}

function patchOf(patch: string, roots: readonly string[]): Found {
  const faults: string[] = [];
  const text = patch.replace(patchedFile, (line, header: string, path: string) => {
    const found = pathOf(path, roots);
    if ("text" in found) return header + found.text;
    faults.push(found.fault);
    return line;
  });
  const [fault] = faults;
  return fault === undefined ? { text } : { fault };
}

const nameOf = (root: string): string => root.replace(/[/\\]+$/, "").replace(/^.*[/\\]/s, "");

/** Cline does not send the names of its folders, so a hint resolves only if exactly one folder has that basename. */
function rootOf(hint: string, roots: readonly string[]): Found {
  const [only, another] = roots.filter((root) => nameOf(root) === hint.trim());
  if (only !== undefined && another === undefined) return { text: only };
  const which = another === undefined ? "no folder" : "several folders";
  return { fault: `\`@${oneLine(hint, 80)}:\` is the name of ${which} of the workspace` };
}
