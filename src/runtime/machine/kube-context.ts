// The context that kubectl uses unless a command names another, read from the files of KUBECONFIG or ~/.kube/config.
// Empty: there is no such file, or none of them names a context.

import { homedir } from "node:os";
import { delimiter, isAbsolute, join } from "node:path";
import { isAbsent } from "../../language/load-error.ts";
import { type FactFound, found, undetermined } from "./fact-found.ts";
import { readSmall } from "./read-small.ts";

/** Certificates are part of the file, and some people have hundreds of clusters. */
const MAX_BYTES = 4 << 20;
const MAX_FILES = 32;

/** The first file that names a context decides, as kubectl merges them. */
export function kubeContext(environment: NodeJS.ProcessEnv): FactFound {
  const files = filesOf(environment);
  // A line may change the folder before it runs kubectl.
  if (!files.every(isAbsolute)) return undetermined("KUBECONFIG names a relative path");
  if (files.length > MAX_FILES) return undetermined("KUBECONFIG names too many files");
  for (const file of files) {
    const context = contextIn(file);
    if ("why" in context || context.value !== "") return context;
  }
  return found("");
}

function filesOf({ KUBECONFIG, HOME }: NodeJS.ProcessEnv): readonly string[] {
  const named = (KUBECONFIG ?? "").split(delimiter).filter((path) => path !== "");
  if (named.length > 0) return [...new Set(named)];
  return [join(HOME === undefined || HOME === "" ? homedir() : HOME, ".kube", "config")];
}

function contextIn(file: string): FactFound {
  let text: string | undefined;
  try {
    text = readSmall(file, MAX_BYTES);
  } catch (caught) {
    return isAbsent(caught) ? found("") : undetermined(`${file} cannot be read`);
  }
  if (text === undefined) return undetermined(`${file} is too large, or no file`);
  const context = /^\s*\{/.test(text) ? contextOfJson(text) : contextOfYaml(text);
  return context === undefined ? undetermined(`${file} does not plainly name its current context`) : found(context);
}

function contextOfJson(text: string): string | undefined {
  try {
    const context = (JSON.parse(text) as { readonly [key: string]: unknown })["current-context"] ?? "";
    return typeof context === "string" ? context : undefined;
  } catch {
    return undefined;
  }
}

/**
 * A key of the outermost mapping begins its line, whatever the rest of the file holds: everything inside it is indented,
 * except the items of lists, which begin with a dash. So no YAML reader is needed, and a form that only one could read is unknown.
 */
function contextOfYaml(text: string): string | undefined {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const first = lines.findIndex((line) => !/^\s*(?:#.*)?$/.test(line));
  if (/^---\s*$/.test(lines[first] ?? "")) lines[first] = "";
  if (!lines.every(isPlainLine)) return undefined;
  const named = lines.flatMap((line, at) => {
    const value = /^(?:current-context|"current-context"|'current-context')\s*:(?:\s+(.*))?$/.exec(line);
    return value === null ? [] : [{ text: (value[1] ?? "").trim(), next: lines[at + 1] ?? "" }];
  });
  const [only] = named;
  if (only === undefined) return "";
  // A value that continues on the next line is indented there.
  return named.length > 1 || /^[ \t]+[^\s#]/.test(only.next) ? undefined : scalarOf(only.text);
}

/** At the left edge: a key, an item, a comment. A second document begins with dashes. */
const isPlainLine = (line: string): boolean =>
  /^(?:\s|#|-\s|-?$)/.test(line) || /^(?:[\w.-]+|"[\w.-]+"|'[\w.-]+')\s*:(?:\s|$)/.test(line);

function scalarOf(text: string): string | undefined {
  const quoted = /^"([^"\\]*)"\s*(?:#.*)?$/.exec(text) ?? /^'([^']*)'\s*(?:#.*)?$/.exec(text);
  if (quoted !== null) return quoted[1];
  const plain = text.replace(/(?:^|\s+)#.*$/, "");
  if (/^(?:|~|null|Null|NULL)$/.test(plain)) return "";
  // Anchors, aliases, tags, blocks and other quotes; a colon and a space would begin another key.
  return /^[^\s&*!|>'"%@`{}[\],?#-][^#]*$|^-[^\s].*$/.test(plain) && !/:(?:\s|$)/.test(plain) ? plain : undefined;
}
