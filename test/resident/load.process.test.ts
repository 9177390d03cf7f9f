// Many clients of one resident process at once: every session counts its own calls and sees its own marks, and nothing is agreed
// to because something failed. The figures of the run are printed.

import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { fileStore } from "../../src/runtime/stores/file.ts";
import { sessionFolder } from "../../src/runtime/stores/state-folder.ts";
import { askSocket } from "../../src/service/client/ask-socket.ts";
import { type Answer, bashCall, claudeVerdict } from "../hook/claude-calls.ts";
import { buildIn } from "../runtime/built-policy.ts";
import { times } from "../seeded.ts";
import { type Entry, entries, type Home, hasProc, leftBelow, procText, program, residentHomes } from "./homes.ts";

const CALLS = times(1000);
const CLIENTS = 64;
const SESSIONS = 50;
/** One of so many calls is a process of its own. */
const PROCESS_EVERY = CALLS > 5000 ? 80 : 40;
const HOUR_MS = 3_600_000;

const homes = residentHomes();
const bundle = join(homes.folder, "bundle");
const numbers = Array.from({ length: SESSIONS }, (_, at) => at);

beforeAll(async () => {
  await buildIn(
    homes.folder,
    `rule no-force on before_tool_call when command runs "git push --force" block "No force." fires on "git push -f"
rule counts on before_tool_call when command runs "echo" count echoes fires on "echo a"
rule many on before_tool_call when command runs "echo" and counted(echoes, 1h) > 100000 block "Enough."
  fires on "echo a" given { counted: { echoes: 100000 } }
${numbers
  .map(
    (at) => `rule marks-${at} on before_tool_call when tool == "bash" and input.command == "touch ${at}" mark seen-${at}
  fires on "touch ${at}"
rule tests-${at} on before_tool_call when tool == "web_search" and marked(seen-${at}) block "Seen ${at}."
  fires on { tool: "web_search", input: { query: "a" } } given { marked: [seen-${at}] }
`,
  )
  .join("")}`,
  );
});

/** One call of a session, with what it must be answered. */
interface Call {
  readonly payload: object;
  readonly wanted: readonly string[];
  /** Once it is answered. */
  readonly done?: () => void;
}

interface Session {
  readonly at: number;
  counted: number;
  isMarked: boolean;
}

/** Kinds of calls, one after the other. */
const KINDS = ["count", "look", "force", "count", "search", "mark", "search", "look"] as const;

function callOf(session: Session, number: number): Call {
  const session_id = `session ${session.at}`;
  const bash = (command: string): object => bashCall(command, { session_id });
  const seen = `deny: Seen ${session.at}.`;
  const kinds: { readonly [K in (typeof KINDS)[number]]: () => Call } = {
    look: () => ({ payload: bash("git status"), wanted: ["pass"] }),
    force: () => ({ payload: bash("git push --force"), wanted: ["deny: No force."] }),
    count: () => ({ payload: bash("echo a"), wanted: ["pass"], done: () => void session.counted++ }),
    mark: () => ({
      payload: bash(`touch ${session.at}`),
      wanted: ["pass"],
      done: () => {
        session.isMarked = true;
      },
    }),
    // Another client may be about to mark.
    search: () => ({
      payload: bashCall("", { session_id, tool_name: "WebSearch", tool_input: { query: "a" } }),
      wanted: session.isMarked ? [seen] : [seen, "pass"],
    }),
  };
  return kinds[KINDS[number % KINDS.length] ?? "look"]();
}

/** A client in this process: asks over the socket, and starts Node under the same name when that gives no answer. */
async function direct(home: Home, payload: object): Promise<Answer & { readonly isDeclined: boolean }> {
  const ask = randomBytes(16).toString("hex");
  const head = {
    ...{ protocol: 1, ask, words: ["--agent", "claude-code", "--bundle", bundle], cwd: home.folder },
    ...{ environment: { HOME: home.folder }, limitMs: 30_000 },
  };
  const body = Buffer.from(`${JSON.stringify(head)}\n${JSON.stringify(payload)}`);
  const question = { files: home.files(), method: "POST" as const, path: "/ask", body, limitMs: 30_000 };
  const given = await askSocket(question).catch(() => null);
  const { stdout, stderr, exitCode } = JSON.parse(given?.status === 200 ? given.body.toString() : "{}");
  if (typeof exitCode === "number") return { stdout, stderr, code: exitCode, isDeclined: false };
  return { ...(await home.ask(bundle, payload, { words: ["--ask-id", ask] })), isDeclined: true };
}

