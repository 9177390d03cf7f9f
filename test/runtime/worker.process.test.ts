// Worker mode: the same decisions, deadlines, threads that are stuck or die, full queues, state that survives, clean ends.
// The thread is dist/worker-entry.mjs, as it is installed; `npm run build` makes it.

import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { loadPolicy, type RuntimeEvent, type WorkerOptions } from "../../src/runtime/index.ts";
import { root } from "../harness.ts";
import { buildIn, scratchFolder } from "./built-policy.ts";
import { bundleText, writeBundle } from "./hand-made-bundle.ts";

type Options = Omit<WorkerOptions, "worker" | "onEvent">;

async function load(dir: string, options: Options = {}) {
  const events: RuntimeEvent[] = [];
  const policy = await loadPolicy(dir, { ...options, worker: true, onEvent: (event) => void events.push(event) });
  onTestFinished(() => policy.close());
  return { policy, events, types: () => events.map(({ type }) => type) };
}

const stateful = `
rule remember
  on user_prompt_submit
  when prompt contains "secret"
  mark seen

rule count-prompts
  on user_prompt_submit
  count prompts

rule no-more
  on user_prompt_submit
  when marked(seen) and prompt contains "send"
  block "seen"

rule limit
  on user_prompt_submit
  when counted(prompts, 1h) > 5
  block "limit"
`;

const prompt = (text: string, session = "s"): object => ({
  point: "user_prompt_submit",
  prompt: text,
  session_id: session,
  workdir: "/p",
  cwd: "/p",
});

/** A module that does what the event says: loop, exit, throw, decide. */
const unruly = (): string => {
  const text = bundleText();
  text.files["policy.mjs"] = `
export const program = { scope: "user", rules: [{}] };
export const createPolicy = ({ revision, store }) => ({
  decideSync(event) {
    if (event.do === "loop") for (;;);
    if (event.do === "exit") process.exit(7);
    if (event.do === "throw") throw new Error("broken");
    if (event.do === "slow") { const end = Date.now() + event.ms; while (Date.now() < end); }
    const marked = store.read("s", 0).marked("m", false);
    if (event.do === "mark") store.commit("s", { marks: [{ label: "m", shadow: false, truth: 1 }], counts: [], blocksInRow: null, time: 0, call: null });
    return { proceed: true, outcome: "pass", reasons: [], warnings: [], notes: [], unclear: [], failures: [], revision, facts: {}, marked, said: event.say };
  },
});
`;
  return writeBundle(text);
};

const call = (what: object): object => ({ point: "before_tool_call", session_id: "s", ...what });
const codes = (decision: { readonly failures: readonly { readonly code: string }[] }): readonly string[] =>
  decision.failures.map(({ code }) => code);

describe("decisions", () => {
  test("are those of the calling thread", async () => {
    const folder = scratchFolder();
    await buildIn(folder, stateful);
    const dir = join(folder, "bundle");
    const here = await loadPolicy(dir);
    const { policy, types } = await load(dir);
    expect(policy.revision).toBe(here.revision);
    const texts = ["a", "secret", "send", "b", "c", "d"];
    for (const text of texts) expect(await policy.decide(prompt(text))).toEqual(here.decideSync(prompt(text)));
    for (const event of [null, 1, "x", [], {}, { point: "nowhere" }, { point: "before_tool_call" }])
      expect(await policy.decide(event)).toEqual(here.decideSync(event));
    expect(types()[0]).toBe("policy_loaded");
    await here.close();
  });

  test("an event that cannot be sent fails like one that is not JSON, waiting or not", async () => {
    const { policy } = await load(unruly());
    const bad = call({ f: () => 1 });
    const decisions = await Promise.all([policy.decide(bad), policy.decide(call({})), policy.decide(bad)]);
    expect(decisions.map(codes)).toEqual([["P702"], [], ["P702"]]);
    expect(decisions.map(({ outcome }) => outcome)).toEqual(["block", "pass", "block"]);
  });

  test("the event is read at once", async () => {
    const { policy } = await load(unruly());
    const events = ["a", "b", "c"].map((say) => ({ ...call({}), say }));
    const asked = events.map((event) => policy.decide(event));
    for (const event of events) event.say = "changed";
    expect((await Promise.all(asked)).map((decision) => Reflect.get(decision, "said"))).toEqual(["a", "b", "c"]);
  });

  test("many at once come back in order, none lost", async () => {
    const { policy } = await load(unruly(), { queue: 3000, deadlineMs: 20_000 });
    const asked = await Promise.all(Array.from({ length: 2000 }, (_, say) => policy.decide(call({ say }))));
    expect(asked.map((decision) => Reflect.get(decision, "said"))).toEqual(asked.map((_, at) => at));
  });

  test("facts are gathered in the thread, from the shared environment", async () => {
    const folder = scratchFolder();
    await buildIn(
      folder,
      'rule in-ci\n  on user_prompt_submit\n  when env("POLICYC_WORKER_TEST") == "yes"\n  block "ci"\n',
    );
    const { policy } = await load(join(folder, "bundle"));
    expect((await policy.decide(prompt("x"))).outcome).toBe("pass");
    process.env.POLICYC_WORKER_TEST = "yes";
    onTestFinished(() => {
      delete process.env.POLICYC_WORKER_TEST;
    });
    expect((await policy.decide(prompt("x"))).outcome).toBe("block");
  });

  test("are logged by the host", async () => {
    const lines: string[] = [];
    const { policy } = await load(unruly(), { log: (line) => void lines.push(line) });
    await policy.decide(call({ say: "x" }));
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ outcome: "pass", event: { say: "x" } });
  });
});

