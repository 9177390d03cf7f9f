// `policyc hook` with a resident process beside it: the same decisions, the same session state, and no answer that is not
// the resident's own ever counts.

import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:http";
import { connect, createServer as createSocketServer, type Server as SocketServer } from "node:net";
import { join } from "node:path";
import { afterEach, beforeAll, expect, it } from "vitest";
import { fileStore } from "../../src/runtime/stores/file.ts";
import { sessionFolder } from "../../src/runtime/stores/state-folder.ts";
import { bashCall, claudeVerdict } from "../hook/claude-calls.ts";
import { type Built, hookPlace } from "../hook/place.ts";
import { times } from "../seeded.ts";
import { decisions, homesIn, metrics } from "./residents.ts";

const place = hookPlace();
const home = homesIn(place.folder)();
const PROCESSES = Math.min(times(12), 32);
let built: Built;
let slow: Built;

const POLICY = `rule no-force on before_tool_call when command runs "git push --force" block "No force."
  fires on "git push -f"
rule asks on before_tool_call when tool == "write" ask "Write {writes}?" else block
  fires on { tool: "write", input: { path: "a", content: "" } }
rule on-main on before_tool_call when tool == "bash" and git_branch() == "main" and input.command starts with "touch"
  block "Not on main."
  fires on "touch a" given { git_branch: "main" }
rule in-ci on before_tool_call when tool == "search" and env("POLICYC_TEST_CI") == "1" block "Not in CI."
  fires on { tool: "search", input: { pattern: "a" } } given { env: { POLICYC_TEST_CI: "1" } }
rule remembers on before_tool_call when any reads matches "**/.env*" mark secret-read
  fires on { tool: "read", input: { path: ".env" } }
rule no-network on before_tool_call when marked(secret-read) and tool == "web_search" block "Secrets were read."
  fires on { tool: "web_search", input: { query: "a" } } given { marked: [secret-read] }
rule counts-calls on before_tool_call when tool == "bash" count calls fires on "ls"
rule many-calls on before_tool_call when tool == "bash" and counted(calls, 1h) > 1000 block "Never."
  fires on "ls" given { counted: { calls: 1000 } }
${Array.from(
  { length: PROCESSES },
  (_, i) => `rule marks-${i} on before_tool_call when tool == "bash" and input.command == "echo ${i}" mark seen-${i}
  fires on "echo ${i}"
rule tests-${i} on before_tool_call when tool == "read" and marked(seen-${i}) warn "${i}"
  fires on { tool: "read", input: { path: "a" } } given { marked: [seen-${i}] }
`,
).join("")}`;

beforeAll(async () => {
  built = await place.policy("all", POLICY);
  writeFileSync(join(place.folder, "judge.sh"), "#!/bin/sh\ncat > /dev/null\nsleep 1\necho judged >&2\nexit 2\n");
  chmodSync(join(place.folder, "judge.sh"), 0o755);
  slow = await place.policy(
    "slow",
    `rule judged on before_tool_call when tool == "bash"
  run ["/bin/sh", file("judge.sh")] timeout 10s env ["PATH"] may block fail closed
  fires on "rm x"
`,
  );
});

const words = (...more: readonly string[]): string[] => ["--bundle", built.dir, "--revision", built.revision, ...more];
const call = (tool_name: string, tool_input: object, more: object = {}): object =>
  bashCall("", { tool_name, tool_input, ...more });
const force = bashCall("git push -f origin main");

