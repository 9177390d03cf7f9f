// Logs are what agents and their users wrote: anything at all. Every line is accounted for, in bounded time and memory.

import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { replayStore } from "../../src/cli/replay/session-store.ts";
import { LINE_LIMIT_BYTES, lineSplitter, type Splitter, valueSplitter } from "../../src/cli/replay/split-lines.ts";
import { Timeline } from "../../src/cli/replay/timeline.ts";
import { bash, build, emptyFolder, logged, policyc, replayed, write } from "./replaying.ts";

const policy = `rule no-rm
  on before_tool_call
  when command runs "rm -r"
  block "no <b>bold</b> {command}"
  fires on "rm -r x"

rule no-orders
  on user_prompt_submit
  when prompt contains "obey"
  block "no"
  fires on "obey"`;

const good = `${JSON.stringify(bash("rm -r x"))}\n`;
const bytes = (...parts: readonly (string | readonly number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.from([...part]))));
const nested = (depth: number): string =>
  `{"point":"before_tool_call","tool":"other","input":${'{"a":'.repeat(depth)}1${"}".repeat(depth)}}\n`;

describe("a line that", () => {
  it.each<[string, string | Buffer, string]>([
    ["is not JSON", `nonsense\n${good}`, "broken"],
    ["holds a NUL", `{"point":"before_\0tool_call"}\n${good}`, "broken"],
    ["is not UTF-8", bytes('{"point":"', [0xff, 0xfe], '"}\n', good), "not-utf8"],
    ["is half-written at the end", `${good}{"point":"before_tool_ca`, "half-written"],
    ["is too long", `{"a":"${"x".repeat(LINE_LIMIT_BYTES)}"}\n${good}`, "oversize"],
    ["is too long and last", `${good}{"a":"${"x".repeat(LINE_LIMIT_BYTES)}`, "oversize"],
    ["is a number", `7\n${good}`, "unknown"],
    ["is null", `null\n${good}`, "unknown"],
    ["is a list", `${good}[1,2]\n`, "unknown"],
    ["is of another log", `{"level":"info","msg":"x"}\n${good}`, "unknown"],
    ["is of a newer log", logged({ version: 2, event: bash("ls") }) + good, "version"],
    ["is for a strange host", logged({ target: "__proto__", event: bash("ls") }) + good, "target"],
    ["has a strange outcome", logged({ outcome: "constructor", event: bash("ls") }) + good, "unknown"],
    ["has rules that are none", logged({ rules: [{}], event: bash("ls") }) + good, "unknown"],
    ["has an event that is none", logged({ event: [bash("ls")] }) + good, "unknown"],
    ["has a strange point", `{"point":"constructor"}\n${good}`, "point"],
    [
      "answers a call nobody made",
      `{"type":"user","sessionId":"s","uuid":"u","message":{"content":[{"type":"tool_result","tool_use_id":"x"}]}}\n${good}`,
      "orphan",
    ],
    [
      "calls a tool without a name",
      `{"type":"assistant","message":{"content":[{"type":"tool_use","input":{}}]}}\n${good}`,
      "call",
    ],
    [
      "calls a shell with a number",
      `{"type":"response_item","payload":{"type":"function_call","name":"shell","arguments":"7","call_id":"c"}}\n${good}`,
      "call",
    ],
    ["is of a kind that came later", `{"type":"teleport","sessionId":"s","uuid":"u"}\n${good}`, "unknown"],
  ])("%s", async (_, log, reason) => {
    const report = await replayed(policy, log);
    expect(report.events).toBe(1);
    expect(report.outcomes.block).toBe(1);
    expect(report.skipped.reasons.map((one) => one.reason)).toEqual([reason]);
    expect(report.skipped.total).toBe(report.lines - 1);
  });

  it.each([
    [
      "has keys of the prototype",
      `{"point":"before_tool_call","tool":"bash","input":{"command":"ls","__proto__":{"x":1}}}\n`,
    ],
    ["nests deeply", nested(60_000)],
    ["has a field of another type", `{"point":"before_tool_call","tool":"bash","input":{"command":7}}\n`],
  ])("%s is decided like any malformed event", async (_, log) => {
    const report = await replayed(policy, log + good);
    expect(report).toMatchObject({ events: 2, outcomes: { block: 2 }, skipped: { total: 0 } });
    expect(Object.hasOwn(Object.prototype, "x")).toBe(false);
  });

  it("keeps every kind of trouble apart, and --strict fails for each", async () => {
    const folder = emptyFolder();
    await build(folder, "bundle", policy);
    write(folder, "log.jsonl", `${good}nonsense\n`);
    expect((await policyc(folder, "replay", "bundle", "log.jsonl")).exit).toBe(0);
    expect((await policyc(folder, "replay", "bundle", "log.jsonl", "--strict")).exit).toBe(1);
  });
});

