// One agent, one scenario: build the policy, install it, run the agent, look at what happened.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { drive, environment, runProgram, withPlace, writeFiles } from "./drive.mjs";

const cli = fileURLToPath(new URL("../../dist/cli.mjs", import.meta.url));
const bundle = ".policyc/bundle";

/** The effect exists nowhere in the agent: the build for that target says so. */
const impossible = "P401";

const policyc = (place, args) =>
  runProgram(process.execPath, [cli, ...args], { cwd: place.project, env: environment(place), milliseconds: 60_000 });

async function build(agent, place) {
  const result = await policyc(place, [
    "build",
    "test.policy",
    "-o",
    bundle,
    "--target",
    agent.name,
    "--format",
    "json",
  ]);
  if (result.code === 0) return null;
  const errors = JSON.parse(result.stdout).diagnostics.filter((one) => one.severity === "error");
  return {
    verdict: errors.every((one) => one.code === impossible) ? "not possible" : "FAIL",
    why: errors.map((one) => one.message).join("; "),
  };
}

/** In the middle, where the rules are. */
async function changeOneByte(file) {
  const bytes = await readFile(file);
  const place = bytes.length >> 1;
  bytes[place] ^= 1;
  await writeFile(file, bytes);
}

/** The entries name a program that nobody has installed. */
async function loseProgram(file) {
  const text = await readFile(file, "utf8");
  await writeFile(file, text.replaceAll("policyc.cjs", "gone.cjs"));
}

/** What was expected and not seen, in words. */
async function shortfalls(scenario, place, run) {
  const found = [];
  if (run.late) found.push("it did not end in time");
  if (run.problems.length > 0) found.push(`the model's server: ${run.problems.join("; ")}`);
  for (const [i, text] of (scenario.told ?? []).entries()) {
    if (run.results[i] === undefined) found.push(`the model got no result ${i + 1}`);
    else if (!run.results[i].includes(text))
      found.push(`result ${i + 1} lacks "${text}": ${run.results[i].slice(0, 300)}`);
  }
  for (const [name, text] of Object.entries(scenario.made ?? {})) {
    const file = join(place.project, name);
    if (!existsSync(file)) found.push(`${name} was not made`);
    else if ((await readFile(file, "utf8")).trimEnd() !== text.trimEnd()) found.push(`${name} holds something else`);
  }
  for (const name of scenario.missing ?? []) {
    if (existsSync(join(place.project, name))) found.push(`${name} was made`);
  }
  const output = `${run.stdout}\n${run.stderr}`;
  if (scenario.shown !== undefined && !output.includes(scenario.shown)) found.push("the user did not see the text");
  if (scenario.heard !== undefined && !run.heard.includes(scenario.heard)) found.push("the model did not see the text");
  if (scenario.unheard !== undefined && run.heard.includes(scenario.unheard)) found.push("the model saw the text");
  if (scenario.unasked === true && run.requests > 0) found.push("the model was asked");
  const calls = scenario.unasked === true || scenario.ended === true ? 0 : scenario.turns.length;
  if (run.results.length !== calls) found.push(`the model got ${run.results.length} results instead of ${calls}`);
  if (scenario.ended === true && run.asked !== 1) found.push(`the model was asked ${run.asked} times`);
  if (found.length > 0) found.push(`code ${run.code}, ${run.stderr.trim().slice(-600)}`);
  return found;
}

/** Into the agent's own configuration, or as the plug-in that is all there is. */
async function put(agent, place) {
  if (agent.emits === undefined)
    return policyc(place, ["install", agent.name, "--project", "--bundle", bundle, "--yes"]);
  await writeFiles(place.project, agent.around);
  return policyc(place, ["emit", agent.emits, bundle, "-o", agent.decides]);
}

async function install(agent, scenario, place) {
  const installed = await put(agent, place);
  if (installed.code !== 0) return `install ended with ${installed.code}: ${installed.stdout}${installed.stderr}`;
  if (scenario.damage === "program") await loseProgram(join(place.project, agent.settings));
  const damaged = { code: agent.decides, manifest: join(bundle, "manifest.json") }[scenario.damage];
  if (damaged !== undefined) await changeOneByte(join(place.project, damaged));
  return null;
}

/** The agent's own rules, and no hook. */
async function emitRules({ ruleFile }, place) {
  const file = join(place.home, ruleFile.file);
  const emitted = await policyc(place, ["emit", ruleFile.name, "test.policy", "-o", file]);
  return emitted.code === 0 ? null : `emit ended with ${emitted.code}: ${emitted.stdout}${emitted.stderr}`;
}

/**
 * A resident process that is killed once the first call has been made. `told` says what was wrong with it; that it was
 * asked is seen by the session it has in memory.
 */
async function startResident(place) {
  const resident = spawn(process.execPath, [cli, "serve", bundle], {
    cwd: place.project,
    env: environment(place),
    stdio: "ignore",
  });
  const found = [];
  const run = join(place.home, ".policyc/run");
  const isThere = () => existsSync(run) && readdirSync(run).some((name) => name.endsWith(".sock"));
  for (let tries = 0; tries < 600 && !isThere(); tries++) await setTimeout(50);
  if (!isThere()) found.push("serve did not start");
  const kill = async () => {
    if (resident.killed) return;
    const { stdout } = await policyc(place, ["serve", "--status"]);
    if (!/sessions {5}[1-9]/.test(stdout)) found.push(`the hook did not ask serve: ${stdout}`);
    resident.kill("SIGKILL");
    if (resident.exitCode === null && resident.signalCode === null) await once(resident, "exit");
  };
  return { found, onTurn: (results) => (results === 0 ? undefined : kill()), end: () => resident.kill("SIGKILL") };
}

export function tryScenario(agent, scenario) {
  if (scenario.native === true && agent.ruleFile === undefined)
    return { verdict: "not possible", why: "it has no rules of its own that policyc writes" };
  if (scenario.resident === true && agent.plugin === true)
    return { verdict: "not possible", why: "its plug-in decides inside the agent and asks nobody" };
  if (scenario.damage === "code" && agent.emits !== undefined)
    return { verdict: "not possible", why: "it goes on without a module that it cannot load" };
  if (scenario.damage === "program" && agent.plugin === true)
    return { verdict: "not possible", why: "its plug-in starts no program" };
  if (scenario.damage === "manifest" && agent.plugin === true)
    return { verdict: "not possible", why: "its plug-in has the rules in it and no manifest beside them" };
  return withPlace(async (place) => {
    await writeFiles(place.project, { "test.policy": scenario.policy, ...scenario.files });
    const refused = scenario.native === true ? null : await build(agent, place);
    if (refused !== null) return refused;
    const trouble = scenario.native === true ? await emitRules(agent, place) : await install(agent, scenario, place);
    if (trouble !== null) return { verdict: "FAIL", why: trouble };
    const prompt = scenario.prompt ?? "do what the script says";
    const resident = scenario.resident === true ? await startResident(place) : { found: [], end: () => {} };
    const { turns, watched } = scenario;
    const run = await drive(agent, place, { prompt, turns, watched, onTurn: resident.onTurn }).finally(resident.end);
    // The one that the calls themselves have started, if they did.
    await policyc(place, ["serve", "--stop"]);
    const found = [...resident.found, ...(await shortfalls(scenario, place, run))];
    return found.length === 0 ? { verdict: "pass" } : { verdict: "FAIL", why: found.join("; ") };
  });
}
