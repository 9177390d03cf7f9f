// A replay of a decision log through 100 rules, against parsing the same lines and nothing else; and whether its memory
// depends on the length of the log.

import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { dist, withBundle } from "./build-policy.mjs";
import { median } from "./measure.mjs";
import { toolRules } from "./policy-text.mjs";

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const MEGABYTE = 1024 * 1024;
const LONG = 100 * MEGABYTE;
const ROUNDS = 5;

const row = (name, value, relation, goal) => ({ name, value, unit: "x", relation, goal });

export async function replayBench() {
  return withBundle(toolRules(100), async (bundle) => {
    const folder = await mkdtemp(join(tmpdir(), "policyc-replay-"));
    try {
      const long = await writeLog(bundle, join(folder, "long.jsonl"), LONG);
      const short = await writeLog(bundle, join(folder, "short.jsonl"), LONG / 10);
      assertRight(bundle, long);

      const times = { parse: [], replay: [] };
      for (let round = 0; round < ROUNDS; round++) {
        times.parse.push(parse(long).ms);
        times.replay.push(replay(bundle, long).ms);
      }
      const [parsing, replaying] = [median(times.parse), median(times.replay)];
      const memory = { short: replay(bundle, short).bytes, long: replay(bundle, long).bytes };
      return [
        row("replay of 100 rules to parsing the same lines", replaying / parsing, "<=", 3),
        row("memory of a replay, 100 MB to 10 MB", memory.long / memory.short, "<=", 1.5),
        { name: "replay", value: long.lines / (replaying / 1000), unit: "events/s" },
        { name: "memory of a replay of 100 MB", value: memory.long / MEGABYTE, unit: "MB" },
      ];
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

/** Decisions of the bundle itself, as its log has them: every third event fires a rule. */
async function writeLog(bundle, path, bytes) {
  const { loadPolicy } = await dist("runtime.mjs");
  let line = "";
  const policy = await loadPolicy(bundle, { log: (one) => (line = one), timed: true });
  const out = createWriteStream(path);
  let [lines, fired, written] = [0, 0, 0];
  while (written < bytes) {
    const rule = lines % 100;
    const isHit = lines % 3 === 0;
    policy.decideSync({
      point: "before_tool_call",
      tool: `tool-${rule % 20}`,
      tool_name: `Tool${rule % 20}`,
      input: { arg: isHit ? `p${rule}-release` : `nothing of interest, number ${lines}` },
      call_id: `call-${lines}`,
      session_id: `session-${lines % 500}`,
      workdir: "/home/dev/shop",
      cwd: "/home/dev/shop/src",
      time: 1_790_000_000_000 + lines * 250,
    });
    lines++;
    if (isHit) fired++;
    written += line.length + 1;
    if (!out.write(`${line}\n`)) await once(out, "drain");
  }
  out.end();
  await once(out, "finish");
  await policy.close();
  return { path, lines, fired };
}

const cli = here("../dist/policyc.cjs");

/** In time of the processor: what else the machine does is nobody's concern here. */
function run(args) {
  const done = spawnSync(process.execPath, ["--require", here("print-usage.cjs"), ...args], {
    stdio: ["ignore", "pipe", "inherit", "pipe"],
    maxBuffer: 64 * MEGABYTE,
  });
  if (done.status !== 0) throw new Error(`${args.join(" ")} ended with ${done.status}`);
  return { text: String(done.output[1]), ...JSON.parse(String(done.output[3])) };
}

const parse = (log) => run([here("parse-lines.mjs"), log.path]);
const replay = (bundle, log) => run([cli, "replay", bundle, log.path, "--format", "json"]);

/** Both sides see every line, and the replay decides each as it was recorded. */
function assertRight(bundle, log) {
  if (Number(parse(log).text) !== log.lines) throw new Error("parsing does not see every line");
  const report = JSON.parse(replay(bundle, log).text);
  const fired = report.rules.reduce((sum, rule) => sum + rule.fired, 0);
  const found = { lines: report.lines, same: report.same, skipped: report.skipped.total, fired };
  const wanted = { lines: log.lines, same: log.lines, skipped: 0, fired: log.fired };
  if (JSON.stringify(found) !== JSON.stringify(wanted))
    throw new Error(`the replay found ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`);
}
