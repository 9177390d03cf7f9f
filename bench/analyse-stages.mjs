// Policy text through the compiler's stages, each timed.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const packsDir = fileURLToPath(new URL("../policies", import.meta.url));

async function withPolicy(text, use) {
  const cwd = await mkdtemp(join(tmpdir(), "policyc-analyse-"));
  try {
    await writeFile(join(cwd, "bench.policy"), text);
    return await use({ cwd, packsDir });
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
}

/** Codes of what analysing and checking report. */
export async function findings(stages, text) {
  const { analyse, checks, Session } = await import(stages);
  return withPolicy(text, (options) => {
    const session = new Session();
    const model = analyse(["bench.policy"], options, session);
    if (model !== null) for (const check of checks) check(model, session);
    return session.diagnostics().map(({ code }) => code);
  });
}

/** Milliseconds of the processor for compiling, for the checks and for the witnesses; throws unless every rule is shown to fire. */
export async function timeStages(stages, text) {
  const { analyse, checks, emitCode, sealEmitted, Session, showRules } = await import(stages);
  return withPolicy(text, async (options) => {
    const session = new Session();
    const [model, front] = await timed(() => analyse(["bench.policy"], options, session));
    if (model === null)
      throw new Error(
        session
          .diagnostics()
          .map(({ code, message }) => `${code} ${message}`)
          .join("\n"),
      );
    const each = {};
    for (const check of checks) each[check.name] = (await timed(() => check(model, session)))[1];
    const [makeSealed, back] = await timed(async () => sealEmitted((await emitCode(model.ir)).linked, "policyc"));
    const [shown, witnesses] = await timed(() => showRules(model, makeSealed, session));
    // Ten thousand rules at one point are over the budget of tests, and are told so.
    const said = session.diagnostics().flatMap(({ code, message }) => (code === "P441" ? [] : `${code} ${message}`));
    if (said.length > 0 || shown.includes(null)) throw new Error(said.slice(0, 5).join("\n"));
    const sum = Object.values(each).reduce((total, ms) => total + ms, 0);
    return { compile: front + back, front, back, checks: sum, witnesses, each };
  });
}

/** In time of the processor: what else the machine does is nobody's concern here. */
async function timed(run) {
  const start = process.cpuUsage();
  const result = await run();
  const { user, system } = process.cpuUsage(start);
  return [result, (user + system) / 1000];
}
