// What can happen to a resident process that calls have started: it is killed, its files are somebody else's, or of another time
// or version, the bundle changes under it. Nothing is lost or counted twice, and no call passes because something failed.

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createServer as createSocketServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { fileStore } from "../../src/runtime/stores/file.ts";
import { holderText } from "../../src/runtime/stores/lock.ts";
import { nameOf } from "../../src/runtime/stores/session-file.ts";
import { sessionFolder } from "../../src/runtime/stores/state-folder.ts";
import { askSocket } from "../../src/service/client/ask-socket.ts";
import { bashCall, claudeVerdict } from "../hook/claude-calls.ts";
import { type Behaviour, fakeResident } from "../native/fake-resident.ts";
import { buildIn } from "../runtime/built-policy.ts";
import { times } from "../seeded.ts";
import {
  type Entry,
  endProcess,
  entries,
  type Home,
  hasProc,
  leftBelow,
  PATIENCE_MS,
  program,
  residentHomes,
} from "./homes.ts";

const homes = residentHomes();
const bundle = join(homes.folder, "bundle");
const CALLS = times(60);
const HOUR_MS = 3_600_000;
const force = bashCall("git push --force");

beforeAll(async () => {
  await buildIn(
    homes.folder,
    `rule no-force on before_tool_call when command runs "git push --force" block "No force." fires on "git push -f"
rule counts on before_tool_call when command runs "echo" count echoes fires on "echo a"
rule many on before_tool_call when command runs "echo" and counted(echoes, 1h) > 10000 block "Enough."
  fires on "echo a" given { counted: { echoes: 10000 } }
${Array.from(
  { length: CALLS },
  (_, at) => `rule marks-${at} on before_tool_call when tool == "bash" and input.command == "echo ${at}" mark seen-${at}
  fires on "echo ${at}"
`,
).join("")}`,
  );
});

const stateOf = ({ folder }: Home): string =>
  sessionFolder(join(folder, ".policyc/state"), { scope: "user", bundle, policyId: null });

/** What is remembered of a session. */
function remembered(home: Home, session: string): { readonly count: number; readonly marks: readonly number[] } {
  const now = Date.now();
  const state = fileStore({ folder: stateOf(home), counters: { echoes: [HOUR_MS] } }).read(session, now);
  const marks = Array.from({ length: CALLS }, (_, at) => at).filter((at) => state.marked(`seen-${at}`, false) === 1);
  return { count: state.counted("echoes", false, HOUR_MS, now), marks };
}

const verdictOf = async (home: Home, payload: unknown, entry: Entry): Promise<string> =>
  claudeVerdict(await home.ask(bundle, payload, { entry }));

/** As many at a time as a busy agent has. */
async function inParallel(workers: number, count: number, work: (at: number) => Promise<void>): Promise<void> {
  let next = 0;
  const one = async (): Promise<void> => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: workers }, one));
}

