// The same bundle must decide the same in every JavaScript runtime: Node 20 and 24, Bun, Deno and headless Chromium.
// Installs them from npm into this folder; run with `npm run test:runtimes`.

import { execFile, execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { isDeepStrictEqual, promisify } from "node:util";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = join(here, "../..");
const run = promisify(execFile);
const call = (tool, input, more = {}) => ({
  point: "before_tool_call",
  tool,
  tool_name: tool,
  input,
  session_id: "s1",
  workdir: "/code/project",
  cwd: "/code/project",
  ...more,
});

const events = [
  call("fetch", { url: "https://example.org/x" }),
  call("read", { path: "app/.env.local" }),
  call("fetch", { url: "https://example.org/x" }),
  call("fetch", { url: "http://LOCALHOST:8080/x" }),
  call("fetch", { url: "http://localhost:8080/x" }),
  call("write", { path: "./Src/../src/a.ts", content: "x" }),
  call("write", { path: "docs/a.md", content: "x" }),
  call("deploy", { env: "prod" }),
  call("deploy", { env: "prod", dry_run: true }),
  call("deploy", { env: 7 }),
  call("unheard-of", { anything: [1, 2, { deep: null }] }),
  call(
    "bash",
    { command: "env" },
    { point: "after_tool_result", output: "key AKIAABCDEFGHIJKLMNOP end", is_error: false },
  ),
  { point: "user_prompt_submit", prompt: `the ${" ".repeat(20_000)} end ${" ".repeat(50)}`, session_id: "s1" },
  { point: "user_prompt_submit", prompt: "hello", session_id: "s2" },
  { point: "nowhere" },
  { point: "before_tool_call" },
];

const command = async (program, args) =>
  JSON.parse((await run(program, args, { maxBuffer: 1 << 24, timeout: 120_000 })).stdout);

/** How to run decide.mjs in each runtime. */
const runtimes = {
  "node 20": (url, json) => command(join(here, "node_modules/node20/bin/node"), [join(here, "entry.mjs"), url, json]),
  "node 24": (url, json) => command(join(here, "node_modules/node24/bin/node"), [join(here, "entry.mjs"), url, json]),
  bun: (url, json) => command(join(here, "node_modules/.bin/bun"), [join(here, "entry.mjs"), url, json]),
  deno: (url, json) =>
    command(join(here, "node_modules/.bin/deno"), [
      "run",
      "--no-prompt",
      `--allow-read=${here},${fileURLToPath(new URL(".", url))}`,
      join(here, "entry.mjs"),
      url,
      json,
    ]),
  chromium: inChromium,
};

/** Serves the two modules on loopback and imports them in a page. */
async function inChromium(url, json) {
  const [{ default: chromium }, { chromium: playwright }] = await Promise.all([
    import("@sparticuz/chromium"),
    import("playwright-core"),
  ]);
  const files = { "/policy.mjs": fileURLToPath(url), "/decide.mjs": join(here, "decide.mjs") };
  const server = createServer(async (request, response) => {
    const file = files[request.url];
    response.writeHead(200, { "content-type": file === undefined ? "text/html" : "text/javascript" });
    response.end(file === undefined ? "<!doctype html>" : await readFile(file));
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const browser = await playwright.launch({
    executablePath: await chromium.executablePath(),
    args: [...chromium.args, "--disable-background-networking"],
    headless: true,
  });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    const text = await page.evaluate(async (list) => {
      const { decideAll } = await import("/decide.mjs");
      return JSON.stringify(await decideAll("/policy.mjs", JSON.parse(list)));
    }, json);
    return JSON.parse(text);
  } finally {
    await browser.close();
    server.close();
  }
}

execFileSync("npm", ["ci", "--no-audit", "--no-fund", "--silent"], {
  cwd: here,
  stdio: ["ignore", "ignore", "inherit"],
});
const { buildBundle } = await import(pathToFileURL(join(root, "dist/compiler.mjs")).href);
const { decideAll } = await import("./decide.mjs");
const folder = await mkdtemp(join(tmpdir(), "policyc-runtimes-"));
let failed = 0;
try {
  const outDir = join(folder, "bundle");
  const built = await buildBundle(["test/runtimes/sample.policy"], {
    cwd: root,
    packsDir: join(root, "policies"),
    outDir,
  });
  if (built.revision === null) throw new Error(built.diagnostics.map((one) => `${one.code} ${one.message}`).join("\n"));
  const url = pathToFileURL(join(outDir, "policy.mjs")).href;
  const wanted = JSON.parse(JSON.stringify(await decideAll(url, events)));
  const outcomes = wanted.map((decision) => decision.outcome).join(" ");
  const expected = "pass pass block pass ask ask pass block pass block pass pass pass pass block block";
  if (outcomes !== expected) throw new Error(`here the outcomes are\n${outcomes}\nand should be\n${expected}`);
  for (const [name, decide] of Object.entries(runtimes)) {
    const got = await decide(url, JSON.stringify(events)).catch((error) => String(error));
    const same = isDeepStrictEqual(got, wanted);
    if (!same) failed++;
    console.log(
      `${same ? "ok    " : "FAILED"} ${name}: ${events.length} decisions${same ? "" : ` differ: ${JSON.stringify(got).slice(0, 2000)}`}`,
    );
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
console.log(`${Object.keys(runtimes).length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
