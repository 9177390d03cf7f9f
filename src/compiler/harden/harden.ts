// Equivalent forms of the shell examples of rules, run through the emitted module: what runs the same must fire or be ignored
// the same, what only prints the text must not fire.

import type { Json } from "../../language/contract.ts";
import { FALSE, TRUE, type Truth } from "../../language/truth.ts";
import type { Span } from "../ir/ast.ts";
import type { IrRule } from "../ir/ir.ts";
import type { Model, ModelExample } from "../ir/model.ts";
import { seededOrder } from "../ir/seeded-order.ts";
import type { Sealed } from "../trial/emitted-policy.ts";
import { carryAcross } from "./across-tools.ts";
import type { Family, Spelling } from "./form.ts";
import { equivalentForms } from "./forms.ts";
import { printedForms } from "./printed-forms.ts";
import { type RuleTraits, traitsOf } from "./rule-traits.ts";
import { widenedForms } from "./widened-forms.ts";

export interface HardenOptions {
  /** Rules to look at; all when left out. */
  readonly rules?: ReadonlySet<number> | undefined;
  /** At most this many forms of each example, chosen by the seed; all when left out. */
  readonly sample?: number;
  readonly seed: number;
}

export interface HardenReport {
  /** The names of the rules whose forms ran, and how many shell examples they have. */
  readonly rules: readonly string[];
  readonly examples: number;
  readonly forms: number;
  /** Forms left out by `sample`. */
  readonly notRun: number;
  readonly slips: readonly FormSlip[];
}

export interface FormSlip {
  readonly rule: string;
  /** `escaped`: it runs and the rule is silent. `unclear`: it runs and the rule cannot tell. `fires`: it should not. */
  readonly kind: "escaped" | "unclear" | "fires";
  readonly family: Family;
  /** The example as written, and the form. */
  readonly example: string;
  readonly form: string;
  readonly at: Span;
}

export function harden(model: Model, makeSealed: () => Sealed, options: HardenOptions): HardenReport {
  const slips: FormSlip[] = [];
  const rules = new Set<string>();
  let examples = 0;
  let forms = 0;
  let notRun = 0;
  for (const example of model.examples) {
    const rule = model.ir.rules[example.rule];
    const text = shellText(example.event);
    if (rule === undefined || options.rules?.has(rule.id) === false) continue;
    const across = carryAcross(rule, example, eventTrialOf(rule, example, makeSealed));
    forms += across.tried;
    if (across.tried > 0) rules.add(rule.name);
    for (const { kind, fires, form } of across.slips)
      slips.push({ rule: rule.name, kind, family: "by another tool", example: fires, form, at: example.span });
    if (text === null) continue;
    const traits = traitsOf(rule, model.ir);
    const trial = trialOf(rule, example, makeSealed);
    const all = formsOf(text, example, traits, model);
    const chosen = options.sample === undefined ? all : seededOrder(all, options.seed).slice(0, options.sample);
    if (chosen.length === 0) continue;
    rules.add(rule.name);
    examples++;
    notRun += all.length - chosen.length;
    for (const { form, runs } of chosen) {
      forms++;
      const kind = judge(trial, form, runs ? example.expects : "ignores", traits);
      if (kind === null) continue;
      slips.push({ rule: rule.name, kind, family: form.family, example: text, form: form.text, at: example.span });
    }
  }
  return { rules: [...rules], examples, forms, notRun, slips };
}

interface Tried {
  readonly form: Spelling;
  /** Runs the same; else the rule must not fire: it only prints the text, or does more than an approved one. */
  readonly runs: boolean;
}

function formsOf(text: string, { expects }: ModelExample, traits: RuleTraits, model: Model): readonly Tried[] {
  if (traits.approves) return expects === "fires" ? widenedForms(text).map((form) => ({ form, runs: false })) : [];
  if (traits.exempts && expects === "ignores") return [];
  const running = equivalentForms(text, model.ir.programs).filter((form) => !traits.distinguishes(form));
  const printed = expects === "fires" && !traits.readsText ? printedForms(text) : [];
  return [...running.map((form) => ({ form, runs: true })), ...printed.map((form) => ({ form, runs: false }))];
}

type Trial = (command: string) => Truth;

/** The rule on any other event, with what the example is given. */
function eventTrialOf(rule: IrRule, example: ModelExample, makeSealed: () => Sealed): (event: Json) => Truth {
  let sealed: Sealed | null = null;
  return (event) => {
    sealed ??= makeSealed();
    sealed.give(example.given, event);
    return sealed.truthOf(rule.id, event).truth;
  };
}

function trialOf(rule: IrRule, example: ModelExample, makeSealed: () => Sealed): Trial {
  const sealed = makeSealed();
  return (command) => {
    const event = withCommand(example.event, command);
    sealed.give(example.given, event);
    return sealed.truthOf(rule.id, event).truth;
  };
}

/** Null: as it should be. */
function judge(
  trial: Trial,
  form: Spelling,
  expects: ModelExample["expects"],
  traits: RuleTraits,
): FormSlip["kind"] | null {
  const truth = trial(form.text);
  if (expects === "fires") return truth === TRUE ? null : truth === FALSE ? "escaped" : "unclear";
  if (truth !== TRUE || traits.concerns(form)) return null;
  // A rule about echo, or about sudo, fires on the form whatever stands in it.
  return form.bare !== null && trial(form.bare) !== FALSE ? null : "fires";
}

/** The command of an event that a Unix shell would run; null for any other event. */
function shellText(event: Json): string | null {
  const { tool, input } = event as { readonly tool?: Json; readonly input?: { readonly [field: string]: Json } };
  if (tool !== "bash" || typeof input?.command !== "string") return null;
  return input.shell === "powershell" || input.shell === "cmd" ? null : input.command;
}

function withCommand(event: Json, command: string): Json {
  const { input, ...rest } = event as { readonly input: { readonly [field: string]: Json } };
  return { ...rest, input: { ...input, command } } as Json;
}
