// Bundles of several scopes together: the strictest wins, rewrites are joined, state follows the outcome of all;
// a repository's bundle runs only where it is trusted, and its events say so.

import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { readBundle } from "../../src/runtime/bundle/read-bundle.ts";
import { dropTrustedCopies, keepTrustedCopy } from "../../src/runtime/bundle/trusted-copies.ts";
import { loadPolicies, PolicyLoadError, type RuntimeEvent, type SetOptions } from "../../src/runtime/index.ts";
import { addTrust, removeTrust } from "../../src/runtime/load/trust-changes.ts";
import { buildIn, copyIn, scratchFolder } from "./built-policy.ts";
import { bundleText, writeBundle } from "./hand-made-bundle.ts";

async function load(options: SetOptions) {
  const events: RuntimeEvent[] = [];
  const set = await loadPolicies({ ...options, onEvent: (event) => void events.push(event) });
  onTestFinished(() => set.close());
  return { set, events, types: () => events.map(({ type }) => type) };
}

/** Bundles from texts, by scope, loaded together; the repository's is trusted. */
async function setOf(texts: { readonly internal?: string; readonly user?: string; readonly repo?: string }) {
  const folder = scratchFolder();
  const workspace = join(folder, "ws");
  const trustStore = join(folder, "home", "trust.json");
  mkdirSync(workspace);
  const options: { -readonly [K in keyof SetOptions]: SetOptions[K] } = { workspace, trustStore, home: folder };
  if (texts.internal !== undefined) {
    await copyIn(folder, `scope internal\n${texts.internal}`, "internal");
    options.internal = join(folder, "internal");
  }
  if (texts.user !== undefined) {
    await copyIn(folder, texts.user, "user");
    options.user = join(folder, "user");
  }
  if (texts.repo !== undefined) {
    const revision = await copyIn(folder, `scope repo\n${texts.repo}`, "ws/bundle");
    await addTrust(trustStore, workspace, revision, 0);
    options.repo = "bundle";
  }
  return { folder, workspace, trustStore, options, ...(await load(options)) };
}

const prompt = (text: string, more: object = {}): object => ({
  point: "user_prompt_submit",
  prompt: text,
  session_id: "s",
  workdir: "/p",
  cwd: "/p",
  ...more,
});

const fetch = (url: string, more: object = {}): object => ({
  point: "before_tool_call",
  tool: "fetch",
  tool_name: "Fetch",
  input: { url },
  session_id: "s",
  workdir: "/p",
  cwd: "/p",
  ...more,
});

const rule = (name: string, effect: string, when = 'tool == "fetch"', point = "before_tool_call"): string =>
  `rule ${name}\n  on ${point}\n  when ${when}\n  ${effect}\n`;

describe("the strictest of all scopes", () => {
  const effects = ["pass", "allow", "ask", "block", "stop"] as const;
  const textOf = (effect: string): string =>
    effect === "pass" ? rule("r", 'warn "w"') : rule("r", effect === "allow" ? "allow" : `${effect} "m"`);

  test.each(effects.flatMap((internal) => effects.map((user) => [internal, user] as const)))(
    "internal %s, user %s",
    async (internal, user) => {
      const { set } = await setOf({ internal: textOf(internal), user: textOf(user) });
      const stricter = effects[Math.max(effects.indexOf(internal), effects.indexOf(user))];
      const decision = set.decideSync(fetch("https://a.example"));
      expect(decision.outcome).toBe(stricter);
      expect(decision.proceed).toBe(stricter === "pass" || stricter === "allow");
      const scopes = [...decision.reasons, ...decision.warnings].map(({ rule, scope }) => `${scope} ${rule}`);
      expect(scopes.sort()).toEqual(["internal r", "user r"]);
    },
  );

  test("three scopes, each with its reason, in order; the revision names all", async () => {
    const { set } = await setOf({
      internal: rule("a", 'warn "a"'),
      user: rule("b", 'ask "b"'),
      repo: rule("c", 'block "c"'),
    });
    const decision = await set.decide(fetch("https://a.example"));
    expect(decision).toMatchObject({
      outcome: "block",
      reasons: [
        { rule: "b", effect: "ask", scope: "user" },
        { rule: "c", effect: "block", scope: "repo" },
      ],
      warnings: [{ rule: "a", scope: "internal" }],
      failures: [],
    });
    expect(decision.revision).toBe(
      Object.values(set.manifests)
        .map(({ revision }) => revision)
        .join("+"),
    );
    expect(Object.keys(set.manifests)).toEqual(["internal", "user", "repo"]);
  });

  test("a malformed event fails once", async () => {
    const { set } = await setOf({ internal: rule("a", 'warn "a"'), user: rule("b", 'ask "b"') });
    expect(set.decideSync({ point: "before_tool_call" })).toMatchObject({
      outcome: "block",
      failures: [{ code: "P702" }],
    });
    expect(set.decideSync(null)).toMatchObject({ outcome: "block", failures: [{ code: "P702" }] });
    expect(
      set.decideSync(
        new Proxy(
          {},
          {
            ownKeys: () => {
              throw new Error("no");
            },
          },
        ),
      ).outcome,
    ).toBe("block");
  });
});