describe("a stuck or dead worker", () => {
  test("is replaced; the stuck call and those that wait fail closed, later ones are decided", async () => {
    const { policy, events } = await load(unruly(), { deadlineMs: 300 });
    const decisions = await Promise.all([
      policy.decide(call({ do: "loop" })),
      policy.decide(call({})),
      policy.decide({ point: "session_end" }),
    ]);
    expect(decisions.map(({ outcome }) => outcome)).toEqual(["block", "block", "pass"]);
    expect(codes(decisions[0] ?? { failures: [] })).toEqual(["P715"]);
    for (const decision of decisions.slice(1)) expect(["P715", "P716"]).toContain(codes(decision)[0]);
    expect(events.at(-1)).toMatchObject({ type: "decision_failed" });
    expect(events.filter(({ type }) => type === "worker_replaced")).toMatchObject([{ code: "P715" }]);
    expect(await decidedSoon(policy, call({ say: 1 }))).toMatchObject({ outcome: "pass", said: 1 });
  });

  test.each(["exit", "throw"])("that ends by %s", async (how) => {
    const { policy, events } = await load(unruly());
    const decisions = await Promise.all([policy.decide(call({ do: how })), policy.decide(call({}))]);
    expect(decisions.map(codes)).toEqual([["P716"], ["P716"]]);
    expect(decisions.map(({ outcome }) => outcome)).toEqual(["block", "block"]);
    expect(events.filter(({ type }) => type === "worker_replaced")).toHaveLength(1);
    expect(await decidedSoon(policy, call({ say: 2 }))).toMatchObject({ outcome: "pass", said: 2 });
  });

  test("again and again", async () => {
    const { policy, types } = await load(unruly(), { deadlineMs: 5000 });
    for (let round = 0; round < 5; round++) {
      expect(codes(await policy.decide(call({ do: "exit" })))).toEqual(["P716"]);
      expect((await policy.decide(call({}))).outcome).toBe("pass");
    }
    expect(types().filter((type) => type === "worker_replaced")).toHaveLength(5);
  });

  test("leaves the session state behind, but not that of the call that failed", async () => {
    const { policy } = await load(unruly(), { deadlineMs: 5000 });
    const marked = async (): Promise<unknown> => Reflect.get(await policy.decide(call({})), "marked");
    expect(await marked()).toBe(0);
    await policy.decide(call({ do: "mark" }));
    await policy.decide(call({ do: "exit" }));
    expect(await marked()).toBe(1);
    await policy.decide(call({ do: "exit" }));
    expect(await marked()).toBe(1);
  });

  test("counters and marks of a real bundle survive", async () => {
    const folder = scratchFolder();
    await buildIn(folder, stateful);
    const { policy } = await load(join(folder, "bundle"), { deadlineMs: 5000 });
    for (const text of ["secret", "b", "c"]) expect((await policy.decide(prompt(text))).outcome).toBe("pass");
    // A reload brings another thread.
    await buildIn(
      folder,
      `${stateful}\n# changed\nrule more\n  on user_prompt_submit\n  when prompt == "more"\n  block "m"\n`,
    );
    expect(await policy.reload()).toMatchObject({ reloaded: true });
    expect((await policy.decide(prompt("send"))).reasons.map(({ rule }) => rule)).toEqual(["no-more"]);
    for (const text of ["d", "e"]) expect((await policy.decide(prompt(text))).outcome).toBe("pass");
    expect((await policy.decide(prompt("f"))).reasons.map(({ rule }) => rule)).toEqual(["limit"]);
    expect((await policy.decide(prompt("send", "other"))).outcome).toBe("pass");
  });
});

