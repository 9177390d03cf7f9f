// The first call starts the resident process, without a tie to the call: hosts wait until every descriptor of a hook is closed,
// and what is in the environment of one call must not decide another.

import { spawn } from "node:child_process";
import { existsSync, readdirSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { root } from "../harness.ts";
import { bashCall, claudeVerdict } from "../hook/claude-calls.ts";
import { run } from "../hook/processes.ts";
import { buildIn } from "../runtime/built-policy.ts";
import { times } from "../seeded.ts";
import { type Entry, entries, hasProc, leftBelow, PATIENCE_MS, procText, program, residentHomes } from "./homes.ts";

const homes = residentHomes();
const bundle = join(homes.folder, "bundle");
const force = bashCall("git push --force");

beforeAll(async () => {
  await buildIn(
    homes.folder,
    `rule no-force on before_tool_call when command runs "git push --force" block "No force." fires on "git push -f"\n`,
  );
});

/** The fields of a process after its name: state, parent, group, session. */
const statOf = (pid: number): readonly string[] => {
  const text = procText(pid, "stat");
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
};

interface Handed {
  readonly verdict: string;
  readonly pid: number;
  /** What was read from the extra descriptors until they closed. */
  readonly extra: string;
}

/** A call by a host that hands over more descriptors and waits until all of them are closed. */
function handedOver(folder: string, entry: Entry, numbers: readonly number[], env: NodeJS.ProcessEnv): Promise<Handed> {
  const { file, words } = entry.command(program);
  const options = ["--agent", "claude-code", "--bundle", bundle, "--deadline", "60000"];
  const more = Array.from({ length: Math.max(...numbers) + 1 }, (_, at): "pipe" | "ignore" =>
    at < 3 || numbers.includes(at) ? "pipe" : "ignore",
  );
  return new Promise((resolve, reject) => {
    const child = spawn(file, [...words, ...options], { cwd: folder, env, stdio: more });
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      reject(new Error("the descriptors are still open"));
    }, PATIENCE_MS);
    const read = ["", "", "", ""];
    for (const [at, stream] of child.stdio.entries())
      if (stream && at > 0) stream.on("data", (chunk) => (read[Math.min(at, 3)] += chunk));
    child.on("error", reject);
    child.on("close", (code) => {
      clearTimeout(timer);
      const [, stdout = "", stderr = "", extra = ""] = read;
      resolve({ verdict: claudeVerdict({ stdout, stderr, code }), pid: child.pid ?? 0, extra });
    });
    child.stdin?.end(JSON.stringify(force));
  });
}

const KEPT = ["HOME", "LANG", "PATH", "TZ"];