describe("rewrites", () => {
  const setPrompt = (name: string, value: string, when = 'prompt != "-"'): string =>
    rule(name, `set prompt = ${value}`, when, "user_prompt_submit");

  test("of one bundle are judged by the others, which see the final event", async () => {
    const { set } = await setOf({
      internal: setPrompt("hide", '"hidden"', 'prompt contains "key"'),
      user: rule("no-hidden", 'block "hidden"', 'prompt == "hidden"', "user_prompt_submit"),
    });
    expect(set.decideSync(prompt("my key"))).toMatchObject({
      outcome: "block",
      reasons: [{ rule: "hide" }, { rule: "no-hidden" }],
    });
    expect(set.decideSync(prompt("my key"))).not.toHaveProperty("changes");
    expect(set.decideSync(prompt("hello")).outcome).toBe("pass");
  });

  test("never rescue a call that another bundle blocks as it came", async () => {
    const { set } = await setOf({
      internal: setPrompt("hide", '"hidden"'),
      user: rule("no-key", 'block "key"', 'prompt contains "key"', "user_prompt_submit"),
    });
    expect(set.decideSync(prompt("my key"))).toMatchObject({ outcome: "block" });
    expect(set.decideSync(prompt("hello"))).toMatchObject({ outcome: "pass", changes: { prompt: "hidden" } });
  });

  test("different values for one field block, and name both rules", async () => {
    const { set } = await setOf({ internal: setPrompt("one", '"1"'), user: setPrompt("two", '"2"') });
    expect(set.decideSync(prompt("x"))).toMatchObject({
      outcome: "block",
      failures: [{ code: "P707", message: "`one` (internal) and `two` (user) set `prompt` to different values" }],
    });
  });

  test("equal values, and different fields of one input, stand together", async () => {
    const same = await setOf({ internal: setPrompt("one", '"1"'), user: setPrompt("two", '"1"') });
    expect(same.set.decideSync(prompt("x"))).toMatchObject({ outcome: "pass", changes: { prompt: "1" }, failures: [] });
    const both = await setOf({
      internal: rule("one", 'set input.content = "c"', 'tool == "write"'),
      user: rule("two", 'set input.path = "p"', 'tool == "write"'),
    });
    const write = { ...fetch(""), tool: "write", input: { path: "a", content: "b", raw: { kept: 1 } } };
    expect(both.set.decideSync(write)).toMatchObject({
      outcome: "pass",
      changes: { input: { path: "p", content: "c", raw: { kept: 1 } } },
    });
  });

  test("an allow counts only for the final event", async () => {
    const allow = rule("fine", "allow", 'tool == "fetch" and input.url == "https://a.example"');
    const rewrite = rule(
      "move",
      'set input.url = "https://b.example"',
      'tool == "fetch" and input.url == "https://a.example"',
    );
    const { set } = await setOf({ internal: allow, user: rewrite });
    expect(set.decideSync(fetch("https://a.example"))).toMatchObject({
      outcome: "pass",
      changes: { input: { url: "https://b.example" } },
      reasons: [{ rule: "move" }],
    });
    const other = await setOf({
      internal: rule("fine", "allow", 'tool == "fetch" and input.url == "https://b.example"'),
      user: rewrite,
    });
    expect(other.set.decideSync(fetch("https://a.example")).outcome).toBe("allow");
  });

  test("answers in place of the call: the same stands, different ones block", async () => {
    const answer = (name: string, text: string): string => rule(name, `respond "${text}"`);
    const same = await setOf({ internal: answer("a", "x"), user: answer("b", "x") });
    expect(same.set.decideSync(fetch("u"))).toMatchObject({ outcome: "respond", result: { text: "x" } });
    const differ = await setOf({ internal: answer("a", "x"), user: answer("b", "y") });
    expect(differ.set.decideSync(fetch("u"))).toMatchObject({
      outcome: "block",
      failures: [{ code: "P708", message: "`a` (internal) and `b` (user) respond differently" }],
    });
  });
});