describe("back-pressure", () => {
  test("one call too many fails at once, the others are decided", async () => {
    const { policy } = await load(unruly(), { queue: 2, deadlineMs: 10_000 });
    const decisions = await Promise.all([
      policy.decide(call({ do: "slow", ms: 50 })),
      ...Array.from({ length: 4 }, () => policy.decide(call({}))),
    ]);
    expect(decisions.map(codes)).toEqual([[], [], [], ["P717"], ["P717"]]);
    expect(decisions.map(({ outcome }) => outcome)).toEqual(["pass", "pass", "pass", "block", "block"]);
  });

  test("a call that only waited too long fails without costing the worker its life", async () => {
    const { policy, types } = await load(unruly(), { deadlineMs: 400 });
    const decisions = await Promise.all(Array.from({ length: 6 }, () => policy.decide(call({ do: "slow", ms: 150 }))));
    const failed = decisions.map(codes).filter((list) => list.length > 0);
    expect(failed.length).toBeGreaterThan(0);
    expect(new Set(failed.flat())).toEqual(new Set(["P715"]));
    expect(types()).not.toContain("worker_replaced");
    expect((await decidedSoon(policy, call({}))).outcome).toBe("pass");
  });
});

describe("loading and ending", () => {
  test.each<[object, string]>([
    [{ store: { read: () => 1, commit: () => 1 } }, "P607"],
    [{ world: () => 1 }, "P607"],
    [{ now: () => 1 }, "P607"],
    [{ queue: 0 }, "P607"],
    [{ deadlineMs: 0.5 }, "P607"],
    [{ revision: "0".repeat(64) }, "P606"],
  ])("%j", async (options, code) => {
    await expect(loadPolicy(unruly(), { ...options, worker: true } as WorkerOptions)).rejects.toMatchObject({ code });
  });

  test("a queue without a worker, and a worker that is neither true nor false", async () => {
    await expect(loadPolicy(unruly(), { queue: 5 } as object)).rejects.toMatchObject({ code: "P607" });
    await expect(loadPolicy(unruly(), { worker: "yes" } as object)).rejects.toMatchObject({ code: "P607" });
  });

  test("a module that does not start", async () => {
    const text = bundleText();
    text.files["policy.mjs"] = "throw new Error('no');";
    await expect(load(writeBundle(text))).rejects.toMatchObject({ code: "P611" });
    text.files["policy.mjs"] = "process.exit(3);";
    await expect(load(writeBundle(text))).rejects.toMatchObject({ code: "P614" });
  });

  test("external hooks are refused", async () => {
    const text = bundleText();
    text.files["hooks.json"] = JSON.stringify({ format: 1, hooks: [{ rule: "r", at: "a.policy:1:1" }] });
    await expect(load(writeBundle(text))).rejects.toMatchObject({ code: expect.stringMatching(/^P60[28]$/) });
  });

  test("reload keeps the last good bundle, in a bundle that does not start too", async () => {
    const folder = scratchFolder();
    await buildIn(folder, stateful);
    const dir = join(folder, "bundle");
    const { policy } = await load(dir);
    const before = policy.revision;
    writeFileSync(join(dir, "policy.mjs"), "broken");
    expect(await policy.reload()).toMatchObject({ reloaded: false, revision: before, error: { code: "P604" } });
    expect((await policy.decide(prompt("x"))).outcome).toBe("pass");
    expect(policy.status()).toMatchObject({ revision: before, lastError: { code: "P604" } });
  });

  test("closing fails those who wait and everything later", async () => {
    const { policy } = await load(unruly(), { deadlineMs: 60_000 });
    const waiting = [policy.decide(call({ do: "loop" })), policy.decide(call({}))];
    await policy.close();
    await policy.close();
    expect((await Promise.all(waiting)).map(codes)).toEqual([["P716"], ["P716"]]);
    expect(codes(await policy.decide(call({})))).toEqual(["P714"]);
    expect(await policy.reload()).toMatchObject({ reloaded: false, error: { code: "P714" } });
  });

  test.each(["await policy.close();", "", "await policy.decide({ do: 'exit' });"])(
    "the process ends by itself: %s",
    (last) => {
      const runtime = pathToFileURL(join(root, "dist", "runtime.mjs")).href;
      const script = `
        import { loadPolicy } from ${JSON.stringify(runtime)};
        const policy = await loadPolicy(${JSON.stringify(unruly())}, { worker: true, watch: true });
        console.log((await policy.decide({ point: "session_end" })).outcome);
        ${last}
      `;
      const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
        encoding: "utf8",
        timeout: 100_000,
      });
      expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: "pass\n", stderr: "" });
    },
  );
});

/** A new worker takes a moment to start, within which calls wait. */
async function decidedSoon(
  policy: { decide(event: unknown): Promise<object> },
  event: object,
): Promise<{ outcome?: string }> {
  for (let round = 0; ; round++) {
    const decision = (await policy.decide(event)) as { outcome: string; failures: readonly object[] };
    if (decision.failures.length === 0 || round === 50) return decision;
  }
}
