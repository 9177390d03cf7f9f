// Reloading: verified first, the last good bundle kept, session state untouched; and watching, which does it unasked.

import { cpSync, mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { watchFolder } from "../../src/runtime/bundle/watch-folder.ts";
import { type LoadOptions, loadPolicy, type RuntimeEvent } from "../../src/runtime/index.ts";
import { buildIn, scratchFolder } from "./built-policy.ts";

const blocks = (word: string): string => `
rule no-${word}
  on user_prompt_submit
  when prompt contains "${word}"
  block "no ${word}"
  fires on "${word}"
`;

const counting = (window: string, limit: number): string => `
rule count-prompts
  on user_prompt_submit
  count prompts

rule remember
  on user_prompt_submit
  when prompt contains "secret"
  mark seen

rule limit-prompts
  on user_prompt_submit
  when counted(prompts, ${window}) > ${limit}
  block "too many"

rule no-more
  on user_prompt_submit
  when marked(seen) and prompt contains "send"
  block "seen"
`;

const prompt = (text: string): object => ({
  point: "user_prompt_submit",
  prompt: text,
  session_id: "s",
  workdir: "/p",
  cwd: "/p",
});

async function load(dir: string, options: LoadOptions = {}) {
  const events: RuntimeEvent[] = [];
  const policy = await loadPolicy(dir, { ...options, onEvent: (event) => void events.push(event) });
  onTestFinished(() => policy.close());
  return { policy, events, types: () => events.map(({ type }) => type) };
}

describe("reload", () => {
  test("takes over a new bundle, and says so", async () => {
    const folder = scratchFolder();
    const dir = join(folder, "bundle");
    const before = await buildIn(folder, blocks("one"));
    const { policy, events } = await load(dir, { now: () => 0 });
    expect(policy.status()).toEqual({
      revision: before,
      since: "1970-01-01T00:00:00.000Z",
      lastAttempt: null,
      lastError: null,
      watching: false,
    });
    expect(await policy.reload()).toEqual({ reloaded: false, revision: before, error: null });
    const after = await buildIn(folder, blocks("two"));
    expect(policy.decideSync(prompt("one")).outcome).toBe("block");
    expect(await policy.reload()).toEqual({ reloaded: true, revision: after, error: null });
    expect(policy.revision).toBe(after);
    expect(policy.manifest.revision).toBe(after);
    expect(policy.decideSync(prompt("one"))).toMatchObject({ outcome: "pass", revision: after });
    expect(policy.decideSync(prompt("two"))).toMatchObject({ outcome: "block", revision: after });
    expect(events.at(-1)).toMatchObject({ type: "policy_reloaded", dir, from: before, revision: after });
    expect(policy.status()).toMatchObject({
      revision: after,
      lastAttempt: { ok: true, revision: after },
      lastError: null,
    });
  });

  test("keeps the last good bundle when the new one is damaged, gone or not the pinned one", async () => {
    const folder = scratchFolder();
    const dir = join(folder, "bundle");
    const before = await buildIn(folder, blocks("one"));
    const { policy, events } = await load(dir);
    cpSync(dir, join(folder, "kept"), { recursive: true });

    writeFileSync(join(dir, "policy.mjs"), "export const x = 1;");
    expect(await policy.reload()).toMatchObject({ reloaded: false, revision: before, error: { code: "P604" } });
    rmSync(dir, { recursive: true });
    expect(await policy.reload()).toMatchObject({ reloaded: false, error: { code: "P601" } });
    expect(policy.decideSync(prompt("one"))).toMatchObject({ outcome: "block", revision: before, failures: [] });
    expect(policy.status()).toMatchObject({
      revision: before,
      lastAttempt: { ok: false, revision: null },
      lastError: { code: "P601" },
    });
    expect(events.filter(({ type }) => type === "policy_reload_failed")).toMatchObject([
      { revision: before, code: "P604" },
      { revision: before, code: "P601" },
    ]);

    const after = await buildIn(folder, blocks("two"));
    expect(await policy.reload({ revision: before })).toMatchObject({ error: { code: "P606" } });
    expect(await policy.reload({ revision: after })).toMatchObject({ reloaded: true, revision: after });
    expect(policy.status().lastError).toBeNull();
  });

  test("the pin of the load stands", async () => {
    const folder = scratchFolder();
    const revision = await buildIn(folder, blocks("one"));
    const { policy } = await load(join(folder, "bundle"), { revision });
    await buildIn(folder, blocks("two"));
    expect(await policy.reload()).toMatchObject({ reloaded: false, revision, error: { code: "P606" } });
  });

  test("marks and counters stay, also under a window that was not there before", async () => {
    const folder = scratchFolder();
    await buildIn(folder, counting("10m", 3));
    const { policy } = await load(join(folder, "bundle"), { now: () => 1_000_000_000 });
    for (const text of ["a", "secret", "b"]) expect(policy.decideSync(prompt(text)).outcome).toBe("pass");
    await buildIn(folder, counting("1h", 4));
    expect((await policy.reload()).reloaded).toBe(true);
    expect(policy.decideSync(prompt("send")).reasons.map(({ rule }) => rule)).toEqual(["no-more"]);
    expect(policy.decideSync(prompt("c")).outcome).toBe("pass");
    expect(policy.decideSync(prompt("d")).outcome).toBe("block");
  });

  test("asked for many times at once, and after closing", async () => {
    const folder = scratchFolder();
    await buildIn(folder, blocks("one"));
    const { policy, types } = await load(join(folder, "bundle"));
    await buildIn(folder, blocks("two"));
    const reports = await Promise.all(Array.from({ length: 20 }, () => policy.reload()));
    expect(reports.filter(({ reloaded }) => reloaded)).toHaveLength(1);
    expect(types().filter((type) => type === "policy_reloaded")).toHaveLength(1);
    const late = policy.reload();
    await policy.close();
    expect(await late).toMatchObject({ reloaded: false });
    expect(await policy.reload()).toMatchObject({ reloaded: false, error: { code: "P714" } });
  });
});

describe("watch", () => {
  test("reloads after a build, and after a bad moment in between", async () => {
    const folder = scratchFolder();
    const dir = join(folder, "bundle");
    await buildIn(folder, blocks("one"));
    const { policy, types } = await load(dir, { watch: true });
    expect(policy.status().watching).toBe(true);
    const two = await buildIn(folder, blocks("two"));
    await vi.waitFor(() => expect(policy.revision).toBe(two), 100_000);
    writeFileSync(join(dir, "policy.mjs"), "broken");
    await vi.waitFor(() => expect(types()).toContain("policy_reload_failed"), 100_000);
    expect(policy.decideSync(prompt("two")).outcome).toBe("block");
    const three = await buildIn(folder, blocks("three"));
    await vi.waitFor(() => expect(policy.revision).toBe(three), 100_000);
    await policy.close();
    expect(policy.status().watching).toBe(false);
  });

  test("sees a link that is moved to another release", async () => {
    const folder = scratchFolder();
    await buildIn(folder, blocks("one"), "release-1");
    const two = await buildIn(folder, blocks("two"), "release-2");
    const link = join(folder, "links", "current");
    mkdirSync(join(folder, "links"));
    symlinkSync(join(folder, "release-1"), link);
    const { policy } = await load(link, { watch: true });
    symlinkSync(join(folder, "release-2"), `${link}.new`);
    renameSync(`${link}.new`, link);
    await vi.waitFor(() => expect(policy.revision).toBe(two), 100_000);
  });

  test("falls back to looking at the manifest, and stops when closed", async () => {
    const folder = scratchFolder();
    const dir = join(folder, "bundle");
    mkdirSync(dir);
    writeFileSync(join(dir, "manifest.json"), "1");
    let calls = 0;
    const watch = watchFolder(dir, () => calls++, { native: false, pollMs: 10, debounceMs: 10 });
    writeFileSync(join(dir, "manifest.json"), "22");
    await vi.waitFor(() => expect(calls).toBe(1), 100_000);
    unlinkSync(join(dir, "manifest.json"));
    await vi.waitFor(() => expect(calls).toBe(2), 100_000);
    watch.close();
    writeFileSync(join(dir, "manifest.json"), "333");
    await new Promise((done) => setTimeout(done, 80));
    expect(calls).toBe(2);
  });

  test("a folder that is not there is watched all the same", async () => {
    const folder = scratchFolder();
    let calls = 0;
    const watch = watchFolder(join(folder, "later"), () => calls++, { debounceMs: 10 });
    onTestFinished(() => watch.close());
    mkdirSync(join(folder, "later"));
    await vi.waitFor(() => expect(calls).toBeGreaterThan(0), 100_000);
  });
});