describe("state", () => {
  const marking = `${rule("remember", "mark seen")}${rule("no-more", 'block "seen"', "marked(seen)", "user_prompt_submit")}`;

  test("a call that another bundle blocks leaves no marks", async () => {
    const { set } = await setOf({
      internal: rule("no", 'block "no"', 'tool == "fetch" and input.url contains "bad"'),
      user: marking,
    });
    expect(set.decideSync(fetch("https://bad.example")).outcome).toBe("block");
    expect(set.decideSync(prompt("x")).outcome).toBe("pass");
    expect(set.decideSync(fetch("https://good.example")).outcome).toBe("pass");
    expect(set.decideSync(prompt("x")).outcome).toBe("block");
  });

  test("labels of one name in two bundles are two labels", async () => {
    const { set } = await setOf({
      internal: `${rule("i", "mark seen", 'prompt contains "i"', "user_prompt_submit")}${rule("iw", 'warn "i"', "marked(seen)", "session_end")}`,
      user: `${rule("u", "mark seen", 'prompt contains "u"', "user_prompt_submit")}${rule("uw", 'warn "u"', "marked(seen)", "user_prompt_submit")}`,
    });
    expect(set.decideSync(prompt("i")).warnings).toEqual([]);
    expect(set.decideSync(prompt("x")).warnings).toEqual([]);
    set.decideSync(prompt("u"));
    expect(set.decideSync(prompt("x")).warnings).toMatchObject([{ rule: "uw", scope: "user" }]);
  });

  test("an event that is decided twice is counted once", async () => {
    const { set } = await setOf({
      internal: rule("tidy", 'set prompt = "tidy"', 'prompt == "x"', "user_prompt_submit"),
      user: `rule count-all\n  on user_prompt_submit\n  count prompts\n${rule("limit", 'block "limit"', "counted(prompts, 1h) > 3", "user_prompt_submit")}`,
    });
    expect(["x", "x", "x", "x"].map((text) => set.decideSync(prompt(text)).outcome)).toEqual([
      "pass",
      "pass",
      "pass",
      "block",
    ]);
  });

  test("the agent is sent back three times in a row, however many bundles do it", async () => {
    const gate = 'rule again\n  on before_completion_decision\n  block "go on"\n';
    const { set } = await setOf({ internal: gate, user: gate.replace("again", "once-more") });
    const end = { point: "before_completion_decision", session_id: "s", workdir: "/p", cwd: "/p" };
    const seen = Array.from({ length: 8 }, () => set.decideSync(end).outcome);
    expect(seen).toEqual(["block", "block", "block", "pass", "block", "block", "block", "pass"]);
    expect(set.decideSync({ ...end, session_id: "other" }).outcome).toBe("block");
  });
});