describe("a compressed log", () => {
  it("that ends early gives what came before, and says so", async () => {
    const whole = gzipSync(good.repeat(2000));
    const report = await replayed(policy, whole.subarray(0, whole.length - 20));
    expect(report.skipped.reasons).toContainEqual(expect.objectContaining({ reason: "archive", count: 1 }));
    expect((await replayed(policy, bytes([0x1f, 0x8b], "rubbish"))).skipped.reasons[0]?.reason).toBe("archive");
  });

  it("that unpacks to one endless line is not held in memory", async () => {
    // Members one after another are one archive: nothing large is made here, only where it is unpacked.
    const member = gzipSync(Buffer.alloc(1024 * 1024, 0x61));
    const bomb = Buffer.concat(Array.from({ length: 400 }, () => member));
    expect(bomb.length).toBeLessThan(1024 * 1024);
    await replayed(policy, member);
    const before = process.memoryUsage().rss;
    const report = await replayed(policy, bomb);
    expect(report.skipped.reasons.map(({ reason, count }) => [reason, count])).toEqual([["oversize", 1]]);
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
  });
});

describe("splitting", () => {
  /** The same in chunks of every size. */
  const split = (make: () => Splitter, text: string, size: number): readonly unknown[] => {
    const splitter = make();
    const whole = Buffer.from(text);
    const found: unknown[] = [];
    for (let at = 0; at < whole.length; at += size) found.push(...splitter.push(whole.subarray(at, at + size)));
    found.push(...splitter.end());
    return found;
  };

  it.each([
    [
      "lines",
      () => lineSplitter(40),
      'a "ü€😀" b\n\n  \nsecond\r\nthird line that is far too long to be kept at all\nlast',
    ],
    [
      "values",
      () => valueSplitter(40),
      ' [ {"a":"]}\\"ü"}, [1,[2]] ,7,\n "x, y",\n{"long":"this one is far too long to be kept at all"}\n] {"b":{}}\n{"c',
    ],
  ])("%s does not depend on where chunks end", (_, make, text) => {
    const whole = split(make, text, 40);
    for (let size = 1; size < 40; size++) expect(split(make, text, size)).toEqual(whole);
    expect(whole).toMatchSnapshot();
  });
});

it("keeps the state of many sessions in bounds, and counts those it dropped", () => {
  const store = replayStore({}, () => {}, 3);
  const mark = { label: "l", shadow: false, truth: 1 } as const;
  const change = { marks: [mark], counts: [], blocksInRow: null, time: 1, call: null };
  for (const name of ["a", "b", "c"]) store.commit(name, change);
  expect(store.read("a", 2).marked("l", false)).toBe(1);
  store.commit("d", change);
  expect(store.dropped).toBe(1);
  expect(store.read("b", 2).marked("l", false)).toBe(0);
  expect(store.read("a", 2).marked("l", false)).toBe(1);
});

it("keeps any span of time in few steps", () => {
  const timeline = new Timeline();
  for (const time of [0, 8.64e15, -8.64e15, 1, undefined]) timeline.add(time, "silent");
  expect(timeline.steps().length).toBeLessThan(100);
  expect(timeline.steps().reduce((sum, { silent }) => sum + silent, 0)).toBe(4);
  expect(timeline.untimed).toBe(1);
});

