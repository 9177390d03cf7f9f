// A guard around one tool of the AI SDK or of LangChain.js: the policy is asked before the tool runs and when it has run.
// Plain JavaScript, one file; it needs only what `loadPolicy` of policyc/runtime returns.
//
//   const policy = await loadPolicy("dist/policy");
//   const tools = { bash: guard(bashTool, { policy, name: "bash", as: "bash", sessionId }) };      AI SDK
//   const tools = [guard(readTool, { policy, as: "read", fields: { path: "file" }, sessionId })];  LangChain.js
//
// Options:
//   policy      what decides
//   name        the tool's own name; LangChain tools carry it themselves
//   as          what policies call the tool (bash, read, write, fetch, ...); default `other`, under its own name
//   fields      which field of the tool is which field of policies, where the names differ: { path: "file" }
//   sessionId   the session whose marks and counters count; subagents use that of their root
//   workdir     the project; default: the folder of the process
//   confirm     async (question, { name, input }) => boolean, for `ask`; without it the answer is no
//   onWarn      (message) => void, shows a warning to people; default: nothing
//   onRefuse    "return" gives the model the reason as the tool's result (default), "throw" throws a PolicyRefusal

/** What a refused call throws with `onRefuse: "throw"`. */
export class PolicyRefusal extends Error {
  constructor(reason, decision) {
    super(reason);
    this.name = "PolicyRefusal";
    this.decision = decision;
  }
}

/** The same tool with the policy in front of it. The tool that was given is not changed. */
export function guard(tool, options) {
  const kind = kinds.find(({ fits }) => fits(tool));
  if (kind === undefined)
    throw new TypeError("guard() takes a tool with `execute` (AI SDK) or `invoke` (LangChain.js)");
  const name = options.name ?? tool.name;
  if (typeof name !== "string" || name === "") throw new TypeError("guard() needs the tool's name");
  if (typeof options.policy?.decide !== "function") throw new TypeError("guard() needs a policy");
  return kind.wrap(tool, { ...options, name });
}

const kinds = [
  {
    fits: (tool) => typeof tool?.execute === "function",
    // AI SDK: `execute(input, { toolCallId, ... })`; a stream of partial results is read to its last one, which is judged.
    wrap: (tool, options) =>
      changed(tool, {
        execute: (input, context) =>
          guarded(options, input, context?.toolCallId, async (made) => lastOf(await tool.execute(made, context))),
      }),
  },
  {
    fits: (tool) => typeof tool?.invoke === "function",
    // LangChain.js: `invoke(input, config)`, where the input may be the whole call of the model.
    wrap: (tool, options) => {
      const invoke = async (given, config) => {
        const isCall = given?.type === "tool_call";
        const input = isCall ? given.args : given;
        const result = await guarded(options, input, isCall ? given.id : config?.toolCall?.id, (made) =>
          tool.invoke(isCall ? { ...given, args: made } : made, config),
        );
        // A model that called by id needs its answer under that id.
        return isCall && typeof result === "string"
          ? { type: "tool", role: "tool", content: result, name: options.name, tool_call_id: given.id }
          : result;
      };
      return changed(tool, { invoke, call: invoke });
    },
  },
];

/** A copy that behaves like the tool except for these methods: a tool may be an instance of a class. */
function changed(tool, methods) {
  const copy = Object.create(Object.getPrototypeOf(tool), Object.getOwnPropertyDescriptors(tool));
  for (const [name, value] of Object.entries(methods))
    Object.defineProperty(copy, name, { value, enumerable: true, configurable: true, writable: true });
  return copy;
}

async function guarded(options, input, callId, run) {
  const event = eventOf(options, input, callId);
  const before = await decide(options, event);
  if (before.outcome === "respond") return before.result?.text ?? "";
  if (!(await agreed(before, options, input))) return refused(options, before);
  const made = before.changes === undefined ? input : rewritten(options, input, event, before.changes);
  if (made === lost) return refused(options, before, "a rule rewrites this call in a way that the tool cannot take");
  const called = { ...event, input: eventOf(options, made, callId).input };
  let output;
  try {
    output = await run(made);
  } catch (error) {
    const told = String(error?.message ?? error);
    throw shown(await decide(options, { ...called, point: "after_tool_failure", error: told }), error);
  }
  const after = await decide(options, {
    ...called,
    point: "after_tool_result",
    output: textOf(output),
    is_error: false,
  });
  if (!after.proceed) return refused(options, after, `[withheld by policy: ${reasonOf(after)}]`);
  const result = after.changes?.output === undefined ? output : shaped(after.changes.output, output);
  const notes = [...before.notes, ...after.notes].filter(({ shadow }) => !shadow).map(({ message }) => message);
  return notes.length > 0 && typeof result === "string" ? [result, ...notes].join("\n") : result;
}

