// External hooks in a set: none starts before the rules of every bundle have spoken, none if one of them blocks; rewrites
// by hooks are joined like those of rules; state is committed before the first hook starts.

import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { loadPolicies, type RuntimeEvent, type SetOptions } from "../../src/runtime/index.ts";
import { addTrust } from "../../src/runtime/load/trust-changes.ts";
import { buildIn, scratchFolder } from "./built-policy.ts";

async function setOf(
  texts: { readonly internal?: string; readonly user?: string; readonly repo?: string },
  folder: string,
) {
  const events: RuntimeEvent[] = [];
  const workspace = join(folder, "ws");
  const trustStore = join(folder, "home", "trust.json");
  mkdirSync(workspace);
  const options: { -readonly [K in keyof SetOptions]: SetOptions[K] } = {
    workspace,
    trustStore,
    home: folder,
    onEvent: (event) => void events.push(event),
  };
  for (const scope of ["internal", "user"] as const) {
    const text = texts[scope];
    if (text === undefined) continue;
    await buildIn(folder, `scope ${scope}\n${text}`, scope);
    options[scope] = join(folder, scope);
  }
  if (texts.repo !== undefined) {
    await addTrust(trustStore, workspace, await buildIn(folder, `scope repo\n${texts.repo}`, "ws/bundle"), 0);
    options.repo = "bundle";
  }
  const set = await loadPolicies(options);
  onTestFinished(() => set.close());
  return { set, events, types: () => events.map(({ type }) => type) };
}

const prompt = (text: string): object => ({
  point: "user_prompt_submit",
  prompt: text,
  session_id: "s",
  workdir: "/",
  cwd: "/",
});

const hook = (name: string, shell: string, options: string, when = 'prompt contains "x"'): string =>
  `rule ${name}\n  on user_prompt_submit\n  when ${when}\n  run shell ${JSON.stringify(shell)} env ["PATH"] ${options}\n`;

const block = (name: string, word: string): string =>
  `rule ${name}\n  on user_prompt_submit\n  when prompt contains "${word}"\n  block "no ${word}"\n`;

const says = (answer: object): string => `echo '${JSON.stringify(answer)}'`;

test("a hook of one scope decides beside the rules of the others", async () => {
  const { set, types } = await setOf(
    {
      internal: hook("judge", says({ outcome: "block", message: "judged" }), "may block"),
      user: 'rule careful\n  on user_prompt_submit\n  when prompt contains "x"\n  warn "careful"\n',
    },
    scratchFolder(),
  );
  const decision = await set.decide(prompt("x"));
  expect(decision).toMatchObject({
    outcome: "block",
    reasons: [{ rule: "judge", scope: "internal" }],
    warnings: [{ rule: "careful", scope: "user" }],
    failures: [],
  });
  expect(types()).toContain("hook_blocked");
  expect((await set.decide(prompt("y"))).outcome).toBe("pass");
  expect(set.decideSync(prompt("x"))).toMatchObject({ outcome: "block", failures: [{ code: "P711" }] });
});

test("no hook starts when a rule of another bundle blocks", async () => {
  const folder = scratchFolder();
  const touched = join(folder, "touched");
  const { set, types } = await setOf(
    { internal: hook("judge", `touch ${touched}`, "may block"), user: block("no", "bad") },
    folder,
  );
  expect((await set.decide(prompt("x bad"))).outcome).toBe("block");
  expect(existsSync(touched)).toBe(false);
  expect(types()).not.toContain("hook_started");
  expect((await set.decide(prompt("x"))).outcome).toBe("pass");
  expect(existsSync(touched)).toBe(true);
});

test("what a hook rewrites is judged by the rules and hooks of the others, and rewritten once", async () => {
  const folder = scratchFolder();
  const asked = join(folder, "asked");
  const { set } = await setOf(
    {
      internal: hook("rewriter", `echo r >> ${asked}; ${says({ changes: { prompt: "x hidden" } })}`, "may set"),
      user: `${block("no-hidden", "hidden")}`,
    },
    folder,
  );
  expect(await set.decide(prompt("x"))).toMatchObject({
    outcome: "block",
    reasons: [{ rule: "no-hidden", scope: "user" }],
  });
  expect(readFileSync(asked, "utf8")).toBe("r\n");
});

/** Puts a word behind the prompt that it is shown. */
const adds = (word: string): string =>
  `read -r event; text=$(printf %s "$event" | sed 's/.*"prompt":"\\([^"]*\\)".*/\\1/'); echo '{"changes":{"prompt":"'"$text ${word}"'"}}'`;

test("rewriting hooks of two bundles run one after another, inner scope first, each on the current event", async () => {
  const chain = await setOf(
    { internal: hook("a", `sleep 0.2; ${adds("inner")}`, "may set"), user: hook("b", adds("outer"), "may set") },
    scratchFolder(),
  );
  expect(await chain.set.decide(prompt("x"))).toMatchObject({
    outcome: "pass",
    changes: { prompt: "x inner outer" },
    failures: [],
  });
});

