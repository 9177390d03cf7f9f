// The metrics of the resident process, in the Prometheus text format. Labels come from fixed lists, never from a client.

import type { Decision, Point } from "../../language/contract.ts";

/** Upper bounds in seconds. */
const BOUNDS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export interface Gauges {
  readonly sessions: number;
  readonly inFlight: number;
  readonly bundles: readonly { readonly revision: string; readonly dir: string }[];
}

type Labels = { readonly [label: string]: string };

export class Metrics {
  readonly #started = Date.now() / 1000;
  readonly #decisions = new Counter(
    "policyc_decisions_total",
    "Decisions, by agent, point and outcome.",
    "agent",
    "point",
    "outcome",
  );
  readonly #failures = new Counter("policyc_failures_total", "Failures within decisions, by code.", "code");
  readonly #refusals = new Counter("policyc_refusals_total", "Calls that no rule decided, by reason.", "reason");
  readonly #opened = new Counter("policyc_bundles_opened_total", "Bundles opened or reopened.");
  readonly #buckets = BOUNDS.map(() => 0);
  #count = 0;
  #sum = 0;

  decided(agent: string, point: Point, { outcome, failures }: Decision): void {
    this.#decisions.add(agent, point, outcome);
    for (const { code } of failures) this.#failures.add(code);
  }

  refused(reason: string): void {
    this.#refusals.add(reason);
  }

  opened(): void {
    this.#opened.add();
  }

  took(seconds: number): void {
    this.#count++;
    this.#sum += seconds;
    const at = BOUNDS.findIndex((bound) => seconds <= bound);
    if (at !== -1) this.#buckets[at] = (this.#buckets[at] ?? 0) + 1;
  }

  text({ sessions, inFlight, bundles }: Gauges): string {
    const duration = "policyc_request_duration_seconds";
    let below = 0;
    return [
      ...this.#decisions.lines(),
      ...this.#failures.lines(),
      ...this.#refusals.lines(),
      ...this.#opened.lines(),
      ...header(duration, "histogram", "Time from a call to its answer."),
      ...BOUNDS.map((bound, at) => {
        below += this.#buckets[at] ?? 0;
        return line(`${duration}_bucket`, { le: String(bound) }, below);
      }),
      line(`${duration}_bucket`, { le: "+Inf" }, this.#count),
      line(`${duration}_sum`, {}, this.#sum),
      line(`${duration}_count`, {}, this.#count),
      ...header("policyc_requests_in_flight", "gauge", "Calls being decided."),
      line("policyc_requests_in_flight", {}, inFlight),
      ...header("policyc_sessions", "gauge", "Sessions in memory."),
      line("policyc_sessions", {}, sessions),
      ...header("policyc_bundle_info", "gauge", "Bundles in use."),
      ...bundles.map((labels) => line("policyc_bundle_info", { ...labels }, 1)),
      ...header("policyc_start_time_seconds", "gauge", "When the process started."),
      line("policyc_start_time_seconds", {}, this.#started),
      "",
    ].join("\n");
  }
}

class Counter {
  readonly #name: string;
  readonly #help: string;
  readonly #labels: readonly string[];
  readonly #counts = new Map<string, number>();

  constructor(name: string, help: string, ...labels: readonly string[]) {
    this.#name = name;
    this.#help = help;
    this.#labels = labels;
  }

  /** Values are in the order of the labels. They are formatted only when the metrics are read: this runs at every call. */
  add(...values: readonly string[]): void {
    let key = "";
    for (const value of values) key += key === "" ? value : `\0${value}`;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  lines(): readonly string[] {
    const counts = [...this.#counts].sort(([a], [b]) => (a < b ? -1 : 1));
    return [
      ...header(this.#name, "counter", this.#help),
      ...counts.map(([key, count]) => {
        const values = key.split("\0");
        return line(this.#name, Object.fromEntries(this.#labels.map((label, at) => [label, values[at] ?? ""])), count);
      }),
    ];
  }
}

const header = (name: string, type: string, help: string): readonly string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
];

const line = (name: string, labels: Labels, value: number): string => `${name}${labelText(labels)} ${value}`;

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${escaped(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

const escaped = (value: string): string =>
  value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