describe("a repository's bundle", () => {
  const repo = rule("no-fetch", 'block "no"');

  async function untrusted(text = repo) {
    const folder = scratchFolder();
    const workspace = join(folder, "ws");
    mkdirSync(workspace);
    const revision = await buildIn(folder, text === "" ? repo : `scope repo\n${text}`, "ws/bundle");
    await buildIn(folder, rule("careful", 'warn "w"'), "user");
    const trustStore = join(folder, "home", "trust.json");
    const options = { user: join(folder, "user"), repo: "bundle", workspace, trustStore, home: folder };
    return { folder, workspace, revision, trustStore, options, dir: join(workspace, "bundle") };
  }

  // The seed's events, under our names; `improved` says where ours differs on purpose.
  test("absent: no events", async () => {
    const { options, dir } = await untrusted();
    rmSync(dir, { recursive: true });
    const { types } = await load(options);
    expect(types()).toEqual(["policy_loaded"]);
  });

  test("present, no trust store: discovered, store invalid, skipped; the start goes on", async () => {
    const { options, workspace, dir, revision, trustStore } = await untrusted();
    const { set, events } = await load(options);
    expect(events.slice(0, 3)).toEqual([
      { type: "repo_policy_discovered", workspace, dir },
      { type: "trust_store_invalid", path: trustStore, reason: "trust store is missing" },
      { type: "repo_policy_skipped", workspace, dir, revision, code: null, reason: "workspace is not trusted" },
    ]);
    expect(set.decideSync(fetch("u")).outcome).toBe("pass");
    expect(set.manifests).not.toHaveProperty("repo");
  });

  test("trusted: discovered, loaded, and it decides", async () => {
    const { options, workspace, dir, revision, trustStore } = await untrusted();
    await addTrust(trustStore, workspace, revision, 0);
    const { set, events, types } = await load(options);
    expect(types()).toEqual(["repo_policy_discovered", "policy_loaded", "repo_policy_loaded"]);
    expect(events.at(-1)).toMatchObject({ workspace, dir, revision, rules: expect.any(Number) });
    expect(set.decideSync(fetch("u"))).toMatchObject({
      outcome: "block",
      reasons: [{ rule: "no-fetch", scope: "repo" }],
    });
  });

  test("changed after it was trusted", async () => {
    const { options, folder, workspace, revision, trustStore } = await untrusted();
    await addTrust(trustStore, workspace, revision, 0);
    await buildIn(folder, `scope repo\n${rule("other", 'warn "x"')}`, "ws/bundle");
    const { events } = await load(options);
    expect(events[1]).toMatchObject({ type: "repo_policy_skipped", reason: "bundle has changed since it was trusted" });
  });

  test("moved, and reached through a link", async () => {
    const { options, folder, workspace, revision, trustStore } = await untrusted();
    await addTrust(trustStore, workspace, revision, 0);
    const link = join(folder, "link");
    symlinkSync(workspace, link);
    expect((await load({ ...options, workspace: link })).types()).toContain("repo_policy_skipped");
    expect((await load(options)).types()).toContain("repo_policy_loaded");
    renameSync(workspace, join(folder, "moved"));
    expect((await load({ ...options, workspace: join(folder, "moved") })).types()).toContain("repo_policy_skipped");
  });

  test("damaged, though trusted: skipped with its code, where NeoCode let it vanish without a word", async () => {
    const { options, workspace, revision, trustStore, dir } = await untrusted();
    await addTrust(trustStore, workspace, revision, 0);
    writeFileSync(join(dir, "policy.mjs"), "globalThis.policycStarted = 'no';");
    const { set, events } = await load(options);
    expect(events[1]).toMatchObject({ type: "repo_policy_skipped", revision: null, code: "P604" });
    expect(set.decideSync(fetch("u")).outcome).toBe("pass");
  });

  test.each([
    ["damaged", (dir: string) => writeFileSync(join(dir, "policy.mjs"), "")],
    ["deleted", (dir: string) => rmSync(dir, { recursive: true })],
  ])("%s after it was trusted: the copy of what was trusted decides", async (_, change) => {
    const { options, workspace, revision, trustStore, dir } = await untrusted();
    await addTrust(trustStore, workspace, revision, 0);
    await keepTrustedCopy(trustStore, await readBundle(dir));
    change(dir);
    const { set, types, events } = await load(options);
    expect(types()).toContain("repo_policy_kept");
    expect(events.at(-1)).toMatchObject({ type: "repo_policy_loaded", revision });
    expect(set.decideSync(fetch("u")).outcome).toBe("block");
    await removeTrust(trustStore, workspace);
    await dropTrustedCopies(trustStore);
    expect((await load(options)).set.decideSync(fetch("u")).outcome).toBe("pass");
  });

  test("a copy that was changed is no copy", async () => {
    const { options, workspace, revision, trustStore, dir } = await untrusted();
    await addTrust(trustStore, workspace, revision, 0);
    await keepTrustedCopy(trustStore, await readBundle(dir));
    rmSync(dir, { recursive: true });
    writeFileSync(join(dirname(trustStore), "trusted", revision, "policy.mjs"), "");
    expect((await load(options)).types()).not.toContain("repo_policy_kept");
  });

  test("of an inner scope", async () => {
    const { options, workspace, revision, trustStore } = await untrusted("");
    await addTrust(trustStore, workspace, revision, 0);
    const { events } = await load(options);
    expect(events[1]).toMatchObject({ type: "repo_policy_skipped", code: "P609" });
  });

  test("nothing of it runs before it is trusted, and a module that does not start is skipped", async () => {
    const folder = scratchFolder();
    const text = bundleText("repo");
    text.files["policy.mjs"] = `globalThis.repoRan = (globalThis.repoRan ?? 0) + 1;\nthrow new Error("broken");`;
    const source = writeBundle(text);
    cpSync(source, join(folder, "bundle"), { recursive: true });
    const { revision } = JSON.parse(readFileSync(join(source, "manifest.json"), "utf8"));
    const user = writeBundle();
    const trustStore = join(folder, "home", "trust.json");
    const options = { user, repo: "bundle", workspace: folder, trustStore };
    await load(options);
    expect(Reflect.get(globalThis, "repoRan")).toBeUndefined();
    await addTrust(trustStore, folder, revision, 0);
    const { events } = await load(options);
    expect(Reflect.get(globalThis, "repoRan")).toBe(1);
    expect(events.at(-1)).toMatchObject({ type: "repo_policy_skipped", code: "P611", revision });
  });

  test("alone and untrusted: the set stands and lets pass what nobody judges", async () => {
    const { options } = await untrusted();
    const { user: _, ...alone } = options;
    const { set } = await load(alone);
    expect(set.revision).toBe("");
    expect(set.decideSync(fetch("u"))).toMatchObject({ outcome: "pass" });
  });
});

