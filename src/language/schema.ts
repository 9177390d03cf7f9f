// What an event looks like: points, their fields, and the canonical tools. Data only.
// The compiler types conditions by it, the engine checks events by it: adding a point, tool or field is a row here.

import type { Point } from "./contract.ts";

/** `path`, `host` and `command` are strings on the wire with a meaning of their own in conditions. */
export type FieldType = "string" | "int" | "bool" | "json" | "path" | "host" | "command" | "list<string>";

export interface Field {
  readonly type: FieldType;
  readonly optional?: true;
  /** Required, although not every host can provide it: it is then unknown, and the event says so. */
  readonly mayBeUnknown?: true;
  /** Only some hosts send it: those whose row of the matrix lists it in `sends`. */
  readonly sentBySome?: true;
  /** A name rather than prose: globs may be matched against it. */
  readonly name?: true;
  /** What the call does with the value, as a declaration says. */
  readonly does?: readonly FieldEffectWord[];
  /** `set` may rewrite it at this point, and which column of the capability matrix that needs. */
  readonly set?: "set_input" | "set_output";
  readonly doc: string;
}

/** What a declared tool does with a field. */
export const fieldEffectWords = ["reads", "writes", "deletes", "uploads", "contacts", "runs"] as const;
export type FieldEffectWord = (typeof fieldEffectWords)[number];

export interface FieldEffect {
  readonly field: string;
  readonly does: FieldEffectWord;
  /** The path is a folder, with everything below it. */
  readonly tree?: boolean;
}

export type Fields = { readonly [name: string]: Field };

const text = (doc: string): Field => ({ type: "string", doc });
const name = (doc: string): Field => ({ type: "string", name: true, doc });
const optional = (field: Field): Field => ({ ...field, optional: true });
const mayBeUnknown = (field: Field): Field => ({ ...field, mayBeUnknown: true });
const sentBySome = (field: Field): Field => ({ ...field, optional: true, sentBySome: true });
const settable = (field: Field, set: "set_input" | "set_output"): Field => ({ ...field, set });

/** Fields of every point. `time` is completed by the engine, so conditions always have it. */
export const commonFields: Fields = {
  agent: optional(name("the agent that asks, e.g. claude-code")),
  session_id: name("the root session"),
  run_id: optional(name("the run within the session")),
  agent_id: sentBySome(name("the subagent that acts; absent while the main agent acts")),
  agent_type: sentBySome(name("the type of that subagent, such as Explore")),
  time: { type: "string", doc: "when, as RFC 3339 text" },
  workdir: { type: "path", doc: "the project root, fixed for the session" },
  cwd: { type: "path", doc: "where this call runs" },
  metadata: { type: "json", optional: true, doc: "whatever else the host said" },
};

const model = name("the model's name");
const toolCall: Fields = {
  tool: name("the canonical tool: bash, read, write, edit, search, fetch, web_search, subagent, mcp, other"),
  tool_name: name("the host's own word for the tool"),
  call_id: optional(name("the host's id of this call")),
};

