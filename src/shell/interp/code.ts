// Text that becomes code: parsed again, in the right scope.

import { deeper, type Frame, type Output, parseNested, refuse, silent } from "../expand/reader.ts";
import { addExternal, fileAt, pathKey, recordUnknown } from "../expand/record.ts";
import { assign, folderAt, own, processOf, put, type ShellScope, setOwn } from "../expand/scope.ts";
import { noteZshText, withoutBangs } from "../expand/zsh.ts";
import type { Word } from "../syntax/model.ts";
import { HOLE, known, lacksOnlyNames, type Text } from "../syntax/text.ts";
import { diskText } from "./disk-files.ts";
import { follow } from "./follow.ts";
import { runScript } from "./statements.ts";

export interface CodeOptions {
  /** What led to the code, for `via`: `bash -c`. */
  readonly label: string;
  /** `$1` and so on; null when the code sees the surrounding ones. */
  readonly parameters: readonly Text[] | null;
  /** `$0`, if the line sets it: `sh -c 'cat "$0"' .env`. */
  readonly zeroth?: Text | undefined;
  /** A separate process, or the same shell. */
  readonly process: boolean;
  readonly env?: ReadonlyMap<string, Text>;
  /** Sets the options that the shell is started with. */
  readonly start?: (scope: ShellScope) => void;
  /** The file of the code: `${BASH_SOURCE[0]}`. */
  readonly file?: string;
}

const SOURCE = "$BASH_SOURCE";

/** Runs text as shell code. The unknown parts of it may be anything. */
export function runCode(code: Text, options: CodeOptions, frame: Frame): Output {
  const { reader } = frame;
  reader.budget.spend(4 + (code.text.length >> 6));
  const scope = options.process ? processOf(frame.scope) : frame.scope;
  const via = [...frame.via, options.label];
  const inner = deeper(frame, {
    scope,
    via,
    source: code.template,
    conditional: frame.conditional || code.why !== null,
  });
  if (options.parameters !== null) {
    setOwn(scope, "$@", {
      kind: "variable",
      name: "@",
      items: options.parameters,
      isArray: true,
      isExported: false,
    });
  }
  if (options.zeroth !== undefined) assign(scope, "0", [options.zeroth]);
  options.start?.(scope);
  const outerFile = own(scope, SOURCE);
  if (options.file !== undefined) assign(scope, SOURCE.slice(1), [known(options.file)], { isArray: true });
  for (const [name, value] of options.env ?? []) assign(scope, name, [value], { isExported: true });
  if (lacksOnlyNames(code)) noteNames(options.label, frame);
  else {
    const script = fromFile(code, options, frame);
    if (script !== null) return script;
  }
  if (!lacksOnlyNames(code) && code.why !== null) recordUnknown(code.text, code.why, inner, code.from);
  if (code.template === `\${${HOLE}}`) return { ...silent, text: null, status: "unknown" };
  const template = inner.shell === "zsh" ? withoutBangs(code.template) : code.template;
  const { script, error } = parseNested(template, reader);
  // Text with a gap proves nothing: the unknown command recorded above covers it.
  if (error !== null && code.why === null) refuse(reader, `${error} of the text for ${shownLabel(options.label)}`);
  if (script === null || (error !== null && code.why !== null)) return { ...silent, text: null, status: "unknown" };
  if (inner.shell === "zsh") noteZshText(code.template, inner);
  const output = runScript(script, template === code.template ? inner : { ...inner, source: template });
  if (options.file !== undefined) setOwn(scope, SOURCE, outerFile);
  return code.why === null ? output : { ...output, text: null };
}

/** What gets the text: `bash -c`. */
const shownLabel = (label: string): string => `\`${label.replaceAll("`", "'")}\``;

/** `sh -c "$(cat run.sh)"` is `sh run.sh`: a script that is not on the line, unless the line itself wrote it. */
function fromFile({ why, text }: Text, options: CodeOptions, frame: Frame): Output | null {
  const { label } = options;
  const file = why === null ? undefined : /^\$\(\s*(?:cat\s+|<\s*)([\w.][\w./-]*)\s*\)$/.exec(text)?.[1];
  const call = frame.reader.calls.at(-1);
  if (file === undefined || call === undefined || !/ -c$|^eval$/.test(label)) return null;
  const path = pathKey(file, frame);
  if (fileAt(frame, path) !== undefined) return null;
  const code = diskText(file, frame);
  const what = { kind: "script", name: file, call, path, isProcess: options.process, hasArguments: true } as const;
  const followed =
    typeof code === "string" ? follow(what, frame, (inner) => runCode(known(code), options, inner)) : null;
  if (typeof code !== "string") addExternal("script", file, call, frame);
  return followed ?? { ...silent, text: null, status: "unknown" };
}

/** File names in the text of a shell: each may contain shell text, which the last call would run. */
function noteNames(label: string, frame: Frame): void {
  const call = frame.reader.calls.at(-1);
  if (call !== undefined) addExternal("inline-code", `${label} with names of files`, call, frame);
}

/** Code from an option or variable: it may run, and sees nothing of this shell. */
export function runSideCode(text: string, label: string, frame: Frame): Output {
  return runCode(known(text), { label, parameters: [], process: true }, { ...frame, conditional: true });
}

/** A scope in another folder: `env -C`, `git -C`, `sudo -D`. */
export function inFolder(word: Word, frame: Frame, others: readonly Word[] = []): Frame {
  const scope = processOf(frame.scope);
  put(scope, "cwd", folderAt(word, others));
  return { ...frame, scope };
}