test("a rewriting hook sees what the rules of an inner bundle set; rules alone still conflict", async () => {
  const sets = (name: string, value: string): string =>
    `rule ${name}\n  on user_prompt_submit\n  when prompt contains "x"\n  set prompt = "${value}"\n`;
  const chain = await setOf(
    { internal: sets("a", "x set"), user: hook("b", adds("outer"), "may set") },
    scratchFolder(),
  );
  expect(await chain.set.decide(prompt("x"))).toMatchObject({ outcome: "pass", changes: { prompt: "x set outer" } });
  const differ = await setOf({ internal: sets("a", "1"), user: sets("b", "2") }, scratchFolder());
  expect(await differ.set.decide(prompt("x"))).toMatchObject({ outcome: "block", failures: [{ code: "P707" }] });
});

test("no rewriting hook starts once one of an inner bundle has blocked", async () => {
  const folder = scratchFolder();
  const touched = join(folder, "touched");
  const refuses = hook("a", says({ outcome: "block", message: "no" }), "may set, block");
  const { set } = await setOf({ internal: refuses, user: hook("b", `touch ${touched}`, "may set") }, folder);
  expect(await set.decide(prompt("x"))).toMatchObject({ outcome: "block", reasons: [{ rule: "a" }] });
  expect(existsSync(touched)).toBe(false);
});

test("what one bundle's hook allowed is not allowed any more once another's has rewritten it", async () => {
  const onCall = (name: string, answer: object, may: string): string =>
    `rule ${name}\n  on before_tool_call\n  when tool == "bash"\n  run shell ${JSON.stringify(says(answer))} env ["PATH"] may ${may}\n`;
  const { set } = await setOf(
    {
      internal: onCall("a", { outcome: "allow", message: "fine" }, "set, allow"),
      user: onCall("b", { changes: { input: { command: "ls -l" } } }, "set"),
    },
    scratchFolder(),
  );
  const event = {
    point: "before_tool_call",
    tool: "bash",
    input: { command: "ls" },
    session_id: "s",
    workdir: "/",
    cwd: "/",
  };
  const { outcome, changes } = await set.decide(event);
  expect({ outcome, changes }).toEqual({ outcome: "pass", changes: { input: { command: "ls -l" } } });
});

test("a hook that only the final event concerns may judge it and not rewrite it", async () => {
  const late = hook("late", says({ changes: { prompt: "again" } }), "may set", 'prompt contains "outer"');
  const { set } = await setOf({ internal: late, user: hook("b", adds("outer"), "may set") }, scratchFolder());
  expect(await set.decide(prompt("x"))).toMatchObject({
    outcome: "block",
    failures: [{ code: "P726", rule: "late", message: expect.stringContaining("already final") }],
  });
});

test("state is committed before the first hook, and a hook that blocks takes nothing back", async () => {
  const { set } = await setOf(
    {
      internal: hook("judge", says({ outcome: "block", message: "judged" }), "may block"),
      user: 'rule remember\n  on user_prompt_submit\n  when prompt contains "x"\n  mark seen\n\nrule later\n  on user_prompt_submit\n  when marked(seen) and prompt contains "y"\n  block "seen"\n',
    },
    scratchFolder(),
  );
  expect((await set.decide(prompt("x"))).reasons.map(({ rule }) => rule)).toEqual(["judge"]);
  expect((await set.decide(prompt("y"))).reasons.map(({ rule }) => rule)).toEqual(["later"]);
});

test("many sessions at once are not mixed up", async () => {
  const { set } = await setOf(
    {
      internal: hook("judge", "sleep 0.05", "may block"),
      user: 'rule count-all\n  on user_prompt_submit\n  count prompts\n\nrule limit\n  on user_prompt_submit\n  when counted(prompts, 1h) > 2\n  block "limit"\n',
    },
    scratchFolder(),
  );
  const rounds = Array.from({ length: 10 }, (_, at) => ({ ...prompt("x"), session_id: `s${at}` }));
  for (const outcome of ["pass", "pass", "block"]) {
    const decisions = await Promise.all(rounds.map((event) => set.decide(event)));
    expect(new Set(decisions.map((decision) => decision.outcome))).toEqual(new Set([outcome]));
  }
});

test("a trusted repository's hook runs; closing ends everything", async () => {
  const { set } = await setOf(
    { user: block("no", "bad"), repo: hook("repo-judge", says({ outcome: "block", message: "repo" }), "may block") },
    scratchFolder(),
  );
  expect(await set.decide(prompt("x"))).toMatchObject({
    outcome: "block",
    reasons: [{ rule: "repo-judge", scope: "repo" }],
  });
  await set.close();
  expect((await set.decide(prompt("x"))).failures).toMatchObject([{ code: "P714" }]);
});