describe("reload of a set", () => {
  test("each scope for itself; the repository's stays while it is trusted", async () => {
    const { set, folder, workspace, trustStore, types } = await setOf({
      user: rule("careful", 'warn "w"'),
      repo: rule("no-fetch", 'block "no"'),
    });
    const before = set.manifests.repo?.revision ?? "";
    expect(await set.reload()).toMatchObject({ user: { reloaded: false }, repo: { reloaded: false } });
    const user = await buildIn(folder, rule("strict", 'ask "s"'), "user");
    await buildIn(folder, `scope repo\n${rule("other", 'warn "x"')}`, "ws/bundle");
    expect(await set.reload()).toMatchObject({
      user: { reloaded: true, revision: user },
      repo: { reloaded: false, revision: before },
    });
    expect(types()).toContain("repo_policy_skipped");
    expect(set.decideSync(fetch("u")).reasons.map((reason) => reason.rule)).toEqual(["strict", "no-fetch"]);
    writeFileSync(join(folder, "user", "policy.mjs"), "broken");
    expect(await set.reload()).toMatchObject({ user: { reloaded: false, revision: user, error: { code: "P604" } } });
    await removeTrust(trustStore, workspace);
    expect(await set.reload()).toMatchObject({ repo: { reloaded: true, revision: "" } });
    expect(set.decideSync(fetch("u")).reasons.map((reason) => reason.rule)).toEqual(["strict"]);
  });
});

