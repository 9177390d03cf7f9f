// For people: each problem with its source line, the exact span underlined, and what to do about it.

import type { Span } from "../../ir/ast.ts";
import type { Severity } from "../catalogue.ts";
import type { Diagnostic } from "../session.ts";
import { excerptAt } from "./excerpt.ts";
import { adviceOf, countOf, fixText, placesOf, type Report } from "./report.ts";
import { visible } from "./visible.ts";

export interface PrettyOptions {
  readonly color?: boolean;
}

type Paint = (style: keyof typeof STYLES, text: string) => string;

const STYLES = { error: "1;31", warning: "1;33", hint: "1;36", strong: "1", frame: "34", note: "1;36" } as const;

/** A text for terminals; colour only when asked. Empty when there is nothing to say. */
export function pretty(report: Report, options: PrettyOptions = {}): string {
  const paint: Paint = options.color ? (style, text) => `\x1b[${STYLES[style]}m${text}\x1b[0m` : (_, text) => text;
  const blocks = report.diagnostics.map((found) => block(report, found, paint));
  const summary = summaryOf(report);
  return [...blocks, ...(summary === "" ? [] : [`${summary}\n`])].join("\n");
}

/** `2 errors, 1 warning in 2 files`, or nothing. */
function summaryOf(report: Report): string {
  const { errors, warnings, hints } = countOf(report);
  const allowed = (report.allowed ?? []).length;
  const said = allowed === 0 ? "" : `${counted(allowed, "warning")} allowed by comments`;
  if (report.diagnostics.length === 0) return said;
  const files = new Set(report.diagnostics.map((found) => found.span.file)).size;
  const parts = [counted(errors, "error"), counted(warnings, "warning"), counted(hints, "hint")];
  const more = report.dropped > 0 ? `, and ${report.dropped} more not shown` : "";
  return `${parts.filter((part) => !part.startsWith("0 ")).join(", ")} in ${counted(files, "file")}${more}${said === "" ? "" : `; ${said}`}`;
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function block(report: Report, found: Diagnostic, paint: Paint): string {
  const title = `${paint(found.severity, `${found.severity}[${found.code}]`)}${paint("strong", `: ${visible(found.message)}`)}`;
  const gutter = gutterOf(report, [found.span, ...found.notes.map((note) => note.span)]);
  const bar = paint("frame", `${gutter} |`);
  const help = adviceOf(found);
  const advice = [
    ...(help === null ? [] : lines(help, "help")),
    ...(found.help === null || found.fix === null ? [] : lines(fixText(found.fix), "fix")),
  ].map((line) => `${paint("frame", `${gutter} =`)} ${line}`);
  const notes = found.notes.flatMap((note) => [
    `${paint("note", "note")}: ${visible(note.text)}`,
    ...frame(report, note.span, gutter, "note", paint),
  ]);
  return [
    title,
    ...frame(report, found.span, gutter, found.severity, paint),
    ...(advice.length > 0 ? [bar, ...advice] : []),
    ...notes,
    "",
  ].join("\n");
}

/** Advice of several lines keeps its lines, indented under the first. */
function lines(text: string, word: string): readonly string[] {
  const pad = " ".repeat(word.length + 2);
  return text.split("\n").map((line, at) => (at === 0 ? `${word}: ${visible(line)}` : `${pad}${visible(line)}`));
}

function frame(report: Report, span: Span, gutter: string, style: Severity | "note", paint: Paint): readonly string[] {
  const source = report.sources.get(span.file);
  if (source === undefined || span.file === "") {
    return span.file === "" ? [] : [`${gutter}${paint("frame", "-->")} ${visible(span.file)}`];
  }
  const { start, end } = placesOf(report, span);
  const { line, indent, length } = excerptAt(source.text, span.start - (start.column - 1), span.start, span.end);
  const isCut = end.line > start.line && end.column > 1;
  const carets = paint(style, "^".repeat(length));
  const number = String(start.line).padStart(gutter.length);
  const bar = paint("frame", `${gutter} |`);
  return [
    `${gutter}${paint("frame", "-->")} ${visible(span.file)}:${start.line}:${start.column}`,
    bar,
    `${paint("frame", `${number} |`)} ${line}`.trimEnd(),
    `${bar} ${" ".repeat(indent)}${carets}${isCut ? ` continues to line ${end.line}` : ""}`,
  ];
}

/** Blanks as wide as the largest line number of the block. */
function gutterOf(report: Report, spans: readonly Span[]): string {
  const widest = Math.max(...spans.map((span) => String(report.place(span).line).length));
  return " ".repeat(Math.max(2, widest));
}
