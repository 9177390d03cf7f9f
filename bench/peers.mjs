// The 100 rules of toolRules in three other engines. Each gives the names of the rules that fire.

import * as cedar from "@cedar-policy/cedar-wasm/nodejs";
import { parse } from "@marcbachmann/cel-js";
import { Engine } from "json-rules-engine";

const RULES = Array.from({ length: 100 }, (_, i) => ({ name: `rule-${i}`, tool: `tool-${i % 20}`, prefix: `p${i}-` }));

export function cedarPeer() {
  const policies = Object.fromEntries(
    RULES.map(({ name, tool, prefix }) => [
      name,
      `forbid(principal, action, resource) when { context.tool == "${tool}" && context.arg like "${prefix}*" };`,
    ]),
  );
  policies.base = "permit(principal, action, resource);";
  const parsed = cedar.preparsePolicySet("bench", { staticPolicies: policies });
  if (parsed.type !== "success") throw new Error(JSON.stringify(parsed));
  const uid = (type, id) => ({ type, id });
  return (event) => {
    const answer = cedar.statefulIsAuthorized({
      principal: uid("Agent", "a"),
      action: uid("Action", "call"),
      resource: uid("Tool", event.tool),
      context: { tool: event.tool, arg: event.input.arg },
      preparsedPolicySetId: "bench",
      entities: [],
    });
    if (answer.type !== "success") throw new Error(JSON.stringify(answer));
    return answer.response.decision === "deny" ? answer.response.diagnostics.reason : [];
  };
}

export function celPeer() {
  const rules = RULES.map(({ name, tool, prefix }) => ({
    name,
    test: parse(`event.tool == "${tool}" && event.input.arg.startsWith("${prefix}")`),
  }));
  return (event) => rules.filter((rule) => rule.test({ event })).map((rule) => rule.name);
}

export function jsonRulesPeer() {
  const engine = new Engine();
  engine.addOperator("startsWith", (value, prefix) => value.startsWith(prefix));
  for (const { name, tool, prefix } of RULES) {
    engine.addRule({
      conditions: {
        all: [
          { fact: "tool", operator: "equal", value: tool },
          { fact: "arg", operator: "startsWith", value: prefix },
        ],
      },
      event: { type: name },
    });
  }
  return async (event) => {
    const { events } = await engine.run({ tool: event.tool, arg: event.input.arg });
    return events.map((fired) => fired.type);
  };
}
