// `@severity("high") @owner("...") @doc("...") @shadow`.

import type { Session } from "../../diagnostics/session.ts";
import type { Annotation, Span } from "../../ir/ast.ts";
import { nearest } from "./nearest.ts";
import { suggestion } from "./rule-scope.ts";

export interface RuleNotes {
  readonly shadow: boolean;
  readonly severity: string | null;
  readonly owner: string | null;
  readonly doc: string | null;
}

const severities = ["low", "medium", "high", "critical"];
const known = ["severity", "owner", "doc", "shadow"];

/** What the annotations say, or null after a report. */
export function annotationsOf(annotations: readonly Annotation[], session: Session): RuleNotes | null {
  const values = new Map<string, string>();
  const places = new Map<string, Span>();
  let failed = false;
  for (const annotation of annotations) {
    const name = annotation.name.text;
    const first = places.get(name);
    if (first !== undefined) {
      session.report("P218", annotation.span, { name }, { notes: [{ span: first, text: "first given here" }] });
      failed = true;
    } else if (!isSound(annotation, session)) failed = true;
    places.set(name, annotation.span);
    values.set(name, annotation.value?.value ?? "");
  }
  if (failed) return null;
  return {
    shadow: values.has("shadow"),
    severity: values.get("severity") ?? null,
    owner: values.get("owner") ?? null,
    doc: values.get("doc") ?? null,
  };
}

function isSound({ name, value, span }: Annotation, session: Session): boolean {
  if (!known.includes(name.text)) {
    session.report(
      "P228",
      name.span,
      { name: name.text },
      suggestion(
        nearest(name.text, known, session),
        `the annotations are ${known.map((word) => `@${word}`).join(", ")}`,
      ),
    );
    return false;
  }
  if (name.text === "shadow") {
    if (value !== null) session.report("P229", value.span, { name: name.text, why: "takes no text" });
    return value === null;
  }
  if (value === null || value.value.trim() === "") {
    session.report("P229", span, { name: name.text, why: "needs text" }, { help: `write \`@${name.text}("...")\`` });
    return false;
  }
  if (name.text === "severity" && !severities.includes(value.value)) {
    const near = nearest(value.value, severities, session);
    session.report(
      "P229",
      value.span,
      { name: name.text, why: `must be one of ${severities.join(", ")}` },
      near === null ? {} : suggestion(JSON.stringify(near)),
    );
    return false;
  }
  return true;
}