const rssOf = (pid: number): number => Number(/VmRSS:\s+(\d+)/.exec(procText(pid, "status"))?.[1] ?? 0) / 1024;

/** Connections and children of this process. What the compiler has left there may end meanwhile. */
const handles = (): number =>
  process.getActiveResourcesInfo().filter((name) => /^(Pipe|TCP|Process)/.test(name)).length;

describe.runIf(hasProc)("load", () => {
  it(`${CLIENTS} clients, ${CALLS} calls, ${SESSIONS} sessions`, async () => {
    const home = homes.home();
    await home.ask(bundle, bashCall("ls"));
    const pid = await home.listening();
    await home.ask(bundle, bashCall("ls"));
    const before = { rss: rssOf(pid), handles: handles() };
    const sessions = numbers.map((at): Session => ({ at, counted: 0, isMarked: false }));
    const wrong: string[] = [];
    let declined = 0;
    let processes = 0;
    let next = 0;
    let half = 0;
    const began = performance.now();
    const client = async (): Promise<void> => {
      while (next < CALLS) {
        const number = next++;
        if (number === CALLS / 2) half = rssOf(pid);
        const session = sessions[number % SESSIONS] as Session;
        const { payload, wanted, done } = callOf(session, Math.floor(number / SESSIONS));
        let answer: Answer;
        if (number % PROCESS_EVERY === 0) {
          const entry = entries[processes++ % entries.length] as Entry;
          answer = await home.ask(bundle, payload, { entry });
        } else {
          const given = await direct(home, payload);
          if (given.isDeclined) declined++;
          answer = given;
        }
        const verdict = claudeVerdict(answer);
        if (!wanted.includes(verdict)) wrong.push(`call ${number}: ${verdict} instead of ${wanted.join(" or ")}`);
        done?.();
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
    const seconds = (performance.now() - began) / 1000;
    const after = rssOf(pid);
    console.log(
      [
        `${CALLS} calls in ${seconds.toFixed(1)} s, ${Math.round(CALLS / seconds)} a second`,
        `${processes} of them processes, ${declined} declined`,
        `resident: ${before.rss.toFixed(0)} MB before, ${half.toFixed(0)} MB at half, ${after.toFixed(0)} MB after`,
      ].join("; "),
    );
    expect(wrong).toEqual([]);
    const folder = sessionFolder(join(home.folder, ".policyc/state"), { scope: "user", bundle, policyId: null });
    const store = fileStore({ folder, counters: { echoes: [HOUR_MS] } });
    const now = Date.now();
    const kept = sessions.map(({ at }) => {
      const state = store.read(`session ${at}`, now);
      const marks = numbers.filter((one) => state.marked(`seen-${one}`, false) === 1);
      return { at, counted: state.counted("echoes", false, HOUR_MS, now), marks };
    });
    expect(kept).toEqual(sessions.map(({ at, counted, isMarked }) => ({ at, counted, marks: isMarked ? [at] : [] })));
    expect(sessions.every(({ isMarked, counted }) => isMarked && counted > 0)).toBe(true);
    // It was this one process all the time, and it decided nearly everything.
    expect(home.residents().map((one) => one.pid)).toEqual([pid]);
    expect(await home.decisions()).toBeGreaterThan(CALLS * 0.9);
    const stopped = spawnSync(process.execPath, [program, "serve", "--stop"], { env: { HOME: home.folder } });
    expect(stopped.status).toBe(0);
    await home.ended();
    expect(leftBelow(join(home.folder, ".policyc"))).toEqual([]);
    await expect.poll(handles).toBeLessThanOrEqual(before.handles);
  });
});