it("decides as the hook itself does, in the folder and environment of who asks", async () => {
  const resident = await home.start(built.dir);
  const project = join(place.folder, "project");
  mkdirSync(join(project, ".git"), { recursive: true });
  writeFileSync(join(project, ".git", "HEAD"), "ref: refs/heads/main\n");
  const streams = [
    { env: { CLAUDE_PROJECT_DIR: project, POLICYC_TEST_CI: "1" } },
    { env: { CLAUDE_PROJECT_DIR: undefined, POLICYC_TEST_CI: "0" }, cwd: place.folder },
    { env: { CLAUDE_PROJECT_DIR: undefined, POLICYC_TEST_CI: "1" }, cwd: project },
  ];
  const payloads = [
    force,
    bashCall("git status"),
    bashCall("git push $FLAGS"),
    bashCall("touch a", { cwd: project }),
    call("Write", { file_path: "/x/a", content: "" }),
    call("Grep", { pattern: "a" }),
    { ...bashCall("ls"), hook_event_name: "UserPromptSubmit", prompt: "hello" },
    { ...bashCall("ls"), hook_event_name: "BeforeEverything" },
    { ...bashCall("ls"), tool_input: 7 },
    "{",
    "",
    '{"a":1}{"b":2}',
  ];
  const answers = new Set<string>();
  for (const stream of streams)
    for (const payload of payloads) {
      const [through, alone] = await Promise.all([
        home.hook(payload, words(), stream),
        home.hook(payload, words("--serve", "never", "--state", join(place.folder, "alone")), stream),
      ]);
      expect(through).toEqual(alone);
      answers.add(claudeVerdict(through));
    }
  expect([...answers].join("\n")).toMatch(/No force[\s\S]*Not on main[\s\S]*Not in CI/);
  expect(await decisions(home)).toBe(streams.length * (payloads.length - 5));
  expect(resident.stdout()).toBe("");
});

it("passes on the exit code that is a warning to one agent alone", async () => {
  const { dir } = await place.policy(
    "warned",
    `rule w on before_tool_call when command runs "make x" warn "Careful." fires on "make x"\n`,
  );
  await home.start(dir);
  const payload = {
    hook_event_name: "preToolUse",
    cwd: "/",
    tool_name: "execute_bash",
    tool_input: { command: "make x" },
  };
  const answer = await home.hook(payload, ["--bundle", dir]);
  expect(answer).toEqual({ stdout: "", stderr: expect.stringContaining("Careful.\n"), code: 20 });
  expect(await decisions(home)).toBe(1);
});

it("shares marks with hooks that decide by themselves", async () => {
  await home.start(built.dir);
  const read = (session_id: string): object => call("Read", { file_path: ".env" }, { session_id });
  const search = (session_id: string): object => call("WebSearch", { query: "x" }, { session_id });
  expect(claudeVerdict(await home.hook(search("m1"), words()))).toBe("pass");
  expect(claudeVerdict(await home.hook(read("m1"), words("--serve", "never")))).toBe("pass");
  expect(claudeVerdict(await home.hook(search("m1"), words()))).toBe("deny: Secrets were read.");
  expect(claudeVerdict(await home.hook(read("m2"), words()))).toBe("pass");
  expect(claudeVerdict(await home.hook(search("m2"), words("--serve", "never")))).toBe("deny: Secrets were read.");
  expect(claudeVerdict(await home.hook(search("m3"), words()))).toBe("pass");
  expect(await decisions(home)).toBe(4);
});

it.each([
  ["through the resident", () => []],
  ["half of them by themselves", (i: number) => (i % 2 === 0 ? [] : ["--serve", "never"])],
])("many hooks at once lose no mark and no count, %s", async (name, more) => {
  await home.start(built.dir);
  const state = join(place.folder, `state ${name}`);
  const answers = await Promise.all(
    Array.from({ length: PROCESSES }, (_, i) =>
      home.hook(
        bashCall(`echo ${i}`, { session_id: "many", tool_use_id: `c${i}` }),
        words("--state", state, "--deadline", "100000", ...more(i)),
      ),
    ),
  );
  expect(answers.map(claudeVerdict)).toEqual(answers.map(() => "pass"));
  const now = Date.now();
  const store = fileStore({
    folder: sessionFolder(state, { scope: "user", bundle: built.dir, policyId: null }),
    counters: { calls: [3_600_000] },
  });
  const session = store.read("many", now);
  expect(session.counted("calls", false, 3_600_000, now)).toBe(PROCESSES);
  expect(Array.from({ length: PROCESSES }, (_, i) => session.marked(`seen-${i}`, false))).toEqual(
    Array.from({ length: PROCESSES }, () => 1),
  );
  expect(await decisions(home)).toBeGreaterThan(0);
});

