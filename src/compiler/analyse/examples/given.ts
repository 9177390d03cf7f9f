// `given { ... }`: the facts and the session state an example or a step starts from.

import type { FactValue } from "../../../language/contract.ts";
import type { Session } from "../../diagnostics/session.ts";
import type { DataLit, ObjectLit } from "../../ir/ast.ts";
import type { Given } from "../../ir/model.ts";
import { nearest } from "../names/nearest.ts";
import { suggestion } from "../names/rule-scope.ts";
import { kindWords } from "./event-literals.ts";

/** What the bundle's rules set, to check `marked` and `counted` by. */
export interface KnownState {
  readonly labels: ReadonlySet<string>;
  readonly counters: ReadonlySet<string>;
  /** Words of declarations that did not parse: naming one is no mistake of its own. */
  readonly lost: ReadonlySet<string>;
}

interface Draft {
  readonly facts: Map<string, FactValue>;
  filesGiven: boolean;
  readonly marked: string[];
  readonly counted: Map<string, number>;
  time: string | null;
}

type Read = (value: DataLit, draft: Draft, state: KnownState, session: Session) => boolean;

const readers: ReadonlyMap<string, Read> = new Map(
  Object.entries<Read>({
    git_branch: readBranch,
    file_exists: readFiles,
    env: readEnvironment,
    marked: readMarked,
    counted: readCounted,
    time: readTime,
  }),
);

/** The world of an example, or null after a report. */
export function givenOf(literal: ObjectLit | null, state: KnownState, session: Session): Given | null {
  const draft: Draft = { facts: new Map(), filesGiven: false, marked: [], counted: new Map(), time: null };
  let isSound = true;
  for (const { key, keySpan, value } of literal?.entries ?? []) {
    const read = readers.get(key);
    if (read === undefined) {
      session.report(
        "P255",
        keySpan,
        { name: key },
        suggestion(nearest(key, readers.keys(), session), `it can contain ${[...readers.keys()].join(", ")}`),
      );
      isSound = false;
    } else isSound = read(value, draft, state, session) && isSound;
  }
  if (!isSound) return null;
  const { filesGiven, marked, time } = draft;
  return {
    facts: Object.fromEntries(draft.facts),
    filesGiven,
    marked,
    counted: Object.fromEntries(draft.counted),
    time,
  };
}

function wrong(value: DataLit, name: string, wanted: string, session: Session): false {
  session.report("P327", value.span, { name, wanted, found: kindWords(value) });
  return false;
}

function readBranch(value: DataLit, draft: Draft, _: KnownState, session: Session): boolean {
  if (value.kind !== "StringLit") return wrong(value, "git_branch", "string", session);
  draft.facts.set("git_branch", value.value);
  return true;
}

function readFiles(value: DataLit, draft: Draft, _: KnownState, session: Session): boolean {
  if (value.kind !== "ArrayLit") return wrong(value, "file_exists", "list<string>", session);
  draft.filesGiven = true;
  for (const item of value.items) {
    if (item.kind !== "StringLit") return wrong(item, "file_exists", "list<string>", session);
    draft.facts.set(`file_exists:${item.value}`, true);
  }
  return true;
}

function readEnvironment(value: DataLit, draft: Draft, _: KnownState, session: Session): boolean {
  if (value.kind !== "ObjectLit") return wrong(value, "env", "object", session);
  for (const { key, value: item } of value.entries) {
    if (item.kind !== "StringLit" && item.kind !== "NullLit") return wrong(item, `env.${key}`, "string", session);
    draft.facts.set(`env:${key}`, item.kind === "StringLit" ? item.value : null);
  }
  return true;
}

function readMarked(value: DataLit, draft: Draft, state: KnownState, session: Session): boolean {
  if (value.kind !== "ArrayLit") return wrong(value, "marked", "list of labels", session);
  for (const item of value.items) {
    if (item.kind !== "Name" && item.kind !== "StringLit") return wrong(item, "marked", "list of labels", session);
    const label = item.kind === "Name" ? item.text : item.value;
    if (!state.labels.has(label)) {
      if (!state.lost.has(label))
        session.report("P232", item.span, { label }, suggestion(nearest(label, state.labels, session)));
      return false;
    }
    draft.marked.push(label);
  }
  return true;
}

function readCounted(value: DataLit, draft: Draft, state: KnownState, session: Session): boolean {
  if (value.kind !== "ObjectLit") return wrong(value, "counted", "object", session);
  for (const { key, keySpan, value: item } of value.entries) {
    if (!state.counters.has(key)) {
      if (!state.lost.has(key))
        session.report("P233", keySpan, { counter: key }, suggestion(nearest(key, state.counters, session)));
      return false;
    }
    if (item.kind !== "NumberLit" || !Number.isSafeInteger(item.value) || item.value < 0)
      return wrong(item, `counted.${key}`, "int", session);
    draft.counted.set(key, item.value);
  }
  return true;
}

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;

function readTime(value: DataLit, draft: Draft, _: KnownState, session: Session): boolean {
  if (value.kind !== "StringLit" || !rfc3339.test(value.value) || Number.isNaN(Date.parse(value.value))) {
    session.report("P339", value.span, {});
    return false;
  }
  draft.time = value.value;
  return true;
}
