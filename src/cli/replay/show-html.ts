// A replay as one HTML page: the numbers, three charts, and the lists behind them.

import type { Outcome } from "../../language/contract.ts";
import { type Bar, type BarPart, barTable, chartStyles, columnChart, legend } from "../show/html/charts.ts";
import { html, htmlPage, type Markup } from "../show/html/page.ts";
import type { ReplayVerdict } from "./compare.ts";
import type { ReplayReport } from "./report.ts";
import { byFired, counted, doubtText, leftOut, slowest10 } from "./show-text.ts";
import type { NotableEvent } from "./tally.ts";

const LISTED = 200;
const BARS = 30;
const number = (value: number): string => value.toLocaleString("en-US");

export function replayPage(report: ReplayReport): string {
  const { bundle, against } = report;
  const compared = against === null ? "what was recorded" : `${against.name} (${against.revision.slice(0, 12)})`;
  const body = html`<h1>Replay of ${counted(report.events, "event")}</h1>
<p class="soft">${bundle.name}, revision <code>${bundle.revision.slice(0, 12)}</code>, ${counted(bundle.rules, "rule")}, compared with ${compared}; ${counted(report.logs.length, "log")}, ${counted(report.lines, "line")}.</p>
${cards(report)}
${overTime(report)}
${byRule(report)}
${byTool(report)}
${changes(report)}
${unreplayed(report)}
${stopped(report)}
${slowest(report)}
${rest(report)}`;
  return htmlPage(`Replay of ${bundle.name}`, body, `${chartStyles}${styles}`);
}

function cards(report: ReplayReport): Markup {
  const { changed, not_replayable: doubt, unrecorded, skipped } = report;
  const all: readonly (readonly [number, string, string])[] = [
    [report.same, "the same", "go"],
    [changed.tightened, "tightened", changed.tightened > 0 ? "ask" : "calm"],
    [changed.loosened, "loosened", changed.loosened > 0 ? "stop" : "calm"],
    [changed.rules, "by other rules", changed.rules > 0 ? "note" : "calm"],
    [doubt.total, "not replayable", doubt.total > 0 ? "ask" : "calm"],
    [unrecorded.total, "not recorded", "calm"],
    [unrecorded.stopped, "would have been stopped", unrecorded.stopped > 0 ? "stop" : "calm"],
    [skipped.total, "lines skipped", skipped.total > 0 ? "stop" : "calm"],
  ];
  return html`<div class="cards">${all.map(([count, name, kind]) => html`<div class="card card-${kind}"><strong>${number(count)}</strong><span>${name}</span></div>`)}</div>`;
}

const fates = { stop: "stopped", note: "a rule fired", calm: "nothing fired" };

function overTime({ timeline }: ReplayReport): Markup {
  const { steps, step_ms: stepMs, untimed } = timeline;
  const without = untimed === 0 ? "" : ` ${counted(untimed, "event")} without a time are not shown.`;
  if (steps.length === 0) return html`<section><h2>Over time</h2><p class="soft">No event has a time.</p></section>`;
  const columns = steps.map(({ from, stopped, spoken, silent }) => ({
    label: timeText(from, stepMs),
    shares: [share(stopped, "stop"), share(spoken, "note"), share(silent, "calm")],
  }));
  return html`<section><h2>Over time</h2>${columnChart(columns, "events over time", fates)}
${legend([
  ["stop", fates.stop],
  ["note", fates.note],
  ["calm", fates.calm],
])}
<p class="soft">One column is ${lengthText(stepMs)}, times in UTC.${without}</p></section>`;
}

const share = (value: number, kind: BarPart["kind"]): BarPart => ({ value, kind });

function timeText(ms: number, stepMs: number): string {
  if (Math.abs(ms) > 8.64e15) return "";
  const text = new Date(ms).toISOString();
  return stepMs < 60_000 ? text.slice(0, 19).replace("T", " ") : text.slice(0, 16).replace("T", " ");
}

