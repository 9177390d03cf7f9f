// A reference host: the smallest agent that does everything a host must do (docs/contribute/architecture.md). Plain
// JavaScript, one file.
//
// It owns the conversation; everything else is passed in:
//   policy  what `loadPolicy` of policyc/runtime returns
//   model   async ({ model, messages, tools }) => ({ text, calls: [{ id, tool, input }] })
//   tools   name -> async (input) => text; a tool that throws has failed
//   ui      { show(role, text), warn(text), refuse(text), log(text), confirm(question) => Promise<boolean> }
//
// Each duty is named in a comment where it is done. Nothing here knows a single rule.

/** Points at which a host goes on without a decision: nothing can be stopped there any more. */
const TOO_LATE = new Set([
  "session_end",
  "after_run",
  "after_tool_failure",
  "assistant_message_render",
  "post_compact",
  "subagent_stop",
  "file_changed",
  "notification",
]);
/** What can be changed at each point. A change that is not here could only be lost, so it is a refusal. */
const CHANGEABLE = {
  session_start: ["model", "metadata"],
  before_run: ["prompt", "model", "attachments", "metadata"],
  user_prompt_submit: ["prompt", "attachments", "metadata"],
  before_model_call: ["model", "messages", "metadata"],
  after_model_call: ["response", "metadata"],
  before_permission_decision: ["input", "metadata"],
  before_tool_call: ["input", "metadata"],
  after_tool_result: ["output", "metadata"],
  assistant_message_render: ["message", "metadata"],
};
const GATES = new Set(["before_completion_decision", "accept_gate"]);
const MOST_STEPS = 50;
const MOST_SENT_BACK = 3;
const CONFIRM_MS = 60_000;

