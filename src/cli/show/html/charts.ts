// Charts as inline SVG: bars over time, and bars by name. Geometry stands in attributes and colours in classes, because the
// page allows no style of its own to an element.

import { html, type Markup } from "./page.ts";

/** One part of a bar: how much, and the class that colours it. */
export interface BarPart {
  readonly value: number;
  readonly kind: "stop" | "ask" | "go" | "note" | "calm";
}

export interface Column {
  readonly label: string;
  /** From the bottom up. */
  readonly shares: readonly BarPart[];
}

const WIDTH = 960;
const HEIGHT = 200;
const [LEFT, BOTTOM, TOP] = [48, 24, 10];

const number = (value: number): string => value.toLocaleString("en-US");
const total = (shares: readonly BarPart[]): number => shares.reduce((sum, { value }) => sum + value, 0);
const place = (value: number): string => String(Math.round(value * 100) / 100);

/** Columns side by side; every one says its numbers when pointed at. */
export function columnChart(
  columns: readonly Column[],
  title: string,
  names: { readonly [kind: string]: string },
): Markup {
  const most = niceMost(Math.max(1, ...columns.map(({ shares }) => total(shares))));
  const step = (WIDTH - LEFT) / Math.max(columns.length, 1);
  const high = HEIGHT - BOTTOM - TOP;
  const bars = columns.map(({ label, shares }, at) => {
    const said = shares
      .filter(({ value }) => value > 0)
      .map(({ value, kind }) => `${number(value)} ${names[kind] ?? ""}`);
    let below = HEIGHT - BOTTOM;
    const parts = shares.map(({ value, kind }) => {
      const height = (value / most) * high;
      below -= height;
      return value === 0
        ? html``
        : html`<rect class="fill-${kind}" x="${place(LEFT + at * step + step * 0.1)}" y="${place(below)}" width="${place(Math.min(step * 0.8, 48))}" height="${place(height)}"/>`;
    });
    return html`<g><title>${label}: ${said.join(", ") || "nothing"}</title><rect class="fill-none" x="${place(LEFT + at * step)}" y="${TOP}" width="${place(step)}" height="${high}"/>${parts}</g>`;
  });
  const lines = [0, 0.5, 1].map((part) => {
    const y = HEIGHT - BOTTOM - part * high;
    return html`<line class="grid" x1="${LEFT}" x2="${WIDTH}" y1="${place(y)}" y2="${place(y)}"/><text class="label" text-anchor="end" x="${LEFT - 6}" y="${place(y + 4)}">${number(most * part)}</text>`;
  });
  const ends = [columns[0], columns.at(Math.floor(columns.length / 2)), columns.at(-1)];
  const anchors = ["start", "middle", "end"];
  const labels = (columns.length > 2 ? [0, 1, 2] : [0]).map(
    (at) =>
      html`<text class="label" text-anchor="${anchors[at] ?? ""}" x="${place(LEFT + ((WIDTH - LEFT) * at) / 2)}" y="${HEIGHT - 6}">${ends[at]?.label ?? ""}</text>`,
  );
  return html`<svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}">${lines}${bars}${labels}</svg>`;
}

/** 1, 2, 5, 10, 20, ...: the next one that is not below. */
function niceMost(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most));
  return [2, 4, 6, 8, 10].map((times) => times * power).find((nice) => nice >= most) ?? most;
}

export interface Bar {
  readonly label: string;
  readonly shares: readonly BarPart[];
  readonly note?: string;
}

const BAR_WIDTH = 320;

/** One row per name, the longest bar filling the width. */
export function barTable(bars: readonly Bar[], heads: readonly [string, string]): Markup {
  const most = Math.max(1, ...bars.map(({ shares }) => total(shares)));
  const rows = bars.map(({ label, shares, note }) => {
    let from = 0;
    const parts = shares.map(({ value, kind }) => {
      const width = value === 0 ? 0 : Math.max(1.5, (value / most) * BAR_WIDTH);
      from += width;
      return value === 0
        ? html``
        : html`<rect class="fill-${kind}" x="${place(from - width)}" y="2" width="${place(width)}" height="12"/>`;
    });
    return html`<tr><td class="name"><code>${label}</code>${note === undefined ? "" : html` <span class="soft">${note}</span>`}</td><td class="number">${number(total(shares))}</td><td class="bar"><svg viewBox="0 0 ${BAR_WIDTH} 16" preserveAspectRatio="none" aria-hidden="true">${parts}</svg></td></tr>`;
  });
  return html`<table class="bars"><thead><tr><th>${heads[0]}</th><th class="number">${heads[1]}</th><th></th></tr></thead><tbody>${rows}</tbody></table>`;
}

/** What the colours mean. */
export function legend(names: readonly (readonly [BarPart["kind"], string])[]): Markup {
  return html`<p class="legend">${names.map(([kind, name]) => html`<span class="key key-${kind}"></span>${name}`)}</p>`;
}

export const chartStyles = `
svg.chart { width: 100%; height: auto; display: block; }
.fill-stop { fill: var(--stop); } .fill-ask { fill: var(--ask); } .fill-go { fill: var(--go); }
.fill-note { fill: var(--note); } .fill-calm { fill: var(--calm); } .fill-none { fill: transparent; }
.grid { stroke: var(--edge); stroke-width: 1; } .label { fill: var(--soft); font-size: 12px; }
.legend { color: var(--soft); font-size: .87em; margin: .5rem 0 0; }
.key { display: inline-block; width: .75rem; height: .75rem; border-radius: .15rem; margin: 0 .35rem 0 0; vertical-align: -1px; }
.key ~ .key { margin-left: 1.1rem; }
.key-stop { background: var(--stop); } .key-ask { background: var(--ask); } .key-go { background: var(--go); }
.key-note { background: var(--note); } .key-calm { background: var(--calm); }
.bars td { padding: .2rem .75rem .2rem 0; border-bottom: 0; } .bars td.bar { width: 40%; padding-right: 0; }
.bars svg { display: block; width: 100%; height: 1rem; }
`;
