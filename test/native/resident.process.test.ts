// The native client and the resident process: only an answer that is proven, whole, in time and of the pinned revision
// counts. After any other Node decides, under the same name of the question.

import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { chmodSync, chownSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Answer, nativeBench, runClient, type Streams } from "./client.ts";
import { type Behaviour, type FakeResident, fakeResident, hmac, KEY, REVISION, reply } from "./fake-resident.ts";

const bench = nativeBench();
/** Says what it was started with. */
const program = bench.program(
  "program.cjs",
  `process.stdout.write(JSON.stringify({ words: process.argv.slice(2), input: require("node:fs").readFileSync(0, "utf8") }))`,
);
const payload = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "ls ü" } };
const pinned = ["--agent", "claude-code", "--bundle", "/b", "--revision", REVISION];

const ask = (words: readonly string[] = pinned, streams: Streams = {}): Promise<Answer> =>
  runClient(bench, [process.execPath, program, "hook", ...words], payload, streams);

/** The words that Node got, if it was Node that answered. */
function byNode({ stdout, code }: Answer): readonly string[] {
  const { words, input } = JSON.parse(stdout) as { readonly words: readonly string[]; readonly input: string };
  expect({ code, input }).toEqual({ code: 0, input: JSON.stringify(payload) });
  return words;
}

let resident: FakeResident;

describe.runIf(bench.client !== null && process.platform === "linux")("the resident process", () => {
  beforeAll(async () => {
    resident = await fakeResident(bench.runs, program);
  });
  afterAll(() => resident.close());
  beforeEach(() => resident.behave(reply()));

  it("is asked as the protocol says, and its answer passed on", async () => {
    const env = {
      NODE_OPTIONS: "--no-warnings",
      NODE_ENV: "test",
      LD_LIBRARY_PATH: "/x",
      OPENSSL_CONF: "/x",
      A: "b=c",
    };
    resident.behave(reply({ exitCode: 20 }));
    expect(await ask(pinned, { env })).toEqual({ stdout: "resident\n", stderr: "said\n", code: 20 });
    const { headers, body } = resident.questions.at(-1) ?? { headers: {}, body: "" };
    const [head = "", ...rest] = body.split("\n");
    expect(rest.join("\n")).toBe(JSON.stringify(payload));
    const { ask: name, limitMs, ...said } = JSON.parse(head);
    expect(said).toEqual({
      ...{ protocol: 1, words: pinned, cwd: bench.folder },
      environment: { PATH: process.env.PATH, HOME: bench.home, NODE_ENV: "test", A: "b=c" },
    });
    expect(name).toMatch(/^[0-9a-f]{32}$/);
    expect(limitMs).toBeGreaterThan(0);
    expect(limitMs).toBeLessThanOrEqual(2400);
    const hash = createHash("sha256").update(body).digest("hex");
    expect(headers).toMatchObject({ host: "policyc", connection: "close", "policyc-body": hash });
    expect(headers["policyc-nonce"]).toMatch(/^[0-9a-f]{32}$/);
    expect(headers["policyc-proof"]).toBe(hmac(`policyc ask\n${headers["policyc-nonce"]}\nPOST /ask\n${hash}`));
  });

  it("is found by the program's real path, also through a link and a relative path", async () => {
    symlinkSync(program, join(bench.folder, "link.cjs"));
    for (const named of ["link.cjs", "./home/../link.cjs"]) {
      const answer = await runClient(bench, [process.execPath, named, "hook", ...pinned], payload);
      expect(answer.stdout, named).toBe("resident\n");
    }
  });

  it("may be of any revision where none is pinned", async () => {
    resident.behave(reply({ revision: "c0".repeat(32) }));
    expect((await ask(["--agent", "claude-code"])).stdout).toBe("resident\n");
  });

  const unusable: readonly (readonly [string, Behaviour])[] = [
    ["a wrong proof", { body: '{"stdout":"","stderr":"","exitCode":0}', proof: "0".repeat(64) }],
    ["no proof", (response) => response.writeHead(200, { "content-length": 2 }).end("{}")],
    [
      "an answer that is cut off",
      (response) => response.writeHead(200, { "content-length": 99 }).write("{", () => response.destroy()),
    ],
    ["a connection that is closed", (response) => response.destroy()],
    ["an answer without a length", (response) => response.end("{}")],
    ["another status", { body: '{"stdout":"","stderr":"","exitCode":0,"revision":""}', status: 503 }],
    ["no answer in time", () => undefined],
    ["another revision", reply({ revision: "c0".repeat(32) })],
    ["declining", { body: '{"declined":"the bundle changes"}' }],
    ["an exit code that is none", reply({ exitCode: 256 })],
    ["a text that is none", reply({ stdout: null })],
    ["no JSON", { body: "resident" }],
  ];

  it.each(unusable)("%s: Node decides the same question", async (_, behaviour) => {
    resident.behave(behaviour);
    const before = resident.questions.length;
    const words = byNode(await ask([...pinned, "--deadline", "3000"]));
    expect(resident.questions).toHaveLength(before + 1);
    const { ask: name } = JSON.parse(resident.questions.at(-1)?.body.split("\n")[0] ?? "{}");
    expect(words.slice(0, -1)).toEqual(["hook", ...pinned, "--ask-id", name, "--deadline"]);
    expect(Number(words.at(-1))).toBeGreaterThan(0);
    expect(Number(words.at(-1))).toBeLessThan(3000);
  });

  it("an answer after half of the time comes too late", async () => {
    const timers: NodeJS.Timeout[] = [];
    resident.behave((response) => {
      timers.push(setTimeout(() => response.end(), 10_000));
    });
    const words = byNode(await ask([...pinned, "--deadline", "2000"]));
    for (const timer of timers) clearTimeout(timer);
    expect(Number(words.at(-1))).toBeLessThanOrEqual(1000);
  });

  const unasked: readonly (readonly [string, readonly string[], Streams["env"]])[] = [
    ["--serve never", ["--serve", "never"], {}],
    ["another run folder", ["--serve", "/nowhere"], {}],
    ["--capture", ["--capture", "/tmp/payloads"], {}],
    ["POLICYC_RESIDENT=never", [], { POLICYC_RESIDENT: "never" }],
    [
      "an environment that is too large",
      [],
      { A: "x".repeat(100_000), B: "x".repeat(100_000), C: "x".repeat(100_000) },
    ],
    ["a home that is not absolute", [], { HOME: "home" }],
  ];

  it.each(unasked)("is not asked: %s", async (_, words, env = {}) => {
    const before = resident.questions.length;
    byNode(await ask([...pinned, ...words], { env }));
    expect(resident.questions).toHaveLength(before);
  });

  it("is not asked when the words are not clear, and Node gets them as they are", async () => {
    const odd = [...pinned, "--state", "/a", "--state", "/b", "--bundle"];
    expect(byNode(await ask(odd))).toEqual(["hook", ...odd]);
  });

  it("is asked in the folder after --serve", async () => {
    expect((await ask([...pinned, `--serve=${bench.runs}`])).stdout).toBe("resident\n");
  });
});

