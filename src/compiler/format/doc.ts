// A small pretty printer: documents of text and possible line breaks, laid out in one pass. A group is printed on one line
// when it fits; else every break of its own becomes a line end. Comments end their line, whatever the layout wanted.

export type Doc =
  | string
  | readonly Doc[]
  | { readonly kind: "line"; readonly flat: string }
  | { readonly kind: "hard" }
  | { readonly kind: "indent"; readonly doc: Doc }
  | { readonly kind: "group"; readonly doc: Doc; readonly broken: boolean }
  /** Printed only when the group around it is broken. */
  | { readonly kind: "if-broken"; readonly text: string }
  /** A comment on a line of its own. */
  | { readonly kind: "own"; readonly text: string }
  /** A comment at the end of a line. */
  | { readonly kind: "trail"; readonly text: string };

export const line: Doc = { kind: "line", flat: " " };
export const softLine: Doc = { kind: "line", flat: "" };
export const hardLine: Doc = { kind: "hard" };
export const indent = (doc: Doc): Doc => ({ kind: "indent", doc });
export const group = (doc: Doc): Doc => ({ kind: "group", doc, broken: mustBreak(doc) });

/** Whether something in here ends a line in any layout. */
function mustBreak(doc: Doc): boolean {
  if (typeof doc === "string") return false;
  if (isList(doc)) return doc.some(mustBreak);
  switch (doc.kind) {
    case "hard":
    case "own":
    case "trail":
      return true;
    case "indent":
      return mustBreak(doc.doc);
    case "group":
      return doc.broken;
    default:
      return false;
  }
}

function isList(doc: Doc): doc is readonly Doc[] {
  return Array.isArray(doc);
}

interface Task {
  readonly depth: number;
  readonly flat: boolean;
  readonly doc: Doc;
}

const STEP = 2;

/** The document as text, lines at most `width` columns where a break allows it. */
export function print(root: Doc, width: number): string {
  const out: string[] = [];
  const tasks: Task[] = [{ depth: 0, flat: false, doc: root }];
  let column = 0;
  let isLineStart = true;
  let wantsLine = false;
  let pendingBlank = "";

  const newLine = (depth: number): void => {
    out.push("\n");
    pendingBlank = " ".repeat(depth);
    column = depth;
    isLineStart = true;
    wantsLine = false;
  };
  const write = (text: string, depth: number): void => {
    if (text === "") return;
    if (wantsLine) newLine(depth);
    if (isLineStart && text === " ") return;
    out.push(pendingBlank, text);
    pendingBlank = "";
    column += text.length;
    isLineStart = false;
  };

  for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
    const { depth, flat, doc } = task;
    if (typeof doc === "string") {
      write(doc, depth);
      continue;
    }
    if (isList(doc)) {
      for (let index = doc.length - 1; index >= 0; index--) tasks.push({ depth, flat, doc: doc[index] ?? "" });
      continue;
    }
    switch (doc.kind) {
      case "line":
        if (flat) write(doc.flat, depth);
        else newLine(depth);
        break;
      case "hard":
        newLine(depth);
        break;
      case "indent":
        tasks.push({ depth: depth + STEP, flat, doc: doc.doc });
        break;
      case "group": {
        const inner = { depth, flat: true, doc: doc.doc };
        const isFlat = flat || (!doc.broken && fits(inner, tasks, width - column));
        tasks.push(isFlat ? inner : { ...inner, flat: false });
        break;
      }
      case "if-broken":
        if (!flat) write(doc.text, depth);
        break;
      case "own":
        if (!isLineStart) newLine(depth);
        write(doc.text, depth);
        wantsLine = true;
        break;
      case "trail":
        write(" ", depth);
        write(doc.text, depth);
        wantsLine = true;
        break;
    }
  }
  return out.join("");
}

/** Whether a document on one line, and what follows it up to the next line end, fits into the space left. */
function fits(first: Task, rest: readonly Task[], space: number): boolean {
  const tasks: Task[] = [first];
  let left = space;
  let next = rest.length - 1;
  while (left >= 0) {
    const task = tasks.pop() ?? rest[next--];
    if (task === undefined) return true;
    const { flat, doc } = task;
    if (typeof doc === "string") left -= doc.length;
    else if (isList(doc)) {
      for (let index = doc.length - 1; index >= 0; index--) tasks.push({ ...task, doc: doc[index] ?? "" });
    } else if (doc.kind === "line") {
      if (!flat) return true;
      left -= doc.flat.length;
    } else if (doc.kind === "indent" || doc.kind === "group") {
      tasks.push({ ...task, flat: flat || (doc.kind === "group" && !doc.broken), doc: doc.doc });
    } else if (doc.kind !== "if-broken") return true;
  }
  return false;
}
