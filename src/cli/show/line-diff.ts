// A unified diff by lines, after Myers. Past a number of changed lines it stops looking for common ones in between.

const CONTEXT = 3;
const LARGEST_EDIT = 1500;

interface Edit {
  readonly sign: " " | "-" | "+";
  readonly line: string;
}

/** The difference as `diff -u` shows it, without file names; empty when the texts are equal. */
export function unifiedDiff(before: string, after: string): string {
  if (before === after) return "";
  return hunks(edits(linesOf(before), linesOf(after)));
}

/** Lines with their ends, so that a lost last line end is a difference too. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function edits(a: readonly string[], b: readonly string[]): readonly Edit[] {
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  const same = (line: string): Edit => ({ sign: " ", line });
  return [
    ...a.slice(0, head).map(same),
    ...middle(a.slice(head, a.length - tail), b.slice(head, b.length - tail)),
    ...a.slice(a.length - tail).map(same),
  ];
}

/** The shortest edit: `reach[k]` is how far diagonal k has come, one saved row a step to walk back along. */
function middle(a: readonly string[], b: readonly string[]): readonly Edit[] {
  const limit = Math.min(a.length + b.length, LARGEST_EDIT);
  const reach = new Int32Array(2 * limit + 3);
  const rows: Int32Array[] = [];
  const from = limit + 1;
  for (let d = 0; d <= limit; d++) {
    rows.push(reach.slice());
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && at(reach, from + k - 1) < at(reach, from + k + 1));
      let x = down ? at(reach, from + k + 1) : at(reach, from + k - 1) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      reach[from + k] = x;
      if (x >= a.length && x - k >= b.length) return walkBack(a, b, rows, from);
    }
  }
  return [...a.map((line): Edit => ({ sign: "-", line })), ...b.map((line): Edit => ({ sign: "+", line }))];
}

function walkBack(
  a: readonly string[],
  b: readonly string[],
  rows: readonly Int32Array[],
  from: number,
): readonly Edit[] {
  const found: Edit[] = [];
  let x = a.length;
  let y = b.length;
  for (let d = rows.length - 1; d >= 0; d--) {
    const row = rows[d] ?? new Int32Array();
    const k = x - y;
    const down = k === -d || (k !== d && at(row, from + k - 1) < at(row, from + k + 1));
    const beforeX = d === 0 ? 0 : down ? at(row, from + k + 1) : at(row, from + k - 1);
    const beforeY = d === 0 ? 0 : beforeX - (down ? k + 1 : k - 1);
    while (x > beforeX && y > beforeY) {
      x--;
      y--;
      found.push({ sign: " ", line: a[x] ?? "" });
    }
    if (y > beforeY) found.push({ sign: "+", line: b[--y] ?? "" });
    else if (x > beforeX) found.push({ sign: "-", line: a[--x] ?? "" });
  }
  return found.reverse();
}

function at(row: Int32Array, index: number): number {
  return row[index] ?? 0;
}

function hunks(all: readonly Edit[]): string {
  let text = "";
  let oldLine = 1;
  let newLine = 1;
  let next = 0;
  while (next < all.length) {
    let first = next;
    while (first < all.length && all[first]?.sign === " ") first++;
    if (first === all.length) break;
    const start = Math.max(next, first - CONTEXT);
    oldLine += start - next;
    newLine += start - next;
    const end = endOfHunk(all, first);
    const hunk = all.slice(start, end);
    const removed = hunk.filter((edit) => edit.sign !== "+").length;
    const added = hunk.filter((edit) => edit.sign !== "-").length;
    text += `@@ -${range(oldLine, removed)} +${range(newLine, added)} @@\n${hunk.map(lineText).join("")}`;
    oldLine += removed;
    newLine += added;
    next = end;
  }
  return text;
}

/** A hunk goes on while changes lie closer than twice the context. */
function endOfHunk(all: readonly Edit[], first: number): number {
  let last = first;
  for (let index = first; index < all.length && index - last <= 2 * CONTEXT; index++) {
    if (all[index]?.sign !== " ") last = index;
  }
  return Math.min(all.length, last + 1 + CONTEXT);
}

function range(line: number, count: number): string {
  return count === 1 ? `${line}` : `${count === 0 ? line - 1 : line},${count}`;
}

function lineText({ sign, line }: Edit): string {
  return line.endsWith("\n") ? `${sign}${line}` : `${sign}${line}\n\\ No newline at end of file\n`;
}
