// Text that is typed into a shell which already runs. What is typed now and what was typed before make one text for the
// shell, so only whole lines that mean the same after anything else can be judged by themselves.

/** Keys that edit the line, fetch an earlier one or complete it; a carriage return is the Enter of a terminal. */
const otherKeys = /[\x00-\x09\x0b\x0c\x0e-\x1f\x7f\x80-\x9f]/;
/** Lines after it are data, unless an earlier line has already begun another such text. */
const beginsData = /<</;
/** A backslash at the end joins the line with the next. */
const goesOn = /(?:^|[^\\])(?:\\\\)*\\$/;
const MOST_LINES = 64;

/** The lines, each of which must be readable by itself; null: they are not finished, or depend on what was typed before. */
export function typedLines(text: string): readonly string[] | null {
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  const isFinished = lines.pop() === "";
  if (!isFinished || lines.length > MOST_LINES || otherKeys.test(lines.join("\n"))) return null;
  return lines.some((line) => beginsData.test(line) || goesOn.test(line)) ? null : lines;
}
