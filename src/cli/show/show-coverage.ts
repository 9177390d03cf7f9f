// What examples and tests have covered, in numbers, and the places of what they have not.

import type { Report } from "../../compiler/diagnostics/report/report.ts";
import { visible } from "../../compiler/diagnostics/report/visible.ts";
import type { CoverageReport, Covered, RuleCoverage } from "../../compiler/index.ts";
import type { Span } from "../../compiler/ir/ast.ts";

export interface Gap {
  readonly at: Span;
  readonly what: string;
}

/** Uncovered parts of the author's own rules, each place once. */
export function gapsOf({ rules }: CoverageReport): readonly Gap[] {
  const found = rules.filter((rule) => !rule.isPack).flatMap(gapsOfRule);
  const seen = new Set<string>();
  return found.filter(({ at, what }) => {
    const key = `${at.file} ${at.start} ${at.end} ${what}`;
    return !seen.has(key) && seen.add(key);
  });
}

function gapsOfRule({ rule, at, fired, conditions }: RuleCoverage): readonly Gap[] {
  return [
    ...(fired ? [] : [{ at, what: `rule firing: \`${rule}\`` }]),
    ...conditions.flatMap((one) => [
      ...(one.seenTrue ? [] : [{ at: one.at, what: `condition true: \`${one.text}\`` }]),
      ...(one.seenFalse ? [] : [{ at: one.at, what: `condition false: \`${one.text}\`` }]),
    ]),
  ];
}

export function coverageText(report: CoverageReport, place: Report["place"]): string {
  const gaps = gapsOf(report).map(({ at, what }) => {
    const { line, column } = place(at);
    return `never seen (${visible(at.file)}:${line}:${column}) ${visible(what)}\n`;
  });
  const packs = report.packs.rules.total === 0 ? "" : `packs:     ${coveredText(report.packs)}\n`;
  return `${gaps.join("")}coverage:  ${coveredText(report.own)}\n${packs}`;
}

function coveredText({ rules, conditions }: Covered): string {
  return `rules ${shareText(rules)}, conditions ${shareText(conditions)}`;
}

const shareText = (share: Covered["rules"]): string => `${percentOf(share)} % (${share.seen} of ${share.total})`;

/** Rounded down, so that 100 means all; with nothing to cover it is 100. */
export function percentOf({ seen, total }: Covered["rules"]): number {
  return total === 0 ? 100 : Math.floor((1000 * seen) / total) / 10;
}