describe.runIf(hasProc)("killed", () => {
  it(`again and again in the middle of ${CALLS} calls: nothing is lost, nothing counts twice`, async () => {
    const home = homes.home();
    await verdictOf(home, force, entries[0] as Entry);
    await home.listening();
    let answered = 0;
    let killed = 0;
    let isOver = false;
    const killing = (async () => {
      while (!isOver) {
        // Only one that is at work is worth it.
        const decided = await home.decisions().catch(() => 0);
        if (decided < 5) {
          await new Promise((resolve) => setTimeout(resolve, 5));
          continue;
        }
        answered += decided;
        // The one that answers, and none that is about to: after that one nobody would start another for a while.
        endProcess(await home.listening());
        killed++;
      }
    })();
    const verdicts: string[] = [];
    const isForce = (at: number): boolean => at % 5 === 4;
    await inParallel(8, (CALLS * 5) / 4, async (at) => {
      const entry = entries[at % entries.length] as Entry;
      // Without an id of the host: only the question has a name.
      const echo = bashCall(`echo ${at - Math.floor(at / 5)}`, { session_id: "many" });
      verdicts[at] = await verdictOf(home, isForce(at) ? force : echo, entry);
    });
    isOver = true;
    await killing;
    expect(verdicts).toEqual(verdicts.map((_, at) => (isForce(at) ? "deny: No force." : "pass")));
    expect(remembered(home, "many")).toEqual({ count: CALLS, marks: Array.from({ length: CALLS }, (_, at) => at) });
    expect(killed).toBeGreaterThan(1);
    expect(answered).toBeGreaterThan(10);
    // Another one is started, and answers. One that was killed while it started would be waited for.
    for (const { pid } of home.residents()) endProcess(pid);
    await home.ended();
    rmSync(home.files().starting, { force: true });
    expect(await verdictOf(home, force, entries[0] as Entry)).toBe("deny: No force.");
    await home.listening();
    expect(await verdictOf(home, force, entries[0] as Entry)).toBe("deny: No force.");
    expect(await home.decisions()).toBe(1);
  });

  it.each(entries)("with its socket and key left behind, another one is started: $name", async (entry) => {
    const home = homes.home();
    await verdictOf(home, force, entry);
    const pid = await home.listening();
    endProcess(pid);
    await home.ended();
    expect([home.files().socket, home.files().key].map((file) => existsSync(file))).toEqual([true, true]);
    expect(await verdictOf(home, force, entry)).toBe("deny: No force.");
    expect(await home.listening()).not.toBe(pid);
  });

  it.each(entries)("with a session locked, the session goes on: $name", async (entry) => {
    const home = homes.home();
    await verdictOf(home, bashCall("echo 1"), entry);
    await home.listening();
    const lock = join(stateOf(home), `${nameOf("s1")}.session.lock`);
    // Once the resident finds it, once a call that decides by itself.
    for (const words of [[], ["--serve", "never"]]) {
      writeFileSync(lock, heldByTheDead(), { mode: 0o600 });
      expect(claudeVerdict(await home.ask(bundle, bashCall("echo 2"), { entry, words }))).toBe("pass");
      expect(existsSync(lock)).toBe(false);
    }
    expect(remembered(home, "s1")).toEqual({ count: 3, marks: [1, 2] });
    expect(await home.decisions()).toBe(1);
  });
});

/** The text of a lock whose holder has ended. */
function heldByTheDead(): string {
  const { pid } = spawnSync(process.execPath, ["--version"]);
  return JSON.stringify({ ...JSON.parse(holderText()), pid, start: "1" });
}

describe.runIf(hasProc)("a start that was given up", () => {
  it.each(entries)("long ago: one of fifty calls starts the resident: $name", async (entry) => {
    const home = homes.home();
    const { folder, lock, starting } = home.files();
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(lock, heldByTheDead(), { mode: 0o600 });
    writeFileSync(starting, "", { mode: 0o600 });
    const before = Date.now() / 1000 - 31;
    utimesSync(starting, before, before);
    const seen = new Set<number>();
    const look = setInterval(() => home.residents().map(({ pid }) => seen.add(pid)), 10);
    const asked = Array.from({ length: Math.min(times(12), 50) }, () => verdictOf(home, force, entry));
    expect(new Set(await Promise.all(asked))).toEqual(new Set(["deny: No force."]));
    const pid = await home.listening();
    clearInterval(look);
    expect([...seen]).toEqual([pid]);
    expect([lock, starting].filter((file) => existsSync(file))).toEqual([]);
  });

  it("leaves nothing in the folder for good", async () => {
    const home = homes.home();
    const { folder, key, lock, socket } = home.files();
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // Half-made files of this program go at once; locks and what waited for them, of any program, when they are old.
    const drafts = [socket.replace(/sock$/, "0a1b"), `${key}.new`];
    const old = [`${lock}.0123456789abcdef01234567.new`, lock.replace(/[^/]+$/, "feedfeedfeedfeed.lock")];
    for (const file of [...drafts, ...old]) writeFileSync(file, heldByTheDead(), { mode: 0o600 });
    const before = Date.now() / 1000 - 2 * 3600;
    for (const file of old) utimesSync(file, before, before);
    await home.ask(bundle, force);
    await home.listening();
    expect(leftBelow(folder)).toEqual([key, socket].map((file) => basename(file)));
  });

  it.each(entries)("just now: calls decide by themselves: $name", async (entry) => {
    const home = homes.home();
    const { folder, starting } = home.files();
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(starting, "", { mode: 0o600 });
    expect(await verdictOf(home, force, entry)).toBe("deny: No force.");
    expect(home.residents()).toEqual([]);
  });
});

