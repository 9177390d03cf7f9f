// What a patch changes: the codex format (`*** Begin Patch`) and unified diffs, by their headers. Pure, linear in the text.

export interface PatchedPaths {
  readonly writes: readonly string[];
  readonly deletes: readonly string[];
  /** False: the text is not a patch, or a header in it could not be parsed. */
  readonly complete: boolean;
}

export interface PatchOptions {
  /** How many leading parts of a path are removed, like `-p` of patch; null: `a/` and `b/` only. */
  readonly strip?: number | null;
  /** Old and new are swapped. */
  readonly reverse?: boolean;
}

const LONGEST = 1_048_576;

/** Parses both formats; a text may contain several patches. */
export function patchedPaths(text: string, options: PatchOptions = {}): PatchedPaths {
  const draft: Draft = { writes: new Set(), deletes: new Set(), headers: 0, complete: text.length <= LONGEST };
  const lines = text.slice(0, LONGEST).split(/\r?\n/);
  const isCodex = lines.some((line) => line.trim() === "*** Begin Patch");
  if (isCodex) readCodex(lines, draft);
  else readUnified(lines, draft, options);
  if (draft.headers === 0) draft.complete = false;
  const deletes = [...draft.deletes];
  return { writes: [...draft.writes], deletes, complete: draft.complete };
}

interface Draft {
  readonly writes: Set<string>;
  readonly deletes: Set<string>;
  headers: number;
  complete: boolean;
}

const codexHeader = /^\*\*\* (Add File|Update File|Delete File|Move to): ?(.*)$/;

function readCodex(lines: readonly string[], draft: Draft): void {
  let updated: string | null = null;
  for (const line of lines) {
    const header = codexHeader.exec(line.trim());
    if (header === null) {
      if (/^\*\*\* (?!Begin Patch|End Patch|End of File)/.test(line)) draft.complete = false;
      continue;
    }
    const [, kind, path = ""] = header;
    draft.headers++;
    if (path === "") {
      draft.complete = false;
      continue;
    }
    if (kind === "Delete File") draft.deletes.add(path);
    else draft.writes.add(path);
    if (kind === "Move to" && updated !== null) draft.deletes.add(updated);
    updated = kind === "Update File" ? path : null;
  }
}

/** `--- old` and `+++ new` before hunks; renames, modes and binary files by the lines git adds. */
function readUnified(lines: readonly string[], draft: Draft, options: PatchOptions): void {
  let old: string | null = null;
  let hunk = { old: 0, new: 0 };
  for (const line of lines) {
    // Inside a hunk, a line that begins with `--- ` is removed text.
    if (hunk.old > 0 || hunk.new > 0) {
      if (!line.startsWith("+") && !line.startsWith("\\")) hunk.old--;
      if (!line.startsWith("-") && !line.startsWith("\\")) hunk.new--;
      continue;
    }
    const counts = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line);
    if (counts !== null) {
      hunk = { old: Number(counts[1] ?? 1), new: Number(counts[2] ?? 1) };
      continue;
    }
    if (line.startsWith("--- ")) old = fileName(line.slice(4));
    else if (line.startsWith("+++ ")) {
      addPair(draft, old, fileName(line.slice(4)), options);
      old = null;
    } else readGitLine(line, draft, options);
  }
}

function addPair(draft: Draft, before: string | null, after: string | null, options: PatchOptions): void {
  draft.headers++;
  const [from, to] = options.reverse === true ? [after, before] : [before, after];
  if (from === null && to === null) draft.complete = false;
  if (to !== null && to !== "/dev/null") draft.writes.add(stripped(to, options));
  else if (from !== null && from !== "/dev/null") draft.deletes.add(stripped(from, options));
}

/** A file without hunks: emptied, renamed, copied, binary, or with another mode. */
function readGitLine(line: string, draft: Draft, options: PatchOptions): void {
  const named = /^(rename from|rename to|copy to) (.+)$/.exec(line);
  if (named !== null) {
    const isSource = (named[1] === "rename from") !== (options.reverse === true && named[1] !== "copy to");
    const path = unquoted(named[2] ?? "");
    draft.headers++;
    if (isSource) draft.deletes.add(path);
    else draft.writes.add(path);
    return;
  }
  const both = /^diff --git (.+)$/.exec(line);
  if (both === null) return;
  draft.headers++;
  const names = gitNames(both[1] ?? "");
  if (names === null) draft.complete = false;
  else draft.writes.add(stripped(names, options));
}

/** The second name of `diff --git a/x b/x`; null if a blank in a name makes its start ambiguous. */
function gitNames(rest: string): string | null {
  const quoted = /"((?:\\.|[^"\\])*)"$/.exec(rest);
  if (quoted !== null) return unquoted(quoted[0]);
  const half = (rest.length - 1) / 2;
  if (Number.isInteger(half) && rest[half] === " " && rest.slice(1, half) === rest.slice(half + 2))
    return rest.slice(half + 1);
  const parts = rest.split(" ");
  return parts.length === 2 ? (parts[1] ?? null) : null;
}

/** A name ends at a tab, where a date may follow. */
function fileName(text: string): string | null {
  const name = unquoted((text.split("\t", 1)[0] ?? "").trimEnd());
  return name === "" ? null : name;
}

/** git quotes unusual names as C does, non-ASCII letters byte by byte. */
function unquoted(text: string): string {
  if (!text.startsWith('"')) return text;
  const inner = text.slice(1, text.endsWith('"') && text.length > 1 ? -1 : undefined);
  const bytes = inner.replace(/%|\\([0-7]{3}|.)/g, (piece, code: string | undefined) => {
    if (piece === "%") return "%25";
    if (code?.length === 3) return `%${(Number.parseInt(code, 8) & 255).toString(16).padStart(2, "0")}`;
    return code === "t" ? "%09" : code === "n" ? "%0a" : (code ?? "");
  });
  try {
    return decodeURIComponent(bytes);
  } catch {
    return inner;
  }
}

function stripped(path: string, { strip = null }: PatchOptions): string {
  if (strip === null) return path.replace(/^[abciow]\//, "");
  let rest = path;
  for (let i = 0; i < strip; i++) {
    const slash = rest.indexOf("/");
    if (slash === -1) break;
    rest = rest.slice(slash + 1).replace(/^\/+/, "");
  }
  return rest;
}