function lengthText(ms: number): string {
  const units: readonly (readonly [number, string])[] = [
    [86_400_000, "day"],
    [3_600_000, "hour"],
    [60_000, "minute"],
    [1000, "second"],
  ];
  const [length, name] = units.find(([unit]) => ms >= unit) ?? [1000, "second"];
  const count = Math.round((ms / length) * 10) / 10;
  return `${number(count)} ${count === 1 ? name : `${name}s`}`;
}

function byRule({ rules, never_fired: never }: ReplayReport): Markup {
  const fired = rules.filter((rule) => rule.fired + rule.unclear > 0).sort(byFired);
  const bars = fired.slice(0, BARS).map(
    ({ rule, effects, fired: times, unclear }): Bar => ({
      label: rule,
      note: effects.join(", "),
      shares: [share(times, kindOfEffects(effects)), share(unclear, "calm")],
    }),
  );
  const more = fired.length - bars.length;
  return html`<section><h2>By rule</h2>
${fired.length === 0 ? html`<p class="soft">No rule fired.</p>` : barTable(bars, ["rule", "events"])}
${more > 0 ? html`<p class="soft">and ${number(more)} more</p>` : ""}
${fired.some(({ unclear }) => unclear > 0) ? legend([["calm", "could not be determined"]]) : ""}
${never.length === 0 ? "" : html`<details><summary>${counted(never.length, "rule")} never fired</summary><p class="names">${never.map((rule) => html`<code>${rule}</code> `)}</p></details>`}</section>`;
}

function kindOfEffects(effects: readonly string[]): BarPart["kind"] {
  if (effects.some((effect) => /^(?:block|stop|respond)/.test(effect))) return "stop";
  if (effects.some((effect) => effect.startsWith("ask"))) return "ask";
  return effects.some((effect) => effect.startsWith("allow")) ? "go" : "note";
}

function byTool({ tools }: ReplayReport): Markup {
  const sorted = Object.entries(tools).sort(([, a], [, b]) => b.events - a.events);
  const bars = sorted.slice(0, BARS).map(
    ([tool, { events, stopped, changed }]): Bar => ({
      label: tool,
      ...(changed > 0 && { note: `${number(changed)} changed` }),
      shares: [share(stopped, "stop"), share(events - stopped, "calm")],
    }),
  );
  return html`<section><h2>By tool</h2>${barTable(bars, ["tool or point", "events"])}
${legend([
  ["stop", "stopped"],
  ["calm", "let through"],
])}</section>`;
}

const outcomeKinds: { readonly [O in Outcome]: string } = {
  pass: "calm",
  allow: "go",
  ask: "ask",
  respond: "note",
  block: "stop",
  stop: "stop",
};

const verdict = ({ outcome, rules, failures = [] }: ReplayVerdict): Markup =>
  html`<span class="tag ${outcomeKinds[outcome]}">${outcome}</span> <code>${(rules.length === 0 ? failures : rules).join(", ")}</code>`;

const eventCell = ({ at, point, tool, event }: NotableEvent): Markup =>
  html`<td><code>${event}</code><br><span class="soft">${at}, ${point}${tool === point ? "" : ` ${tool}`}</span></td>`;

function list(title: string, total: number, heads: readonly string[], rows: readonly Markup[], note?: string): Markup {
  if (total === 0) return html``;
  const more = total - rows.length;
  return html`<section><h2>${title} <span class="soft">${number(total)}</span></h2>${note === undefined ? "" : html`<p class="soft">${note}</p>`}
<table><thead><tr>${heads.map((head) => html`<th>${head}</th>`)}</tr></thead><tbody>${rows}</tbody></table>
${more > 0 ? html`<p class="soft">and ${number(more)} more</p>` : ""}</section>`;
}