/** A process that listens on a socket as another user, with the key, and agrees to everything. */
const STRANGER = `
const { createHmac } = require("node:crypto");
const [socket, key] = process.argv.slice(1);
const body = JSON.stringify({ stdout: "", stderr: "", exitCode: 0, revision: process.argv[3] });
process.setuid(65534);
const server = require("node:http").createServer((request, response) => {
  request.resume().on("end", () => {
    const proof = createHmac("sha256", Buffer.from(key, "hex"))
      .update("policyc answer\\n" + request.headers["policyc-nonce"] + "\\n200\\n" + body).digest("hex");
    response.writeHead(200, { "content-length": body.length, "policyc-proof": proof }).end(body);
  });
});
server.listen(socket, () => console.log("listening"));
`;

describe.runIf(hasProc)("the socket is somebody else's", () => {
  const prepared = (home: Home): ReturnType<Home["files"]> => {
    const files = home.files();
    mkdirSync(files.folder, { recursive: true, mode: 0o700 });
    return files;
  };

  it.each(entries)("a server without the key: $name", async (entry) => {
    const home = homes.home();
    const { socket, key } = prepared(home);
    writeFileSync(key, `${"ab".repeat(32)}\n`, { mode: 0o600 });
    let asked = 0;
    const server = createSocketServer((client) => {
      client.on("error", () => undefined);
      client.once("data", () => {
        asked++;
        client.end(`HTTP/1.1 200 OK\r\ncontent-length: 2\r\npolicyc-proof: ${"c".repeat(64)}\r\n\r\n{}`);
      });
    });
    await new Promise<void>((done) => server.listen(socket, done));
    onTestFinished(() => void server.close());
    expect(await verdictOf(home, force, entry)).toBe("deny: No force.");
    expect(asked).toBe(1);
    // It listens, so nobody takes its place.
    expect(home.residents()).toEqual([]);
  });

  it.each(entries)("a plain file: $name", async (entry) => {
    const home = homes.home();
    const { socket } = prepared(home);
    writeFileSync(socket, "mine", { mode: 0o600 });
    expect(await verdictOf(home, force, entry)).toBe("deny: No force.");
    await home.ended();
    expect(await verdictOf(home, force, entry)).toBe("deny: No force.");
    expect(readFileSync(socket, "utf8")).toBe("mine");
    // The one that could not begin is not tried again at once.
    expect(home.residents()).toEqual([]);
  });

  const byCredentials = entries.filter(({ name }) => name === "the native client");
  it.runIf(process.getuid?.() === 0).each(byCredentials)(
    "a process of another user with the key: $name",
    async (entry) => {
      const home = homes.home();
      const { socket, key } = prepared(home);
      const secret = "cd".repeat(32);
      writeFileSync(key, `${secret}\n`, { mode: 0o600 });
      const { revision } = JSON.parse(readFileSync(join(bundle, "manifest.json"), "utf8"));
      // Made where anybody may, and then put in place: all of the files are right.
      const shared = mkdtempSync(join(tmpdir(), "pc-"));
      onTestFinished(() => rmSync(shared, { recursive: true }));
      chmodSync(shared, 0o777);
      const child = spawn(process.execPath, ["-e", STRANGER, join(shared, "s"), secret, revision], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      onTestFinished(() => void child.kill("SIGKILL"));
      await once(child.stdout, "data");
      renameSync(join(shared, "s"), socket);
      chownSync(socket, 0, 0);
      chmodSync(socket, 0o600);
      expect(await verdictOf(home, force, entry)).toBe("deny: No force.");
    },
  );
});

describe.runIf(hasProc)("another version", () => {
  it("of a client is declined", async () => {
    const home = homes.home();
    await home.ask(bundle, force);
    await home.listening();
    const head = {
      ...{ protocol: 1, ask: "0".repeat(32), words: ["--agent", "claude-code", "--bundle", bundle], cwd: "/" },
      ...{ environment: { HOME: home.folder }, limitMs: 5000 },
    };
    const answerTo = async (changes: object): Promise<object> => {
      const body = Buffer.from(`${JSON.stringify({ ...head, ...changes })}\n${JSON.stringify(force)}`);
      const asked = { files: home.files(), method: "POST" as const, path: "/ask", body, limitMs: 5000 };
      return JSON.parse((await askSocket(asked)).body.toString());
    };
    expect(await answerTo({})).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("No force.") });
    for (const changes of [{ protocol: 2 }, { protocol: 0 }, { protocol: "1" }, { protocol: undefined }, { ask: "1" }])
      expect(await answerTo(changes)).toEqual({ declined: expect.any(String) });
  });

  const pass = { stdout: "", stderr: "", exitCode: 0 };
  const others: readonly (readonly [string, Behaviour])[] = [
    ["other fields", { body: JSON.stringify({ protocol: 2, decision: "allow" }) }],
    ["no revision", { body: JSON.stringify(pass) }],
    ["another exit code", { body: JSON.stringify({ ...pass, exitCode: 256, revision: "" }) }],
    ["another status", { body: JSON.stringify({ ...pass, revision: "" }), status: 426 }],
    ["a declined question", { body: JSON.stringify({ declined: "another protocol" }) }],
    ["no JSON", { body: "\u0001\u0002" }],
    ["nothing", (response) => void response.socket?.destroy()],
  ];
  it.each(entries)("of a resident is not believed: $name", async (entry) => {
    const home = homes.home();
    const { folder } = home.files();
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const fake = await fakeResident(folder, program);
    onTestFinished(() => fake.close());
    for (const [at, [name, behaviour]] of others.entries()) {
      fake.behave(behaviour);
      expect([name, await verdictOf(home, force, entry)]).toEqual([name, "deny: No force."]);
      expect(fake.questions).toHaveLength(at + 1);
    }
    // The same server, with an answer of this version.
    fake.behave({ body: JSON.stringify({ ...pass, stderr: "believed", revision: "" }) });
    expect((await home.ask(bundle, force, { entry })).stderr).toBe("believed");
  });
});