export function createHost({ policy, model, tools, ui, workdir, ...more }) {
  const {
    sessionId = "session",
    modelName = "default",
    risky = new Set(),
    confirmMs = CONFIRM_MS,
    isChild = false,
  } = more;
  const { todoOpen = () => 0 } = more;
  let history = [];
  /** Notes for the next call of the model. */
  let notes = [];
  let metadata = {};
  let current = modelName;
  let runs = 0;
  let isChanged = false;
  /** How often in a row no decision could be made, by gate. */
  const gateFailures = new Map();

  // Duty: ask before the action, wait, and treat an error of its own as the failure outcome of the point.
  async function ask(point, fields) {
    const where = { session_id: sessionId, run_id: `run-${runs}`, workdir, cwd: workdir, agent: "reference-host" };
    let decision;
    try {
      decision = await policy.decide({
        point,
        ...where,
        ...(Object.keys(metadata).length > 0 && { metadata }),
        ...fields,
      });
      gateFailures.delete(point);
    } catch (error) {
      decision = failedDecision(point, error);
    }
    // Duty: warnings are for the user, notes for the model, failures for whoever runs this host.
    for (const { message } of decision.warnings) ui.warn(message);
    for (const { message } of decision.notes) notes.push(message);
    for (const { code, message } of decision.failures) ui.log(`${code}: ${message}`);
    return settle(point, fields, decision);
  }

  // Duty: do the action only if `proceed` is true, with all changes or not at all.
  async function settle(point, fields, decision) {
    const { outcome, changes = {}, result } = decision;
    const reason = reasonOf(decision);
    const lost = Object.keys(changes).find((field) => !CHANGEABLE[point]?.includes(field));
    if (lost !== undefined) return { proceed: false, outcome: "block", reason: `this host cannot change ${lost} here` };
    const values = { ...fields, ...changes };
    // Duty: `ask` reaches a person, who sees what would really happen; silence is no.
    const proceed =
      outcome === "ask" ? await confirmed(`${reason}\n${JSON.stringify(values.input ?? changes)}`) : decision.proceed;
    if (proceed && changes.metadata) metadata = { ...metadata, ...changes.metadata };
    return { proceed, outcome, reason, values, result };
  }

  function failedDecision(point, error) {
    const times = (gateFailures.get(point) ?? 0) + 1;
    gateFailures.set(point, times);
    // Even a broken gate opens in the end: an agent must not run for ever.
    const proceed = TOO_LATE.has(point) || (GATES.has(point) && times > MOST_SENT_BACK);
    const failures = [{ code: "host", message: `no decision at ${point}: ${error?.message ?? error}` }];
    return { proceed, outcome: proceed ? "pass" : "block", reasons: [], warnings: [], notes: [], failures };
  }

  async function confirmed(question) {
    let timer;
    const silence = new Promise((resolve) => {
      timer = setTimeout(resolve, confirmMs, false);
    });
    try {
      return (await Promise.race([ui.confirm(question), silence])) === true;
    } catch {
      return false;
    } finally {
      clearTimeout(timer);
    }
  }

  async function open(source = "startup") {
    const verdict = await ask("session_start", { source, model: current });
    if (!verdict.proceed) ui.refuse(verdict.reason);
    else current = verdict.values.model;
    return verdict.proceed;
  }

  /** A prompt, or a message that steers a running turn: both are what the user says. */
  async function submit(text) {
    runs++;
    const said = await ask("user_prompt_submit", { prompt: text });
    const run = said.proceed ? await ask("before_run", { prompt: said.values.prompt, model: current }) : said;
    // Duty: a blocked prompt reaches neither the history nor the model, nor anything that is stored.
    if (!run.proceed) return refused(run);
    current = run.values.model;
    const attachments = [...(said.values.attachments ?? []), ...(run.values.attachments ?? [])];
    // Duty: the prompt that is committed is the one that is shown.
    ui.show("user", run.values.prompt);
    history.push({ role: "user", content: run.values.prompt, ...(attachments.length > 0 && { attachments }) });
    const status = await turn().catch((error) => refused({ reason: `the turn failed: ${error?.message}` }, "failed"));
    await ask("after_run", { status: status === "done" ? "ok" : "error" });
    return status;
  }

  async function turn() {
    isChanged = false;
    for (let step = 0; step < MOST_STEPS; step++) {
      const answer = await callModel();
      if (answer.isStopped) return refused(answer, "stopped");
      if (answer.isWithheld) continue;
      history.push({
        role: "assistant",
        content: answer.text,
        ...(answer.calls.length > 0 && { calls: answer.calls }),
      });
      for (const call of answer.calls) {
        const result = await callTool(call);
        history.push({ role: "tool", call_id: call.id, content: result.text, is_error: result.isError === true });
        // Duty: `stop` ends the turn; neither the remaining calls nor the model come next.
        if (result.isStopped) return refused(result, "stopped");
        // Duty: a response that is marked as handled is the end of the turn.
        if (result.isHandled) return "done";
      }
      if (answer.calls.length > 0) continue;
      if (await mayEnd(answer.text)) {
        await show(answer.text);
        return "done";
      }
    }
    ui.refuse(`the turn was ended after ${MOST_STEPS} steps`);
    return "exhausted";
  }

  async function callModel() {
    // Duty: notes go to the model once, as text about the conversation and not as words of the user.
    const messages = [...history, ...notes.map((content) => ({ role: "note", content }))];
    notes = [];
    const before = await ask("before_model_call", { model: current, messages, tools: Object.keys(tools) });
    // Duty: `respond` replaces the call, here of the model.
    if (before.outcome === "respond") return { text: before.result.text, calls: [] };
    if (!before.proceed) return { isStopped: true, reason: before.reason };
    // Duty: what is changed here goes to the model; the conversation stays as it is.
    const { text = "", calls = [] } = await model({
      model: before.values.model,
      messages: before.values.messages,
      tools: before.values.tools,
    });
    const after = await ask("after_model_call", { model: before.values.model, response: text });
    if (after.proceed) return { text: after.values.response, calls };
    if (after.outcome === "stop") return { isStopped: true, reason: after.reason };
    // Duty: an answer that is withheld is neither shown nor stored, and its calls are not made.
    notes.push(`Your last answer was withheld: ${after.reason}`);
    return { isWithheld: true };
  }

  async function callTool({ id, tool, name = tool, input }) {
    const call = { tool: Object.hasOwn(KNOWN, tool) ? tool : "other", tool_name: name, call_id: id, input };
    const before = await ask("before_tool_call", call);
    if (before.outcome === "respond") {
      // Duty: the given result replaces the call; the tool does not run and no result is judged.
      const { text, is_error: isError, handled: isHandled } = before.result;
      return { text, isError, isHandled };
    }
    if (!before.proceed) return notDone(before);
    const allowed =
      before.outcome === "allow" || before.outcome === "ask"
        ? before
        : await permitted({ ...call, input: before.values.input });
    if (!allowed.proceed) return notDone(allowed);
    const made = { ...call, input: allowed.values.input };
    return judged(made, await runTool(made));
  }

  // Duty: `allow` skips the host's own confirmation, `pass` does not; the policy is asked before the person is.
  async function permitted(call) {
    if (!risky.has(call.tool)) return { proceed: true, values: call };
    const verdict = await ask("before_permission_decision", { ...call, decision: "ask", reason: "this tool is risky" });
    if (!verdict.proceed || verdict.outcome !== "pass") return verdict;
    const proceed = await confirmed(`Run ${call.tool_name}?\n${JSON.stringify(verdict.values.input)}`);
    return { ...verdict, proceed, reason: proceed ? "" : "The user said no." };
  }

  async function runTool({ tool_name: name, input }) {
    try {
      if (!Object.hasOwn(tools, name)) throw new Error(`there is no tool ${name}`);
      const output = String(await tools[name](input));
      if (name === "write" || name === "edit") isChanged = true;
      return { output };
    } catch (error) {
      return { error: String(error?.message ?? error) };
    }
  }

  // Duty: what is withheld never reaches the model or the history; it gets the reason instead.
  async function judged(call, { output, error }) {
    if (error !== undefined) {
      const failure = await ask("after_tool_failure", { ...call, error });
      return failure.proceed
        ? { text: failure.values.error, isError: true }
        : notDone(failure, "The error is withheld");
    }
    const after = await ask("after_tool_result", { ...call, output, is_error: false });
    return after.proceed ? { text: after.values.output } : notDone(after, "The result is withheld");
  }

  const notDone = ({ outcome, reason }, what = "The call was not made") => ({
    text: `${what}: ${reason}`,
    isError: true,
    isStopped: outcome === "stop",
    reason,
  });

  // Duty: a block here sends the agent back to work with the reason; the runtime limits how often.
  async function mayEnd(text) {
    const end = await ask("before_completion_decision", { last_message: text });
    const gate = end.proceed
      ? await ask("accept_gate", { workspace_changed: isChanged, todo_open: todoOpen(), last_message: text })
      : end;
    if (!gate.proceed) notes.push(gate.reason);
    return gate.proceed;
  }

  // Duty: a rewrite of what is shown leaves the history alone.
  async function show(text) {
    const verdict = await ask("assistant_message_render", { message: text });
    ui.show("assistant", verdict.values?.message ?? text);
  }

  async function compact(trigger) {
    const verdict = await ask("pre_compact", { trigger });
    if (!verdict.proceed) return refused(verdict);
    history = [{ role: "user", content: `(${history.length} earlier messages)` }];
    await ask("post_compact", { trigger });
    return "done";
  }

  /** Duty: a subagent, a fork and a resumed session use the root session's id, so that what was marked stays marked. */
  async function subagent(role, task, itsModel = model) {
    const verdict = await ask("subagent_start", { role, task });
    if (!verdict.proceed) return refused(verdict);
    const child = createHost({ policy, model: itsModel, tools, ui, workdir, ...more, sessionId, isChild: true });
    const state = await child.submit(task);
    await ask("subagent_stop", { role, state });
    return state;
  }

  function refused({ reason }, status = "refused") {
    ui.refuse(reason);
    return status;
  }

  /** Duty: the policy learns of the end; whoever loaded it closes it. */
  async function close(reason = "exit") {
    if (!isChild) await ask("session_end", { reason });
  }

  return { open, submit, compact, subagent, close, history: () => structuredClone(history) };
}