/** Fields of each point besides the common ones; tool points also have `input` and the views. */
export const points: {
  readonly [P in Point]: {
    readonly fields: Fields;
    readonly tool: boolean;
    readonly textField?: string;
    readonly doc: string;
  };
} = {
  session_start: {
    tool: false,
    doc: "a session begins",
    fields: { source: name("startup, resume, clear, ..."), model: settable(optional(model), "set_input") },
  },
  session_end: { tool: false, doc: "a session ends", textField: "reason", fields: { reason: text("why it ended") } },
  before_run: {
    tool: false,
    doc: "a run begins",
    textField: "prompt",
    fields: {
      model: settable(optional(model), "set_input"),
      prompt: settable(optional(text("what the user asked")), "set_input"),
    },
  },
  after_run: { tool: false, doc: "a run has ended", textField: "status", fields: { status: name("ok or error") } },
  user_prompt_submit: {
    tool: false,
    doc: "the user sends a prompt",
    textField: "prompt",
    fields: { prompt: settable(text("what the user wrote"), "set_input") },
  },
  before_model_call: {
    tool: false,
    doc: "the model is about to be called",
    fields: {
      model: settable(model, "set_input"),
      messages: { type: "json", doc: "the conversation" },
      tools: { type: "list<string>", doc: "names of the tools offered" },
    },
  },
  after_model_call: {
    tool: false,
    doc: "the model has answered",
    textField: "response",
    fields: { model, response: settable(text("what the model said"), "set_output") },
  },
  before_permission_decision: {
    tool: true,
    doc: "the host is about to decide on a permission",
    fields: { ...toolCall, decision: optional(name("what the host would decide")), reason: optional(text("why")) },
  },
  before_tool_call: { tool: true, doc: "a tool is about to run", fields: toolCall },
  after_tool_result: {
    tool: true,
    doc: "a tool has run",
    fields: {
      ...toolCall,
      output: settable(text("what the tool gave"), "set_output"),
      is_error: { type: "bool", doc: "the tool reported an error" },
      duration_ms: { type: "int", optional: true, doc: "how long it ran" },
    },
  },
  after_tool_failure: {
    tool: true,
    doc: "a tool has failed",
    fields: {
      ...toolCall,
      error: settable(text("the error"), "set_output"),
      error_class: optional(name("its kind")),
    },
  },
  before_completion_decision: {
    tool: false,
    doc: "the agent wants to finish",
    textField: "last_message",
    fields: {
      last_message: optional(text("what it said last")),
      stop_hook_active: { type: "bool", optional: true, doc: "it was already sent back once" },
    },
  },
  accept_gate: {
    tool: false,
    doc: "the result of a run is about to be accepted",
    textField: "last_message",
    fields: {
      workspace_changed: { type: "bool", doc: "the run wrote to the workspace" },
      todo_open: { type: "int", optional: true, doc: "open items" },
      last_message: optional(text("what it said last")),
    },
  },
  assistant_message_render: {
    tool: false,
    doc: "a message is about to be shown",
    textField: "message",
    fields: { message: settable(text("the message"), "set_output") },
  },
  pre_compact: {
    tool: false,
    doc: "the conversation is about to be compacted",
    textField: "trigger",
    fields: { trigger: name("manual or auto") },
  },
  post_compact: {
    tool: false,
    doc: "the conversation was compacted",
    textField: "trigger",
    fields: { trigger: name("manual or auto") },
  },
  subagent_start: {
    tool: false,
    doc: "a subagent is about to start",
    textField: "task",
    fields: { role: optional(name("its role")), task: optional(text("its task")) },
  },
  subagent_stop: {
    tool: false,
    doc: "a subagent has ended",
    textField: "state",
    fields: {
      role: optional(name("its role")),
      state: optional(name("how it ended")),
      error: optional(text("its error")),
    },
  },
  file_changed: {
    tool: false,
    doc: "a file changed on disk",
    textField: "path",
    fields: { path: { type: "path", doc: "the file" }, change: name("created, modified, deleted") },
  },
  notification: {
    tool: false,
    doc: "the agent notifies the user",
    textField: "message",
    fields: { kind: name("what about"), message: text("what it says") },
  },
};

/** What the engine knows about a tool call, as `call.NAME`. */
export const callFields: Fields = {
  external: {
    type: "bool",
    doc: "the tool has neither a table nor a declaration, so that only its arguments are known",
  },
};

/** Names that stand for one field at one point and for another at the next, so that one rule can be about both. */
const shared: {
  readonly [name: string]: { readonly fields: { readonly [P in Point]?: string }; readonly doc: string };
} = {
  returned: {
    fields: { after_tool_result: "output", after_tool_failure: "error" },
    doc: "what the call gave back: `output` of a result, `error` of a failure",
  },
};

export const sharedNames = Object.keys(shared);

/** The field of an event that a name in a rule stands for at the point. */
export function fieldBehind(point: Point, name: string): string {
  return (Object.hasOwn(shared, name) ? shared[name]?.fields[point] : undefined) ?? name;
}

/** The other points with a name that this point shares. */
export function pointsSharingNames(point: Point): readonly Point[] {
  const rows = Object.values(shared).map(({ fields }) => Object.keys(fields) as Point[]);
  return rows.filter((row) => row.includes(point)).flatMap((row) => row.filter((other) => other !== point));
}

