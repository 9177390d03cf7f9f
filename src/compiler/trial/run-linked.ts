// Runs a linked policy in this process, for examples and tests: the very texts that a bundle ships, without a bundle.
// The parts of the runtime are the same for every policy and far larger than its rules, so each is started once per
// process: starting one anew takes longer than most policies' examples.
// INVARIANT: these are instances of their own. Nothing that examples leave behind, not even what the engine learned about
// their events, belongs in a policy at work that the same process has loaded.

import { compileFunction } from "node:vm";
import type { LinkedPart, LinkedPolicy } from "../bundle/link-parts.ts";

/** What the policy's module exports. */
export function runLinked({ parts, rules }: LinkedPolicy): unknown {
  const variables = parts.map(({ variable }) => variable);
  return functionOf(variables, bodyOf(rules))(...parts.map(startedPart));
}

const startedPart: (part: LinkedPart) => unknown = (() => {
  const started = new WeakMap<LinkedPart, unknown>();
  return (part) => {
    if (!started.has(part)) started.set(part, functionOf([], `${part.text}\nreturn ${part.variable};`)());
    return started.get(part);
  };
})();

/** Strict, as all of a module is. */
const functionOf = (parameters: readonly string[], body: string): ((...values: readonly unknown[]) => unknown) =>
  compileFunction(`"use strict";\n${body}`, [...parameters]) as (...values: readonly unknown[]) => unknown;

/** The code of a module with its one list of exports, which is the last thing in it, as what a function returns. */
function bodyOf(rules: string): string {
  const at = rules.lastIndexOf("\nexport {");
  const names = /^\nexport \{([\w$,\s]*)\};\s*$/.exec(rules.slice(at))?.[1];
  if (names === undefined) throw new Error("the code does not end in a list of its exports");
  return `${rules.slice(0, at)}\nreturn {${names.replaceAll(/([\w$]+) as ([\w$]+)/g, "$2: $1")}};`;
}