/** Tools of the schema; every other one is `other`, under its own name. */
const KNOWN = { bash: 1, read: 1, write: 1, edit: 1, search: 1, fetch: 1, web_search: 1, subagent: 1, mcp: 1 };

/** The messages of the rules that decided, else what failed. */
function reasonOf({ outcome, reasons, failures }) {
  const given = reasons.filter(({ effect, shadow }) => effect === outcome && !shadow).map(({ message }) => message);
  return given.join("\n") || failures.map(({ message }) => message).join("\n") || outcome;
}

// Run directly (`node examples/host/host.mjs BUNDLE`): a conversation with a model that follows a script.
if (process.argv[1] && import.meta.url === new URL(process.argv[1], "file:").href) {
  const { loadPolicy } = await import("policyc/runtime");
  const policy = await loadPolicy(process.argv[2] ?? "dist/policy");
  const script = [
    { text: "Let me look.", calls: [{ id: "1", tool: "read", input: { path: ".env" } }] },
    { text: "I may not read it. Please check the draft." },
  ];
  const print = (who) => (text) => console.log(`${who}: ${text}`);
  const ui = {
    show: (role, text) => console.log(`${role}: ${text}`),
    warn: print("warning"),
    refuse: print("refused"),
    log: print("log"),
    confirm: async (question) => {
      console.log(`asked, answered no: ${question}`);
      return false;
    },
  };
  const host = createHost({
    policy,
    ui,
    workdir: process.cwd(),
    tools: { read: async () => "nothing" },
    model: async () => script.shift() ?? { text: "Done." },
  });
  if (await host.open()) {
    await host.submit("My password is hunter2. Please deploy what .env says.");
    await host.close();
  }
  await policy.close();
}