/** The name stands for the field at one of its points. */
export const mayStandFor = (name: string, field: string): boolean =>
  Object.hasOwn(shared, name) && Object.values(shared[name]?.fields ?? {}).includes(field);

/** The field behind a name where it is the same at every point, else the name. */
export function fieldBehindAll(points: readonly Point[], name: string): string {
  const [first = name, ...others] = new Set(points.map((point) => fieldBehind(point, name)));
  return others.length === 0 ? first : name;
}

/** The fields that rules can name at the point besides the common ones: those of its events, and the shared names. */
export function namedFields(point: Point): Fields {
  const { fields } = points[point];
  const known = Object.entries(shared).flatMap(([name, row]) => {
    const field = fields[row.fields[point] ?? ""];
    return field === undefined ? [] : [[name, { ...field, doc: row.doc }] as const];
  });
  return known.length === 0 ? fields : { ...fields, ...Object.fromEntries(known) };
}

/** The column of the capability matrix that `set` of a field needs at the point. */
export function setColumn(point: Point, field: string): "set_input" | "set_output" {
  if (field.startsWith("input.")) return "set_input";
  const { fields } = points[point];
  const name = fieldBehind(point, field);
  return (Object.hasOwn(fields, name) ? fields[name]?.set : undefined) ?? "set_input";
}

/** Fields of `input` by canonical tool. A tool that is not here (and not declared) is `other`. */
export const tools: { readonly [tool: string]: Fields } = {
  bash: {
    command: { type: "command", doc: "the command line" },
    shell: optional(name("bash, sh, zsh, powershell, cmd")),
    running: { type: "bool", optional: true, doc: "the text is typed into a shell that already runs" },
    timeout_ms: { type: "int", optional: true, doc: "the time limit" },
  },
  read: {
    path: { type: "path", doc: "the file" },
    files: { type: "list<string>", optional: true, doc: "globs of more files, where it reads several" },
  },
  write: {
    path: { type: "path", optional: true, doc: "the file" },
    content: optional(text("its new content")),
    patch: optional(text("several files as one patch")),
  },
  edit: {
    path: { type: "path", optional: true, doc: "the file" },
    old: optional(text("the text replaced")),
    new: optional(text("the text put in")),
    patch: optional(text("several changes as one patch")),
  },
  search: {
    pattern: text("what is searched"),
    path: { type: "path", optional: true, doc: "where" },
    files: { type: "list<string>", optional: true, doc: "globs of the files that are searched" },
  },
  fetch: { url: text("the address") },
  web_search: { query: text("what is searched") },
  subagent: { role: optional(name("its role")), task: text("its task") },
  mcp: {
    server: mayBeUnknown(name("the MCP server")),
    tool: name("its tool"),
    args: { type: "json", doc: "the arguments" },
  },
  other: {},
};

/** Lists derived from a tool call; present at tool points only. */
export const views: { readonly [view: string]: { readonly element: "path" | "host" | "kind"; readonly doc: string } } =
  {
    reads: { element: "path", doc: "files the call reads" },
    writes: { element: "path", doc: "files the call writes" },
    deletes: { element: "path", doc: "files the call deletes" },
    uploads: { element: "path", doc: "files the call sends away" },
    hosts: { element: "host", doc: "network peers the call contacts" },
    kinds: { element: "kind", doc: "kinds of effect the call has, such as `publishes`" },
  };

/** What to do when no rule could be evaluated: see docs/language/failures.md. */
export const failureOutcome: { readonly [P in Point]: "block" | "pass" } = {
  session_start: "block",
  session_end: "pass",
  before_run: "block",
  after_run: "pass",
  user_prompt_submit: "block",
  before_model_call: "block",
  after_model_call: "block",
  before_permission_decision: "block",
  before_tool_call: "block",
  after_tool_result: "block",
  after_tool_failure: "pass",
  before_completion_decision: "block",
  accept_gate: "block",
  assistant_message_render: "pass",
  pre_compact: "block",
  post_compact: "pass",
  subagent_start: "block",
  subagent_stop: "pass",
  file_changed: "pass",
  notification: "pass",
};
