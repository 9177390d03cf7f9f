// Lines of our own decision log (src/runtime/log/log.ts): the event with what was masked in it, the facts, and the decision.

import { targets } from "../../hosts/index.ts";
import { isObject, type JsonObject } from "../../hosts/shared/read-answer.ts";
import type { Facts, Json, Outcome } from "../../language/contract.ts";
import type { LogPart } from "./recorded.ts";

export function isDecision(line: JsonObject): boolean {
  return "revision" in line && "outcome" in line && "event" in line && "version" in line;
}

const outcomes: ReadonlySet<unknown> = new Set<Outcome>(["pass", "allow", "ask", "respond", "block", "stop"]);
const known: ReadonlySet<unknown> = new Set(targets);
const noFacts: Facts = Object.freeze({});
const noPlaces: readonly string[] = Object.freeze([]);

export function readDecision(line: JsonObject): LogPart {
  const { version, event, outcome, rules, revision, target, facts, masked, at, failures } = line;
  if (version !== 1) return { skipped: typeof version === "number" && version > 1 ? "version" : "unknown" };
  if (!isObject(event) || !outcomes.has(outcome) || !isTexts(rules) || !isTexts(masked)) return { skipped: "unknown" };
  if (!known.has(target)) return { skipped: "target" };
  const time = typeof at === "string" ? Date.parse(at) : Number.NaN;
  return {
    event,
    time: Number.isNaN(time) ? undefined : time,
    target: target as string,
    facts: isObject(facts) ? (facts as Facts) : noFacts,
    masked: masked.length === 0 ? noPlaces : masked,
    before: {
      outcome: outcome as Outcome,
      rules,
      failures: Array.isArray(failures) && failures.length > 0 ? failures.map(codeOf) : noPlaces,
      revision: typeof revision === "string" ? revision : "",
    },
  };
}

const isTexts = (value: Json | undefined): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === "string");

const codeOf = (failure: Json): string => (isObject(failure) && typeof failure.code === "string" ? failure.code : "");