it("opens the bundle that is asked about, and decides by itself for another revision or another home", async () => {
  await home.start(built.dir);
  const other = "0".repeat(64);
  expect(claudeVerdict(await home.hook(force, ["--bundle", built.dir, "--revision", other]))).toMatch(/^deny: .*P606/);
  const elsewhere = join(place.folder, "elsewhere");
  mkdirSync(elsewhere, { recursive: true });
  const stream = { env: { HOME: elsewhere } };
  expect(claudeVerdict(await home.hook(force, words("--serve", home.files.folder), stream))).toBe("deny: No force.");
  expect(await decisions(home)).toBe(0);
  expect(await metrics(home)).toContain('policyc_refusals_total{reason="declined"} 2');
  const copy = join(place.folder, "copy");
  cpSync(built.dir, copy, { recursive: true });
  expect(claudeVerdict(await home.hook(force, ["--bundle", copy]))).toBe("deny: No force.");
  expect(await decisions(home)).toBe(1);
  expect(await metrics(home)).toContain("policyc_bundles_opened_total 2");
});

it("decides by the bundle as it is at every call: rebuilt, broken or gone", async () => {
  const live = await place.policy(
    "live",
    `rule a on before_tool_call when command runs "make one" block "One." fires on "make one"\n`,
  );
  await home.start(live.dir);
  const ask = async (command: string): Promise<string> =>
    claudeVerdict(await home.hook(bashCall(command), ["--bundle", live.dir]));
  expect(await ask("make one")).toBe("deny: One.");
  const file = join(live.dir, "hook.cjs");
  const good = readFileSync(file);
  writeFileSync(file, Buffer.concat([good, Buffer.from("\n//")]));
  expect(await ask("make two")).toMatch(/^deny: .*P604/);
  writeFileSync(file, good);
  expect(await ask("make one")).toBe("deny: One.");
  await place.policy(
    "live",
    `rule b on before_tool_call when command runs "make two" block "Two." fires on "make two"\n`,
  );
  expect(await ask("make one")).toBe("pass");
  expect(await ask("make two")).toBe("deny: Two.");
  const pinned = await home.hook(bashCall("make one"), ["--bundle", live.dir, "--revision", live.revision]);
  expect(claudeVerdict(pinned)).toMatch(/^deny: .*P606/);
  rmSync(live.dir, { recursive: true });
  expect(await ask("make one")).toMatch(/^deny: .*P601/);
  expect(await decisions(home)).toBe(4);
});

it("decides by itself after the resident process was killed, and another one takes the place of its socket", async () => {
  const first = await home.start(built.dir);
  first.child.kill("SIGKILL");
  expect(await first.ended).toBe("SIGKILL");
  expect(await home.policyc("serve", "--status")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("no longer runs"),
  });
  expect(claudeVerdict(await home.hook(force, words()))).toBe("deny: No force.");
  await home.start(built.dir);
  expect(claudeVerdict(await home.hook(force, words()))).toBe("deny: No force.");
  expect(await decisions(home)).toBe(1);
});

it("decides by itself when the resident process is killed in the middle of the question", async () => {
  const resident = await home.start(slow.dir);
  const asking = home.hook(bashCall("rm x"), ["--bundle", slow.dir, "--deadline", "20000"]);
  await expect.poll(() => metrics(home), { timeout: 100_000 }).toContain("policyc_requests_in_flight 2");
  resident.child.kill("SIGKILL");
  expect(claudeVerdict(await asking)).toMatch(/^deny: .*judged/);
});

it("answers what it was asked before it stops, and nothing after", async () => {
  const resident = await home.start(slow.dir);
  const asking = home.hook(bashCall("rm x"), ["--bundle", slow.dir, "--deadline", "20000"]);
  await expect.poll(() => metrics(home), { timeout: 100_000 }).toContain("policyc_requests_in_flight 2");
  resident.child.kill("SIGTERM");
  await resident.says("stopping");
  expect(readNothing()).toEqual([]);
  expect(claudeVerdict(await home.hook(force, words()))).toBe("deny: No force.");
  expect(claudeVerdict(await asking)).toMatch(/^deny: .*judged/);
  expect(await resident.ended).toBe(0);
  expect(resident.stderr()).toMatch(/stopping\n.*stopped\n$/s);
});

function readNothing(): string[] {
  return [home.files.socket, home.files.key, home.files.http].filter((path) => {
    try {
      readFileSync(path);
      return true;
    } catch (caught) {
      return (caught as { code?: string }).code !== "ENOENT";
    }
  });
}

