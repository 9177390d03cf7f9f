// `given { ... }`: the facts and the session state an example or a step starts from.

import type { FactValue } from "../../../language/contract.ts";
import { type LineFact, lineFacts } from "../../../language/operators/line-facts.ts";
import type { Session } from "../../diagnostics/session.ts";
import type { DataLit, ObjectLit } from "../../ir/ast.ts";
import type { Given, GivenFiles } from "../../ir/model.ts";
import { nearest } from "../names/nearest.ts";
import { suggestion } from "../names/rule-scope.ts";
import { kindWords } from "./event-literals.ts";
import { mergeGiven } from "./merge-given.ts";

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
  files: GivenFiles | undefined;
  readonly marked: string[];
  readonly counted: Map<string, number>;
  time: string | null;
}

type Read = (value: DataLit, draft: Draft, state: KnownState, session: Session) => boolean;

const readers: ReadonlyMap<string, Read> = new Map(
  Object.entries<Read>({
    ...Object.fromEntries(lineFacts.map((fact): [string, Read] => [fact, readText(fact)])),
    file_exists: readExisting,
    files: readFiles,
    env: readEnvironment,
    marked: readMarked,
    counted: readCounted,
    time: readTime,
  }),
);

/** The world of an example, or null after a report. */
export function givenOf(literals: readonly ObjectLit[], state: KnownState, session: Session): Given | null {
  const entries = mergeGiven(literals, session);
  const draft: Draft = {
    facts: new Map(),
    filesGiven: false,
    files: undefined,
    marked: [],
    counted: new Map(),
    time: null,
  };
  let isSound = entries !== null;
  for (const { key, keySpan, value } of entries ?? []) {
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
  const { filesGiven, files, marked, time } = draft;
  return {
    facts: Object.fromEntries(draft.facts),
    filesGiven,
    ...(files === undefined ? {} : { files }),
    marked,
    counted: Object.fromEntries(draft.counted),
    time,
  };
}

function wrong(value: DataLit, name: string, wanted: string, session: Session): false {
  session.report("P327", value.span, { name, wanted, found: kindWords(value) });
  return false;
}

function readText(fact: LineFact): Read {
  return (value, draft, _, session) => {
    if (value.kind !== "StringLit") return wrong(value, fact, "string", session);
    draft.facts.set(fact, value.value);
    return true;
  };
}

function readExisting(value: DataLit, draft: Draft, _: KnownState, session: Session): boolean {
  if (value.kind !== "ArrayLit") return wrong(value, "file_exists", "list<string>", session);
  draft.filesGiven = true;
  for (const item of value.items) {
    if (item.kind !== "StringLit") return wrong(item, "file_exists", "list<string>", session);
    draft.facts.set(`file_exists:${item.value}`, true);
  }
  return true;
}

/** The text of a file, or the names in an archive, by path. */
function readFiles(value: DataLit, draft: Draft, _: KnownState, session: Session): boolean {
  if (value.kind !== "ObjectLit") return wrong(value, "files", "object", session);
  const files: { [path: string]: string | readonly string[] } = Object.create(null);
  let isSound = true;
  for (const { key, keySpan, value: item } of value.entries) {
    const content = contentOf(item);
    if (content === null) isSound = wrong(item, `files.${key}`, "string or list<string>", session);
    else files[key] = content;
    const why = whyNoFile(key, value);
    if (why === null) continue;
    session.report("P342", keySpan, { path: key, why });
    isSound = false;
  }
  draft.files = files;
  return isSound;
}

function contentOf(item: DataLit): string | readonly string[] | null {
  if (item.kind === "StringLit") return item.value;
  if (item.kind !== "ArrayLit") return null;
  const names = item.items.flatMap((name) => (name.kind === "StringLit" ? [name.value] : []));
  return names.length === item.items.length ? names : null;
}

function whyNoFile(path: string, { entries }: ObjectLit): string | null {
  if (path === "") return "it is empty";
  if (path.endsWith("/")) return "it names a folder; folders are there when files in them are";
  if (path.includes("\0")) return "no path contains the character U+0000";
  const inside = entries.find(({ key }) => key.startsWith(`${path}/`));
  return inside === undefined ? null : `\`${inside.key}\` makes it a folder`;
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
