// Runs every `fires on` and `ignores` against the emitted module, but for those of packs that are proven.

import { ERROR, TRUE, UNKNOWN, UNLIKELY } from "../../language/truth.ts";
import type { Session } from "../diagnostics/session.ts";
import type { IrRule } from "../ir/ir.ts";
import type { Model, ModelExample } from "../ir/model.ts";
import type { Sealed, TruthFound } from "./emitted-policy.ts";
import { provenPacks } from "./proven-packs.ts";

export function runExamples(model: Model, makeSealed: () => Sealed, session: Session): void {
  const shared = makeSealed();
  const proven = provenPacks(model, session.sources);
  for (const example of model.examples) {
    const rule = model.ir.rules[example.rule];
    if (rule === undefined || proven.has(rule.file)) continue;
    // State that an example is given stays in its store, so such an example gets one of its own.
    const isStateless = example.given.marked.length === 0 && Object.keys(example.given.counted).length === 0;
    runExample(rule, example, isStateless ? shared : makeSealed(), session);
  }
}

function runExample(rule: IrRule, example: ModelExample, sealed: Sealed, session: Session): void {
  sealed.give(example.given, example.event);
  const found = sealed.truthOf(rule.id, example.event);
  if (found.failure !== undefined) {
    session.report("P505", example.span, { why: found.failure.message });
    return;
  }
  if (found.truth === UNKNOWN || found.truth === UNLIKELY) {
    reportUnknown(rule, example, found, session);
    return;
  }
  if (found.truth === ERROR) {
    session.report("P506", example.span, { rule: rule.name });
    return;
  }
  if (example.expects === "fires" && found.truth !== TRUE) reportFalse(rule, example, found, sealed, session);
  if (example.expects === "ignores" && found.truth === TRUE) session.report("P502", example.span, { rule: rule.name });
}

function reportUnknown(rule: IrRule, example: ModelExample, found: TruthFound, session: Session): void {
  const given = found.missing.map(givenFor).filter((text) => text !== null);
  const lack = given.length === 0 ? "could not be determined" : "is not given";
  const missing =
    found.missing.length === 0 ? "something that it depends on is unknown" : `${list(found.missing)} ${lack}`;
  const holes = { rule: rule.name, missing };
  session.report(
    "P503",
    example.span,
    holes,
    given.length === 0 ? {} : { help: `add \`given { ${given.join(", ")} }\`` },
  );
}

const list = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(", ");

/** How a missing fact is written in `given`; null for what cannot be given. */
function givenFor(missing: string): string | null {
  const colon = missing.indexOf(":");
  const [fact, argument] = colon === -1 ? [missing, ""] : [missing.slice(0, colon), missing.slice(colon + 1)];
  switch (fact) {
    case "git_branch":
      return 'git_branch: "main"';
    case "git_upstream":
      return 'git_upstream: "origin/main"';
    case "kube_context":
      return 'kube_context: "prod"';
    case "file_exists":
      return `file_exists: [${JSON.stringify(argument)}]`;
    case "env":
      return `env: { ${argument}: "..." }`;
    case "hour":
    case "weekday":
    case "time":
      return 'time: "2026-01-05T03:00:00Z"';
    default:
      return null;
  }
}

function reportFalse(rule: IrRule, example: ModelExample, found: TruthFound, sealed: Sealed, session: Session): void {
  const part = found.missed === null ? undefined : rule.conditions[found.missed];
  const condition = part?.text ?? "its condition";
  const values = sealed.operands(example.event, part?.operands ?? []);
  const shown = values.map(([name, value]) => `\`${name}\` is ${value}`).join(", ");
  session.report(
    "P501",
    example.span,
    { rule: rule.name, condition },
    { help: shown === "" ? "change the condition or the example" : `here ${shown}` },
  );
}