describe("options", () => {
  test.each<[unknown, string]>([
    [{}, "P613"],
    [{ workspace: "/ws" }, "P613"],
    [null, "P607"],
    [{ repo: "x" }, "P607"],
    [{ user: 1 }, "P607"],
    [{ user: "" }, "P607"],
    [{ user: { dir: "x" } }, "P607"],
    [{ user: { dir: "x", revision: "a".repeat(64), more: 1 } }, "P607"],
    [{ user: "x", revision: "a".repeat(64) }, "P607"],
    [{ user: "x", scope: "repo" }, "P607"],
    [{ user: "x", worker: true }, "P607"],
    [{ user: "x", tyop: 1 }, "P607"],
    [{ user: "x", target: "emacs" }, "P610"],
    [{ user: "/nowhere/at/all" }, "P601"],
  ])("%j", async (options, code) => {
    const refused = await loadPolicies(options as SetOptions).catch((caught: unknown) => caught);
    expect(refused).toBeInstanceOf(PolicyLoadError);
    expect(refused).toMatchObject({ code });
  });

  test("a broken user bundle fails the load and leaves no log behind; a pin is held", async () => {
    const folder = scratchFolder();
    const revision = await buildIn(folder, rule("a", 'warn "a"'), "user");
    const user = join(folder, "user");
    const log = join(folder, "log.jsonl");
    await expect(loadPolicies({ user: { dir: user, revision: "0".repeat(64) }, log })).rejects.toMatchObject({
      code: "P606",
    });
    await (await loadPolicies({ user: { dir: user, revision } })).close();
    await expect(loadPolicies({ internal: user })).resolves.toBeDefined();
    writeFileSync(join(user, "policy.mjs"), "x");
    await expect(loadPolicies({ user, log })).rejects.toMatchObject({ code: "P604" });
    expect(existsSync(log)).toBe(false);
  });

  test("one line of log per decision, and failure after closing", async () => {
    const lines: string[] = [];
    const { set } = await setOf({ internal: rule("a", 'warn "a"'), user: rule("b", 'ask "b"') });
    await set.close();
    await set.close();
    expect(set.decideSync(fetch("u"))).toMatchObject({ outcome: "block", failures: [{ code: "P714" }] });
    const folder = scratchFolder();
    await buildIn(folder, rule("a", 'warn "a"'), "user");
    const logged = await loadPolicies({ user: join(folder, "user"), log: (line) => void lines.push(line) });
    logged.decideSync(fetch("https://a.example"));
    await logged.close();
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { rules: ["a"], outcome: "pass", duration_us: expect.any(Number) },
    ]);
  });
});

describe("a rule that asks once", () => {
  const asking = `rule pushes on before_tool_call when command runs "git push" ask once "Push?" fires on "git push"`;
  const call = { session_id: "s", tool: "bash", input: { command: "git push -f" } };
  const asked = (id: string) => ({ point: "before_tool_call", ...call, call_id: id }) as const;
  const ran = (id: string) =>
    ({ point: "after_tool_result", ...call, call_id: id, output: "", is_error: false }) as const;

  test("is answered across scopes, and not by a call that another scope blocked", async () => {
    const blocking = `rule force on before_tool_call when command runs "git push -f" and session_id == "s" block "no" fires on { session_id: "s", tool: "bash", input: { command: "git push -f" } }`;
    const blocked = await setOf({ internal: blocking, user: asking });
    expect((await blocked.set.decide(asked("1"))).outcome).toBe("block");
    await blocked.set.decide(ran("1"));
    const other = { ...asked("2"), input: { command: "git push" } };
    expect((await blocked.set.decide(other)).outcome).toBe("ask");
    const open = await setOf({ user: asking });
    await open.set.decide(asked("1"));
    await open.set.decide(ran("1"));
    expect((await open.set.decide(asked("2"))).outcome).toBe("pass");
  });
});
