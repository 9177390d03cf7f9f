// SARIF 2.1.0, for code scanning. Source text is never copied into it: only places, messages and catalogue prose.

import { createHash } from "node:crypto";
import type { Span } from "../../ir/ast.ts";
import { type CatalogueEntry, catalogue, type Severity } from "../catalogue.ts";
import type { Diagnostic } from "../session.ts";
import { adviceOf, fixText, placesOf, type Report } from "./report.ts";
import { safeJson, visibleLines } from "./visible.ts";

const SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/** SARIF has no hints. */
const levels: { readonly [S in Severity]: string } = { error: "error", warning: "warning", hint: "note" };

export function sarif(report: Report, tool: { readonly version: string }): string {
  const allowed = new Map((report.allowed ?? []).map(({ found, reason }) => [found, reason]));
  const all = [...report.diagnostics, ...allowed.keys()];
  const codes = [...new Set(all.map((found) => found.code))].sort();
  const prints = fingerprints(all);
  const results = all.map((found, at) => ({
    ruleId: found.code,
    ruleIndex: codes.indexOf(found.code),
    level: levels[found.severity],
    message: { text: visibleLines([found.message, adviceOf(found) ?? ""].join("\n").trimEnd()) },
    locations: found.span.file === "" ? [] : [location(report, found.span)],
    ...(found.notes.length > 0 && {
      relatedLocations: found.notes.map((note, id) => ({
        id,
        ...location(report, note.span),
        message: { text: visibleLines(note.text) },
      })),
    }),
    partialFingerprints: { "policyc/v1": prints[at] },
    ...(found.fix !== null && { fixes: [fixOf(report, found, found.fix)] }),
    // Where some are suppressed, an empty list says of the others that they are not.
    ...(allowed.size > 0 && { suppressions: suppressionsOf(allowed.get(found)) }),
  }));
  return `${safeJson({
    $schema: SCHEMA,
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "policyc", version: tool.version, rules: codes.map(descriptor) } },
        columnKind: "utf16CodeUnits",
        invocations: [
          {
            executionSuccessful: true,
            ...(report.dropped > 0 && {
              toolExecutionNotifications: [
                { level: "warning", message: { text: `${report.dropped} more problems are not listed` } },
              ],
            }),
          },
        ],
        results,
      },
    ],
  })}\n`;
}

const suppressionsOf = (reason: string | undefined): readonly unknown[] =>
  reason === undefined ? [] : [{ kind: "inSource", status: "accepted", justification: visibleLines(reason) }];

function descriptor(code: Diagnostic["code"]): unknown {
  const entry: CatalogueEntry = catalogue[code];
  return {
    id: code,
    name: entry.slug,
    shortDescription: { text: entry.slug.replaceAll("-", " ") },
    fullDescription: { text: entry.explain },
    help: { text: entry.help === undefined ? entry.explain : `${entry.explain}\n${entry.help}` },
    defaultConfiguration: { level: levels[entry.severity] },
  };
}

function location(report: Report, span: Span): { readonly physicalLocation: unknown } {
  return { physicalLocation: { artifactLocation: { uri: uriOf(span.file) }, region: region(report, span) } };
}

function region(report: Report, span: Span): unknown {
  const { start, end } = placesOf(report, span);
  return {
    startLine: start.line,
    startColumn: start.column,
    endLine: end.line,
    endColumn: end.column,
    charOffset: span.start,
    charLength: span.end - span.start,
  };
}

function fixOf(report: Report, found: Diagnostic, fix: string): unknown {
  return {
    description: { text: visibleLines(fixText(fix)) },
    artifactChanges: [
      {
        artifactLocation: { uri: uriOf(found.span.file) },
        replacements: [{ deletedRegion: region(report, found.fixAt), insertedContent: { text: fix } }],
      },
    ],
  };
}

/** A relative URI; a lone surrogate has no UTF-8 form and is replaced. */
function uriOf(file: string): string {
  return file
    .replace(/\p{Cs}/gu, "\ufffd")
    .split("/")
    .map(encodeURIComponent)
    .join("/");
}

/** The same problem keeps its fingerprint when lines above it come and go: code, file, message, and which of equals it is. */
function fingerprints(found: readonly Diagnostic[]): readonly string[] {
  const seen = new Map<string, number>();
  return found.map(({ code, span, message }) => {
    const key = `${code}\0${span.file}\0${message}`;
    const nth = seen.get(key) ?? 0;
    seen.set(key, nth + 1);
    return createHash("sha256").update(`${key}\0${nth}`).digest("hex").slice(0, 32);
  });
}