const squatters: (Server | SocketServer)[] = [];
afterEach(() => {
  for (const server of squatters.splice(0)) server.close();
  rmSync(join(home.folder, ".policyc"), { recursive: true, force: true });
});

/** Somebody else listens where the resident process should, with all files as they should be. */
async function squat(server: Server | SocketServer): Promise<void> {
  mkdirSync(home.files.folder, { recursive: true, mode: 0o700 });
  rmSync(home.files.socket, { force: true });
  writeFileSync(home.files.key, `${"ab".repeat(32)}\n`, { mode: 0o600 });
  await new Promise<void>((done) => server.listen(home.files.socket, done));
  squatters.push(server);
}

const allow = JSON.stringify({ stdout: "", stderr: "", exitCode: 0, revision: "" });

it.each([
  ["no proof", {}],
  ["a proof with another key", { "policyc-proof": "c".repeat(64) }],
  ["a proof that is too short", { "policyc-proof": "c" }],
])("takes no answer with %s", async (_, headers) => {
  let asked = 0;
  await squat(
    createServer((request, response) => {
      asked++;
      request.resume();
      const body = allow.replace('"revision":""', `"revision":"${built.revision}"`);
      response.writeHead(200, { ...headers, "content-length": body.length });
      response.end(body);
    }),
  );
  expect(claudeVerdict(await home.hook(force, words()))).toBe("deny: No force.");
  expect(asked).toBe(1);
  const status = await home.policyc("serve", "--status");
  expect(status).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("its key is missing") });
});

it("takes no answer to an earlier question", async () => {
  const resident = await home.start(built.dir);
  const real = `${home.files.folder}/real.sock`;
  renameSync(home.files.socket, real);
  // Stands between, hands the first answer through and says it again to whoever comes next.
  let first: Buffer | null = null;
  const between = createSocketServer((client) => {
    client.on("error", () => undefined);
    if (first !== null) return void client.end(first);
    const server = connect(real);
    const said: Buffer[] = [];
    server.on("data", (chunk) => said.push(chunk));
    server.on("end", () => {
      first = Buffer.concat(said);
      client.end(first);
    });
    client.pipe(server);
  });
  squatters.push(between);
  await new Promise<void>((done) => between.listen(home.files.socket, done));
  expect(claudeVerdict(await home.hook(bashCall("git status"), words()))).toBe("pass");
  expect(first).not.toBeNull();
  expect(claudeVerdict(await home.hook(force, words()))).toBe("deny: No force.");
  resident.child.kill("SIGKILL");
});

it("waits for nobody who is silent, and answers in its time", async () => {
  await squat(createSocketServer((socket) => socket.on("error", () => undefined).resume()));
  expect(claudeVerdict(await home.hook(force, words("--deadline", "4000")))).toBe("deny: No force.");
});

it.each([
  ["a folder that others can open", () => chmodSync(home.files.folder, 0o755)],
  ["a key that others can read", () => chmodSync(home.files.key, 0o644)],
  [
    "a key behind a link",
    () => {
      copyFileSync(home.files.key, join(home.folder, "key"));
      chmodSync(join(home.folder, "key"), 0o600);
      rmSync(home.files.key);
      symlinkSync(join(home.folder, "key"), home.files.key);
    },
  ],
  [
    "a socket behind a link",
    () => {
      renameSync(home.files.socket, `${home.files.folder}/real`);
      symlinkSync(`${home.files.folder}/real`, home.files.socket);
    },
  ],
  [
    "a folder behind a link",
    () => {
      renameSync(home.files.folder, `${home.files.folder}.real`);
      symlinkSync(`${home.files.folder}.real`, home.files.folder);
    },
  ],
])("does not ask through %s", async (_, spoil) => {
  const resident = await home.start(built.dir);
  spoil();
  expect(claudeVerdict(await home.hook(force, words()))).toBe("deny: No force.");
  expect(await home.policyc("serve", "--status")).toMatchObject({ code: 1, stdout: "" });
  resident.child.kill("SIGTERM");
  expect(await resident.ended).toBe(0);
  expect(resident.stderr()).not.toContain("failed");
});