/** The error as the caller may see it: withheld, rewritten, or as it was. */
function shown({ proceed, changes, ...decision }, error) {
  if (!proceed) return new Error(`[withheld by policy: ${reasonOf(decision)}]`);
  return changes?.error === undefined ? error : new Error(changes.error);
}

function eventOf({ name, as = "other", fields = {}, sessionId, workdir = process.cwd() }, input, callId) {
  const raw = isRecord(input) ? input : { input };
  const renamed = Object.entries(fields).flatMap(([ours, theirs]) =>
    raw[theirs] === undefined ? [] : [[ours, raw[theirs]]],
  );
  return {
    point: "before_tool_call",
    agent: "guard",
    tool: as,
    tool_name: name,
    input: { ...raw, ...Object.fromEntries(renamed), raw },
    ...(typeof callId === "string" && { call_id: callId }),
    ...(sessionId !== undefined && { session_id: sessionId }),
    workdir,
    cwd: workdir,
  };
}

/** An error of the policy itself is a refusal wherever the action can still be stopped. */
async function decide({ policy, onWarn = () => {} }, event) {
  let decision;
  try {
    decision = await policy.decide(event);
  } catch (error) {
    const proceed = event.point === "after_tool_failure";
    const failures = [{ code: "guard", message: `no decision was made: ${error?.message ?? error}` }];
    decision = { proceed, outcome: proceed ? "pass" : "block", reasons: [], warnings: [], notes: [], failures };
  }
  for (const { message, shadow } of decision.warnings) if (!shadow) onWarn(message);
  return decision;
}

/** Only a person's yes turns an `ask` into a call. */
async function agreed(decision, { confirm, name }, input) {
  if (decision.outcome !== "ask") return decision.proceed;
  try {
    return (await confirm?.(reasonOf(decision), { name, input })) === true;
  } catch {
    return false;
  }
}

const lost = Symbol("lost");

/** The complete new input; every change must arrive in the tool, or the call is not made. */
function rewritten({ fields = {} }, input, event, changes) {
  const names = Object.keys(changes).filter((name) => name !== "metadata");
  if (names.some((name) => name !== "input")) return lost;
  const made = { ...changes.input };
  const raw = { ...event.input.raw };
  for (const [ours, value] of Object.entries(made)) {
    if (ours === "raw" || same(value, event.input[ours])) continue;
    raw[Object.hasOwn(fields, ours) ? fields[ours] : ours] = value;
  }
  for (const ours of Object.keys(event.input)) if (!Object.hasOwn(made, ours)) return lost;
  return isRecord(input) ? raw : raw.input;
}

function refused({ onRefuse = "return" }, decision, words = reasonOf(decision)) {
  if (onRefuse === "throw" || decision.outcome === "stop") throw new PolicyRefusal(words, decision);
  return words;
}

function reasonOf({ reasons, outcome, failures }) {
  const given = reasons.filter((reason) => reason.effect === outcome && !reason.shadow).map(({ message }) => message);
  return given.filter(Boolean).join("\n") || failures.map(({ message }) => message).join("\n") || `refused: ${outcome}`;
}

/** A result as the text that rules test. */
function textOf(output) {
  if (typeof output === "string") return output;
  if (typeof output?.content === "string") return output.content;
  return JSON.stringify(output) ?? "";
}

/** The result with its text rewritten; a structured result stays structured if the new text can be parsed. */
function shaped(text, output) {
  if (typeof output === "string") return text;
  if (typeof output?.content === "string") return changed(output, { content: text });
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function lastOf(result) {
  if (typeof result?.[Symbol.asyncIterator] !== "function") return result;
  let last;
  for await (const part of result) last = part;
  return last;
}

const isRecord = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const same = (one, other) => one === other || JSON.stringify(one) === JSON.stringify(other);
