// An explained decision as one page: the rules of the point as they are written, every condition coloured by its truth with
// the values it saw beside it. The text is what the bundle itself carries, so that it cannot be that of another version.

import type { Decision, Manifest, ManifestRule } from "../../language/contract.ts";
import { rulesOfReason } from "../../language/reason-rules.ts";
import { maskJson } from "../../runtime/engine/index.ts";
import { snapshot } from "../../runtime/log/snapshot.ts";
import { html, htmlPage, type Markup } from "./html/page.ts";
import type { TracedCondition, TracedRule } from "./show-explanation.ts";

export interface ExplainedDecision {
  readonly event: unknown;
  readonly decision: Decision;
  readonly traces: readonly TracedRule[];
  readonly manifest: Manifest;
}

export function explanationPage({ event, decision, traces, manifest }: ExplainedDecision): string {
  const rules = new Map(manifest.rules.map((rule) => [keyOf(rule.name, rule.at), rule]));
  const groups: readonly (readonly [string, readonly TracedRule[]])[] = [
    ["Fired", traces.filter(({ truth }) => truth === "true")],
    ["Could not be determined", traces.filter(({ truth }) => truth === "unknown" || truth === "error")],
    ["Did not fire", traces.filter(({ truth }) => truth === "false")],
  ];
  const body = html`<h1><span class="tag ${outcomeKinds[decision.outcome]}">${decision.outcome}</span> ${decision.proceed ? "The action proceeds" : decision.outcome === "ask" ? "The action needs confirmation" : "The action is stopped"}</h1>
<p class="soft">revision <code>${manifest.revision.slice(0, 12)}</code>, ${traces.length} of ${manifest.rules.length} rules apply at this point</p>
${legend}
${reasons(decision)}
${groups.map(([title, found]) => group(title, found, rules, decision))}
<section><h2>Event</h2><pre>${eventLines(event)}</pre></section>`;
  return htmlPage(`${decision.outcome}: an explained decision`, body, styles);
}

const EVENT_LIMIT = 20_000;

/** The event with secrets masked, line by line; a huge one is cut. */
function eventLines(event: unknown): readonly Markup[] {
  const text = JSON.stringify(maskJson(snapshot(event)).value, null, 2);
  const kept =
    text.length > EVENT_LIMIT
      ? `${text.slice(0, EVENT_LIMIT)}\n... and ${text.length - EVENT_LIMIT} more characters`
      : text;
  return kept.split("\n").map((one) => html`${one}\n`);
}

const outcomeKinds: { readonly [O in Decision["outcome"]]: string } = {
  pass: "go",
  allow: "go",
  ask: "ask",
  respond: "note",
  block: "stop",
  stop: "stop",
};

const truthKinds: { readonly [T in TracedCondition["truth"]]: string } = {
  true: "true",
  false: "false",
  unknown: "unknown",
  error: "unknown",
  "not reached": "unreached",
};

const legend = html`<p class="legend"><code class="condition is-true">true</code> <code class="condition is-false">false</code> <code class="condition is-unknown">unknown</code> <code class="condition is-unreached">not reached</code></p>`;

function reasons({ reasons: said, warnings, notes, failures }: Decision): Markup {
  const lines = [
    ...said.map(({ rule, effect, message, shadow, because }) => {
      const how = [effect, ...(shadow ? ["in shadow"] : []), ...(because === undefined ? [] : [`because ${because}`])];
      return line(rule, how.join(", "), message);
    }),
    ...warnings.map(({ rule, message }) => line(rule, "warns", message)),
    ...notes.map(({ rule, message }) => line(rule, "notes", message)),
    ...failures.map(({ code, rule, message }) => line(rule ?? "", `failure ${code}`, message)),
  ];
  if (lines.length === 0) return html`<section><h2>Why</h2><p class="soft">No rule fired.</p></section>`;
  return html`<section><h2>Why</h2><table><tbody>${lines}</tbody></table></section>`;
}

const line = (rule: string, how: string, message: string): Markup =>
  html`<tr><td class="short"><code>${rule}</code></td><td class="short">${how}</td><td>${message}</td></tr>`;

const keyOf = (rule: string, at: string): string => `${rule} ${at}`;

function group(
  title: string,
  traces: readonly TracedRule[],
  rules: ReadonlyMap<string, ManifestRule>,
  decision: Decision,
): Markup {
  if (traces.length === 0) return html``;
  return html`<section><h2>${title} <span class="soft">${traces.length}</span></h2>${traces.map((trace) => ruleBlock(trace, rules.get(keyOf(trace.rule, trace.at)), decision))}</section>`;
}

function ruleBlock(trace: TracedRule, rule: ManifestRule | undefined, decision: Decision): Markup {
  const said = [...decision.reasons, ...decision.warnings, ...decision.notes].find(
    (one) => (one.rule === trace.rule && one.at === trace.at) || rulesOfReason(one).slice(1).includes(trace.rule),
  );
  const effects = (rule?.effects ?? []).map(
    (effect) =>
      html`<div class="line effect"><code>${effect}</code>${said === undefined || said.message === "" ? "" : html`<span class="said">${said.message}</span>`}</div>`,
  );
  const missing =
    trace.missing.length === 0
      ? ""
      : html`<div class="line"><span class="said">unknown: ${trace.missing.join(", ")}</span></div>`;
  return html`<div class="rule rule-${truthKinds[trace.truth]}"><div class="line"><code><b>rule</b> ${trace.rule}</code><span class="soft place">${trace.at}</span></div>
<div class="line inner"><code><b>on</b> ${(rule?.points ?? []).join(", ")}</code></div>
${trace.conditions.map(conditionLine)}
${effects}${missing}</div>`;
}

function conditionLine({ text, at, truth, operands }: TracedCondition, number: number): Markup {
  const values = Object.entries(operands).map(
    ([name, value]) =>
      html`<span class="value"><code>${name}</code> is <code>${value.replace(/^`|`$/g, "")}</code></span>`,
  );
  // `unless X` holds where X does not, so the word belongs to what is coloured.
  const word = text.startsWith("unless ") ? "" : number === 0 ? "when" : "and";
  return html`<div class="line inner" title="${at}: ${truth}"><code class="word">${word}</code><code class="condition is-${truthKinds[truth]}">${text}</code>${values}</div>`;
}

const styles = `
.short { white-space: nowrap; }
h1 .tag { font-size: 1em; margin-right: .4rem; }
pre { margin: 0; font: .86em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
.legend { margin-top: .75rem; } .legend .condition { margin-right: .5rem; }
.rule { border-left: 3px solid var(--calm); padding: .35rem 0 .35rem .9rem; margin: .9rem 0; }
.rule-true { border-left-color: var(--go); } .rule-false { border-left-color: var(--calm); } .rule-unknown { border-left-color: var(--ask); }
.rule b { color: var(--note); font-weight: 600; }
.line { display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: baseline; padding: .1rem 0; }
.inner, .effect { padding-left: 1.5rem; } .place { font-size: .82em; margin-left: auto; }
.word { color: var(--note); font-weight: 600; min-width: 3.6rem; }
.effect code { color: var(--note); font-weight: 600; } .said { color: var(--soft); font-size: .92em; overflow-wrap: anywhere; }
.condition { border-radius: .3rem; padding: .08rem .45rem; }
.is-true { background: var(--go-back); color: var(--go); } .is-false { background: var(--stop-back); color: var(--stop); }
.is-unknown { background: var(--ask-back); color: var(--ask); } .is-unreached { background: var(--calm-back); color: var(--soft); }
.value { color: var(--soft); font-size: .92em; } .value code { color: var(--text); }
`;