describe.runIf(bench.client !== null && process.platform === "linux")(
  "a run folder that is not as it should be",
  () => {
    let untouched: FakeResident;
    beforeEach(async () => {
      rmSync(bench.runs, { recursive: true, force: true });
      mkdirSync(bench.runs, { mode: 0o700 });
      untouched = await fakeResident(bench.runs, program);
      return () => untouched.close();
    });

    const spoilt: readonly (readonly [string, () => void])[] = [
      ["a folder that others may look into", () => chmodSync(bench.runs, 0o755)],
      [
        "a folder that is a link",
        () => {
          renameSync(bench.runs, `${bench.runs}-real`);
          symlinkSync(`${bench.runs}-real`, bench.runs);
        },
      ],
      ["no key", () => rmSync(untouched.key)],
      ["a key that others may read", () => chmodSync(untouched.key, 0o644)],
      ["a key that is none", () => writeFileSync(untouched.key, "5a\n")],
      [
        "a key that is a link",
        () => {
          renameSync(untouched.key, `${untouched.key}-real`);
          symlinkSync(`${untouched.key}-real`, untouched.key);
        },
      ],
      [
        "a file in the place of the socket",
        () => {
          rmSync(untouched.socket);
          writeFileSync(untouched.socket, "");
        },
      ],
      [
        "a socket that is a link",
        () => {
          renameSync(untouched.socket, `${untouched.socket}-real`);
          symlinkSync(`${untouched.socket}-real`, untouched.socket);
        },
      ],
      ["no socket", () => rmSync(untouched.socket)],
      ["no folder", () => rmSync(bench.runs, { recursive: true })],
    ];

    it.each(spoilt)("%s: Node decides", async (_, spoil) => {
      spoil();
      expect(byNode(await ask())).toContain("--ask-id");
      expect(untouched.questions).toHaveLength(0);
      rmSync(`${bench.runs}-real`, { recursive: true, force: true });
    });

    it("a squatter without the key: Node decides", async () => {
      rmSync(untouched.socket);
      const squatter = createServer((socket) => {
        socket.on("error", () => undefined).resume();
        socket.end("HTTP/1.1 200 OK\r\ncontent-length: 2\r\npolicyc-proof: 00\r\n\r\n{}");
      });
      await new Promise<void>((resolve) => squatter.listen(untouched.socket, resolve));
      expect(byNode(await ask())).toContain("--ask-id");
      await new Promise((resolve) => squatter.close(resolve));
    });

    it.runIf(process.getuid?.() === 0)("a process of another user behind our own socket: Node decides", async () => {
      const known = reply();
      const open = join(bench.folder, "open");
      mkdirSync(open);
      chmodSync(bench.folder, 0o755);
      chmodSync(open, 0o777);
      // It has the key, and proves it.
      const listens = `const body = ${JSON.stringify("body" in known ? known.body : "")};
require("node:http").createServer((request, response) => {
  const text = "policyc answer\\n" + request.headers["policyc-nonce"] + "\\n200\\n" + body;
  const proof = require("node:crypto").createHmac("sha256", Buffer.from("${KEY}", "hex")).update(text).digest("hex");
  response.writeHead(200, { "content-length": body.length, "policyc-proof": proof }).end(body);
}).listen("s.sock", () => console.log("listens"))`;
      const other = spawn(process.execPath, ["-e", listens], { uid: 65_534, gid: 65_534, cwd: open });
      try {
        expect(String((await once(other.stdout, "data"))[0])).toBe("listens\n");
        rmSync(untouched.socket);
        renameSync(join(open, "s.sock"), untouched.socket);
        chownSync(untouched.socket, 0, 0);
        expect(byNode(await ask())).toContain("--ask-id");
      } finally {
        other.kill("SIGKILL");
      }
    });

    it("nobody listens any more: Node decides", async () => {
      const kept = `${untouched.socket}-kept`;
      renameSync(untouched.socket, kept);
      await untouched.close();
      renameSync(kept, untouched.socket);
      expect(byNode(await ask())).toContain("--ask-id");
    });
  },
);