function changes({ changes: found, changed, against }: ReplayReport): Markup {
  const words = { tightened: "ask", loosened: "stop", rules: "note" };
  const rows = found.slice(0, LISTED).map((one) => {
    const isTold = one.failures.length === 0 || one.before?.rules.length === 0;
    const failed = isTold ? "" : html` <span class="soft">with ${one.failures.join(", ")}</span>`;
    const lacking =
      one.lacking.length === 0 ? "" : html` <span class="soft">not in the log: ${one.lacking.join(", ")}</span>`;
    return html`<tr>${eventCell(one)}<td>${one.before === null ? "" : verdict(one.before)}${failed}</td><td>${verdict(one.after)}${lacking}</td><td><span class="tag ${words[one.change]}">${one.change === "rules" ? "other rules" : one.change}</span></td></tr>`;
  });
  return list("Changed decisions", changed.total, ["event", against === null ? "recorded" : "before", "now", ""], rows);
}

function unreplayed({ unreplayed: found, not_replayable: doubt }: ReplayReport): Markup {
  const rows = found.slice(0, LISTED).map((one) => html`<tr>${eventCell(one)}<td>${doubtText(one.doubt)}</td></tr>`);
  const note = "These decisions depend on something that is not in the log, so they are not compared.";
  return list("Not replayable", doubt.total, ["event", "why"], rows, note);
}

function stopped({ stopped: found, unrecorded }: ReplayReport): Markup {
  const rows = found.slice(0, LISTED).map((one) => html`<tr>${eventCell(one)}<td>${verdict(one.after)}</td></tr>`);
  const note =
    "The log has no decision about these events. They were let through; this bundle would have stopped them.";
  return list("Would have been stopped", unrecorded.stopped, ["event", "now"], rows, note);
}

function slowest({ rules, timed_every: every }: ReplayReport): Markup {
  const found = slowest10(rules);
  if (found.length === 0) return html``;
  const rows = found.map(
    ({ rule, mean_us: mean, slowest_us: most, timed }) =>
      html`<tr><td><code>${rule}</code></td><td class="number">${mean.toFixed(1)}</td><td class="number">${most.toFixed(1)}</td><td class="number">${number(timed)}</td></tr>`,
  );
  return html`<section><h2>Slowest rules</h2><p class="soft">Microseconds for one test of the rule, timed in every ${every}th event. The first rule that tests a command line includes the time to parse it.</p>
<table><thead><tr><th>rule</th><th class="number">mean</th><th class="number">slowest</th><th class="number">tests timed</th></tr></thead><tbody>${rows}</tbody></table></section>`;
}

function rest(report: ReplayReport): Markup {
  const lines = leftOut(report);
  const formats = Object.entries(report.formats).map(([format, count]) => `${counted(count, "line")} of ${format}`);
  return html`<section><h2>What was read</h2><p class="soft">${formats.join(", ") || "nothing that policyc knows"}.</p>
${lines.map((line) => html`<p>${line.trim()}</p>`)}
<details><summary>${counted(report.logs.length, "log")}</summary>${report.logs.slice(0, LISTED).map(({ name }) => html`<p><code>${name}</code></p>`)}</details></section>`;
}

const styles = `
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(7.5rem, 1fr)); gap: .75rem; margin-top: 1.1rem; }
.card { background: var(--card); border: 1px solid var(--edge); border-top: 3px solid var(--calm); border-radius: .6rem; padding: .7rem .9rem; }
.card strong { display: block; font-size: 1.5rem; line-height: 1.2; font-variant-numeric: tabular-nums; } .card span { color: var(--soft); font-size: .87em; }
.card-go { border-top-color: var(--go); } .card-ask { border-top-color: var(--ask); } .card-stop { border-top-color: var(--stop); } .card-note { border-top-color: var(--note); }
td .soft { font-size: .87em; }
details { margin-top: .75rem; } summary { cursor: pointer; color: var(--soft); } .names code { margin-right: .5rem; }
`;
