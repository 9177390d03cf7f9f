// Workflow commands of GitHub Actions: one line a problem, shown beside the changed line of a pull request.

import type { Severity } from "../catalogue.ts";
import { adviceOf, type Report } from "./report.ts";
import { visible, visibleLines } from "./visible.ts";

/** GitHub has no hints. */
const commands: { readonly [S in Severity]: string } = { error: "error", warning: "warning", hint: "notice" };

export function github(report: Report): string {
  const lines = report.diagnostics.map((found) => {
    const { severity, code, slug, message, span } = found;
    const { line, column } = report.place(span);
    const place = span.file === "" ? "" : `file=${property(span.file)},line=${line},col=${column},`;
    const help = adviceOf(found);
    const text = help === null ? message : `${message}\nhelp: ${help}`;
    return `::${commands[severity]} ${place}title=${property(`${code} ${slug}`)}::${data(text)}\n`;
  });
  const more = report.dropped > 0 ? [`::error title=policyc::${report.dropped} more problems are not shown\n`] : [];
  return [...lines, ...more].join("");
}

/** The text after `::`: a line end or a percent sign would end or change the command. */
function data(text: string): string {
  return visibleLines(text).replaceAll("%", "%25").replaceAll("\n", "%0A");
}

/** A property value also ends at a comma or colon. */
function property(text: string): string {
  return visible(text).replaceAll("%", "%25").replaceAll(":", "%3A").replaceAll(",", "%2C");
}