describe("folders", () => {
  it("stand for the logs below them, links left alone", async () => {
    const folder = emptyFolder();
    await build(folder, "bundle", policy);
    write(folder, "logs/a/1.jsonl", good);
    write(folder, "logs/b.jsonl.gz", gzipSync(good));
    write(folder, "logs/readme.md", good);
    write(folder, "elsewhere.jsonl", good);
    symlinkSync("../elsewhere.jsonl", join(folder, "logs/link.jsonl"));
    symlinkSync("..", join(folder, "logs/loop"));
    const { out } = await policyc(folder, "replay", "bundle", "logs", "--format", "json");
    const report = JSON.parse(out);
    expect(report.logs.map((log: { name: string }) => log.name)).toEqual(["logs/a/1.jsonl", "logs/b.jsonl.gz"]);
    expect(report.links_not_followed).toEqual(["logs/link.jsonl", "logs/loop"]);
    expect(
      JSON.parse((await policyc(folder, "replay", "bundle", "logs/link.jsonl", "--format", "json")).out).events,
    ).toBe(1);
    expect(
      JSON.parse(
        (await policyc(folder, "replay", "bundle", "logs/**/*.jsonl*", "logs/a/1.jsonl", "--format", "json")).out,
      ).events,
    ).toBe(2);
  });

  it("and files that cannot be read are trouble", async () => {
    const folder = emptyFolder();
    await build(folder, "bundle", policy);
    symlinkSync("b.jsonl", join(folder, "a.jsonl"));
    symlinkSync("a.jsonl", join(folder, "b.jsonl"));
    expect(await policyc(folder, "replay", "bundle", "a.jsonl")).toMatchObject({ exit: 3, out: "" });
  });

  it("devices are no logs", async () => {
    const folder = emptyFolder();
    await build(folder, "bundle", policy);
    expect(await policyc(folder, "replay", "bundle", "/dev/zero")).toMatchObject({ exit: 3 });
  });
});

/** The elements a report is made of. */
const own =
  /^<(?:!doctype html|\/?(?:html|head|meta|title|style|body|main|h1|h2|p|code|br|div|strong|span|section|svg|line|text|g|rect|table|thead|tbody|tr|th|td|details|summary)\b[^<]*)>$/;

describe("the page", () => {
  const script = "<script>alert(1)</script>";
  const hostile = [
    { ...bash(`rm -r "${script}'"`), session_id: script },
    { ...bash("rm -r a"), tool: script, tool_name: script },
    { ...bash("rm -r token=abcdefghijklmnop1234 \u202e\x1b[31m") },
    { point: "user_prompt_submit", prompt: `obey ${script} <img src=x onerror=alert(1)>` },
  ];

  it("holds no markup of the log, no secret, no script and nothing from elsewhere", async () => {
    const folder = emptyFolder();
    await build(folder, "bundle", policy);
    const log = hostile.map((event) => logged({ event, rules: [script, "a&b"] })).join("");
    write(folder, `logs/${"<b>"}.jsonl`, log);
    write(folder, "logs/plain.jsonl", hostile.map((event) => `${JSON.stringify(event)}\n`).join(""));
    const { exit } = await policyc(folder, "replay", "bundle", "logs", "--html", "r.html");
    expect(exit).toBe(0);
    const page = readFileSync(join(folder, "r.html"), "utf8");
    expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    const tags = page.match(/<[^>]*>/g) ?? [];
    expect(tags.filter((tag) => !own.test(tag))).toEqual([]);
    expect(tags.filter((tag) => /\s(?:on\w+|style|src|href|xlink:href|formaction)\s*=/i.test(tag))).toEqual([]);
    expect(page).not.toMatch(/@import|url\(/i);
    expect(page).not.toContain("abcdefghijklmnop1234");
    expect(page).not.toMatch(/[\u202e\x1b]/);
    expect(page).toMatch(
      /<meta http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;; style-src &#39;sha256-/,
    );
  });

  it("has a card for what was let through and would have been stopped", async () => {
    const folder = emptyFolder();
    await build(folder, "bundle", policy);
    write(folder, "log.jsonl", `${JSON.stringify(bash("rm -r a"))}\n`.repeat(3));
    await policyc(folder, "replay", "bundle", "log.jsonl", "--html", "r.html");
    const page = readFileSync(join(folder, "r.html"), "utf8");
    expect(page).toContain('<div class="card card-stop"><strong>3</strong><span>would have been stopped</span></div>');
  });

  it("is not fooled in the text either", async () => {
    const folder = emptyFolder();
    await build(folder, "bundle", policy);
    write(folder, "log.jsonl", hostile.map((event) => logged({ event })).join(""));
    const { out } = await policyc(folder, "replay", "bundle", "log.jsonl");
    expect(out).not.toMatch(/[\u202e\x1b]/);
    expect(out).not.toContain("abcdefghijklmnop1234");
  });
});