describe.runIf(hasProc)("the first call starts the resident process", () => {
  it.each(entries)("in a session of its own, with nothing of the call: $name", async (entry) => {
    const home = homes.home();
    const env = {
      ...{ HOME: home.folder, PATH: process.env.PATH ?? "", LANG: "C", TZ: "UTC" },
      ...{ NODE_OPTIONS: "--no-deprecation", SECRET: "s3cret", CLAUDE_PROJECT_DIR: home.folder, GIT_DIR: "/x" },
    };
    const { verdict, extra } = await handedOver(home.folder, entry, [3, 40], env);
    // The descriptors have closed, and the resident is there.
    expect({ verdict, extra }).toEqual({ verdict: "deny: No force.", extra: "" });
    const [resident] = home.residents();
    const pid = resident?.pid ?? 0;
    expect(home.residents()).toEqual([{ pid, program, run: home.files().folder }]);
    expect(await home.listening()).toBe(pid);
    const [, , group, session] = statOf(pid);
    expect({ group, session }).toEqual({ group: String(pid), session: String(pid) });
    expect(statOf(process.pid)[3]).not.toBe(String(pid));
    const names = procText(pid, "environ")
      .split("\0")
      .filter((one) => one !== "");
    expect(names.map((one) => one.slice(0, one.indexOf("="))).sort()).toEqual(KEPT);
    expect(readlinkSync(`/proc/${pid}/cwd`)).toBe("/");
    for (const file of [0, 1, 2]) expect(readlinkSync(`/proc/${pid}/fd/${file}`)).toBe("/dev/null");
    const before = await home.decisions();
    expect(claudeVerdict(await home.ask(bundle, force, { entry }))).toBe("deny: No force.");
    expect({ before, after: await home.decisions() }).toEqual({ before: 0, after: 1 });
    expect(home.residents()).toHaveLength(1);
    // The mark of the start and the lock are gone.
    const id = home.files().socket.split("/").at(-1)?.slice(0, 16);
    expect(leftBelow(home.files().folder)).toEqual([`${id}.key`, `${id}.sock`]);
  });

  it.each(entries)("once for fifty calls at a time: $name", async (entry) => {
    const home = homes.home();
    const asked = Array.from({ length: Math.min(times(12), 50) }, (_, at) =>
      home.ask(bundle, bashCall(at % 2 === 0 ? "git push --force" : "ls", { session_id: `s${at}` }), { entry }),
    );
    // More than one would end at once, so they are counted all the while.
    const seen = new Set<number>();
    const look = setInterval(() => home.residents().map(({ pid }) => seen.add(pid)), 10);
    const verdicts = (await Promise.all(asked)).map(claudeVerdict);
    const pid = await home.listening();
    clearInterval(look);
    expect(verdicts).toEqual(verdicts.map((_, at) => (at % 2 === 0 ? "deny: No force." : "pass")));
    expect([...seen]).toEqual([pid]);
    expect(home.residents()).toHaveLength(1);
  });

  const switchedOff: readonly (readonly [string, readonly string[], NodeJS.ProcessEnv])[] = [
    ["CI is set", [], { CI: "true" }],
    ["--serve never", ["--serve", "never"], {}],
    ["POLICYC_RESIDENT=never", [], { POLICYC_RESIDENT: "never" }],
  ];
  it.each(entries.flatMap((entry) => switchedOff.map(([name, words, env]) => ({ entry, name, words, env }))))(
    "but not when $name: $entry.name",
    async ({ entry, words, env }) => {
      const home = homes.home();
      expect(claudeVerdict(await home.ask(bundle, force, { entry, words, env }))).toBe("deny: No force.");
      expect(home.residents()).toEqual([]);
      expect(existsSync(home.files().folder)).toBe(false);
    },
  );
});

describe.runIf(hasProc)("it ends", () => {
  it("when `policyc serve --stop` asks it to, and leaves nothing", async () => {
    const home = homes.home();
    await home.ask(bundle, force);
    const pid = await home.listening();
    const stopped = await run([program, "serve", "--stop"], "", { env: { HOME: home.folder } });
    expect(stopped).toEqual({ stdout: `process ${pid} has stopped\n`, stderr: "", code: 0 });
    await home.ended();
    expect(leftBelow(home.files().folder)).toEqual([]);
  });

  it("after a time without a question, and leaves nothing", async () => {
    const home = homes.home();
    // As the program does it, with less patience. What it is found by are the words after the script.
    const script = join(homes.folder, "idle.cjs");
    const options = `{ folder: process.argv[3], program: ${JSON.stringify(program)}, version: "0", idleMs: 1500 }`;
    writeFileSync(
      script,
      `require(${JSON.stringify(join(root, "dist/resident.cjs"))}).runResident(${options}).then(() => process.exit());\n`,
    );
    const child = spawn(process.execPath, [script, "resident", home.files().folder], {
      env: { HOME: home.folder },
      stdio: "ignore",
    });
    const ended = new Promise((resolve) => child.on("close", resolve));
    const pid = await home.listening();
    expect(pid).toBe(child.pid);
    expect(claudeVerdict(await home.ask(bundle, force))).toBe("deny: No force.");
    expect(await ended).toBe(0);
    expect(readdirSync(home.files().folder)).toEqual([]);
  });
});
