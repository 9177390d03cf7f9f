// The guard around tools of other people's agents, on tool objects of both shapes.

import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildBundle } from "../../src/compiler/index.ts";
import { type LoadedPolicy, loadPolicy } from "../../src/runtime/index.ts";
import { packsDir, root } from "../docs/workspace.ts";

// biome-ignore lint/suspicious/noExplicitAny: tools of other people's agents.
type Any = any;

// A file for people without a build step: plain JavaScript, so its types stand here.
const { guard, PolicyRefusal } = (await import("../../examples/guard/guard.mjs" as string)) as {
  guard: (tool: Any, options: Any) => Any;
  PolicyRefusal: new () => Error;
};

const outDir = join(tmpdir(), `example-guard-bundle-${process.pid}`);
let policy: LoadedPolicy;
beforeAll(async () => {
  const built = await buildBundle(["guard.policy"], { cwd: join(root, "examples/guard"), packsDir, outDir });
  expect(built.diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([]);
  policy = await loadPolicy(outDir);
});
afterAll(async () => {
  await policy.close();
  rmSync(outDir, { recursive: true, force: true });
});

/** A tool as `tool({ ... })` of the AI SDK makes it: a plain object. */
function aiTool(execute: (input: Any, context: Any) => unknown) {
  const runs: Any[] = [];
  return {
    runs,
    tool: {
      description: "deploys",
      inputSchema: { type: "object" },
      execute: async (input: Any, context: Any) => {
        runs.push(input);
        return execute(input, context);
      },
    },
  };
}

/** A tool as LangChain.js has it: an object of a class, called with the input or with the whole call. */
class StructuredTool {
  readonly name = "read_file";
  readonly description = "reads";
  readonly schema = { type: "object" };
  readonly runs: Any[] = [];
  readonly #result: (input: Any) => unknown;
  constructor(result: (input: Any) => unknown) {
    this.#result = result;
  }
  async invoke(given: Any): Promise<Any> {
    const isCall = given?.type === "tool_call";
    this.runs.push(isCall ? given.args : given);
    const content = this.#result(isCall ? given.args : given);
    return isCall ? { type: "tool", content, tool_call_id: given.id } : content;
  }
}

const deploying = (more: object = {}) => {
  const { tool, runs } = aiTool(({ env, note }) => ({ deployed: env, note }));
  return { runs, deploy: guard(tool, { policy, name: "deploy", sessionId: "s", ...more }) };
};
const reading = (result: (input: Any) => unknown, more: object = {}) => {
  const tool = new StructuredTool(result);
  return {
    runs: tool.runs,
    read: guard(tool, { policy, as: "read", fields: { path: "file" }, sessionId: "s", ...more }),
  };
};

describe("a tool of the AI SDK", () => {
  it("stays what it was, but for being asked about", async () => {
    const { deploy, runs } = deploying();
    expect(deploy).toMatchObject({ description: "deploys", inputSchema: { type: "object" } });
    expect(await deploy.execute({ env: "test" }, { toolCallId: "c1" })).toEqual({ deployed: "test" });
    expect(runs).toEqual([{ env: "test" }]);
  });

  it("does not run when it is refused, and the model reads why, or the caller gets an error", async () => {
    const { deploy, runs } = deploying();
    expect(await deploy.execute({ env: "production" }, {})).toBe("Production is frozen; deploy to staging.");
    const throwing = deploying({ onRefuse: "throw" });
    await expect(throwing.deploy.execute({ env: "production" }, {})).rejects.toThrow(PolicyRefusal);
    await expect(deploy.execute({ env: "everywhere" }, {})).rejects.toThrow("That is too much.");
    expect([...runs, ...throwing.runs]).toEqual([]);
  });

  it("runs after a yes, and after nothing else", async () => {
    const asked: Any[] = [];
    const yes = deploying({ confirm: async (...words: Any[]) => asked.push(words) > 0 });
    expect(await yes.deploy.execute({ env: "staging" }, {})).toEqual({ deployed: "staging" });
    expect(asked).toEqual([["Deploy to staging now?", { name: "deploy", input: { env: "staging" } }]]);
    for (const confirm of [
      undefined,
      async () => "yes",
      async () => false,
      async () => Promise.reject(new Error("x")),
    ]) {
      const no = deploying({ confirm });
      expect(await no.deploy.execute({ env: "staging" }, {})).toBe("Deploy to staging now?");
      expect(no.runs).toEqual([]);
    }
  });

  it("runs with the whole rewritten input, or is answered for", async () => {
    const { deploy, runs } = deploying();
    expect(await deploy.execute({ env: "preview", extra: [1] }, {})).toEqual({
      deployed: "preview",
      note: "by policy",
    });
    expect(runs).toEqual([{ env: "preview", extra: [1], note: "by policy" }]);
    expect(await deploy.execute({ env: "none" }, {})).toBe("nothing to deploy");
    expect(runs).toHaveLength(1);
  });

  it("has its result rewritten or withheld, whatever its shape", async () => {
    const key = "AKIAABCDEFGHIJKLMNOP";
    const made = (result: unknown) => guard(aiTool(() => result).tool, { policy, name: "any", sessionId: "s" });
    expect(await made(`the key ${key}`).execute({}, {})).not.toContain("AKIA");
    const structured = await made({ key, n: 1 }).execute({}, {});
    expect(structured).toMatchObject({ n: 1 });
    expect(JSON.stringify(structured)).not.toContain("AKIA");
    expect(await made({ text: "PRIVATE" }).execute({}, {})).toBe("[withheld by policy: The result is private.]");
    async function* parts() {
      yield "first";
      yield `last ${key}`;
    }
    const streamed = await made(parts()).execute({}, {});
    expect(streamed).toContain("last");
    expect(streamed).not.toContain("AKIA");
  });

  it("that fails, fails", async () => {
    const { tool } = aiTool(() => {
      throw new Error("boom");
    });
    await expect(guard(tool, { policy, name: "deploy" }).execute({ env: "test" }, {})).rejects.toThrow("boom");
  });
});

describe("a tool of LangChain.js", () => {
  it("is asked about under our name of its input", async () => {
    const warned: string[] = [];
    const { read, runs } = reading(({ file }) => `content of ${file}`, {
      onWarn: (words: string) => warned.push(words),
    });
    expect(read.name).toBe("read_file");
    expect(await read.invoke({ file: "/w/a" })).toBe("content of /w/a");
    expect(await read.invoke({ file: "/w/.env" })).toContain("contains secrets");
    expect(warned).toEqual(["reading `/w/a`", "reading `/w/.env`"]);
    expect(runs).toEqual([{ file: "/w/a" }]);
  });

  it("is rewritten under its own name", async () => {
    const { read, runs } = reading(({ file }) => file);
    expect(await read.invoke({ file: "readme", lines: 3 })).toBe("README.md");
    expect(runs).toEqual([{ file: "README.md", lines: 3 }]);
  });

  it("answers a call of the model under its id, refused or not", async () => {
    const { read } = reading(() => "the key is AKIAABCDEFGHIJKLMNOP");
    const call = (file: string) => ({ type: "tool_call", id: "c1", name: "read_file", args: { file } });
    expect(await read.invoke(call("/w/.env"))).toMatchObject({
      type: "tool",
      tool_call_id: "c1",
      content: expect.stringContaining("contains secrets"),
    });
    const { content, tool_call_id } = await read.invoke(call("/w/a"));
    expect(tool_call_id).toBe("c1");
    expect(content).not.toContain("AKIA");
  });
});

describe("when something is wrong", () => {
  it("with the policy, nothing runs", async () => {
    const { tool, runs } = aiTool(() => "ran");
    const broken = { decide: async () => Promise.reject(new Error("gone")) };
    expect(await guard(tool, { policy: broken, name: "deploy" }).execute({ env: "test" }, {})).toContain("gone");
    expect(await guard(tool, { policy, name: "deploy" }).execute({ env: 7 }, {})).toContain("input.env");
    expect(runs).toEqual([]);
  });

  it("with the rewrite, nothing runs", async () => {
    const { tool, runs } = aiTool(() => "ran");
    const decided = {
      proceed: true,
      outcome: "pass",
      reasons: [],
      warnings: [],
      notes: [],
      failures: [],
      changes: { prompt: "x" },
    };
    const odd = { decide: async () => decided };
    expect(await guard(tool, { policy: odd, name: "deploy" }).execute({ env: "test" }, {})).toContain("cannot take");
    expect(runs).toEqual([]);
  });

  it("with the tool or the options, it says so at once", () => {
    expect(() => guard({}, { policy })).toThrow("execute");
    expect(() => guard(null, { policy })).toThrow("execute");
    expect(() => guard({ execute: () => 1 }, { policy })).toThrow("name");
    expect(() => guard({ execute: () => 1 }, { name: "x" })).toThrow("policy");
  });
});