describe.runIf(hasProc)("a bundle that is rebuilt while it is asked", () => {
  it("answers by one of the two policies, and by the new one after that", async () => {
    const home = homes.home();
    const live = join(homes.folder, "live");
    const build = (word: string): Promise<string> =>
      buildIn(
        homes.folder,
        `rule no-make on before_tool_call when command runs "make" block "${word}." fires on "make"\n`,
        "live",
      );
    const ask = async (entry: Entry): Promise<string> =>
      claudeVerdict(await home.ask(live, bashCall("make"), { entry }));
    await build("One");
    expect(await ask(entries[0] as Entry)).toBe("deny: One.");
    await home.listening();
    const heard = new Map<string, number>();
    let isOver = false;
    const clients = Array.from({ length: 8 }, async (_, at) => {
      while (!isOver) {
        const verdict = await ask(entries[at % entries.length] as Entry);
        heard.set(verdict, (heard.get(verdict) ?? 0) + 1);
      }
    });
    for (let round = 0; round < 6; round++) {
      const word = round % 2 === 0 ? "Two" : "One";
      const before = heard.get(`deny: ${word}.`) ?? 0;
      await build(word);
      await vi.waitUntil(() => (heard.get(`deny: ${word}.`) ?? 0) > before, PATIENCE_MS);
    }
    await build("Two");
    // Asked after the last build, among all the others.
    const last = await Promise.all(entries.flatMap((entry) => Array.from({ length: 5 }, () => ask(entry))));
    isOver = true;
    await Promise.all(clients);
    expect(new Set(last)).toEqual(new Set(["deny: Two."]));
    expect([...heard.keys()].sort()).toEqual(["deny: One.", "deny: Two."]);
    expect(await home.decisions()).toBeGreaterThan(0);
    expect(home.residents()).toHaveLength(1);
    rmSync(live, { recursive: true });
  });
});
