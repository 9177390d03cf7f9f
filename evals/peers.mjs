// Other guards, asked about the same commands with the same labels. They are installed beside the evals, never with policyc:
// `npm ci --prefix evals/peers` and `python3 -m venv evals/peers/.venv && evals/peers/.venv/bin/pip install -r
// evals/peers/requirements.txt`. A guard that is not installed is left out with a word.

import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { HOME, PROJECT, scratchDisk } from "./scratch-disk.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));
const folder = join(root, "evals/peers");
const python = join(folder, ".venv/bin/python");

/** Of an npm package: its version, or undefined. */
function npmVersion(name) {
  const file = join(folder, "node_modules", name, "package.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).version : undefined;
}

const asksPython = (code) => {
  const { status, stdout } = spawnSync(python, ["-c", code], { encoding: "utf8" });
  return status === 0 ? stdout.trim() : undefined;
};

/** Dippy is in no registry (the package of that name on PyPI is another one): a clone of its repository counts. */
const dippySource = process.env.DIPPY ?? join(folder, "Dippy");

export const peers = [
  {
    name: "cc-safety-net",
    version: () => npmVersion("cc-safety-net"),
    command: () => [process.execPath, "ask-safety-net.mjs"],
  },
  {
    name: "nah",
    version: () => asksPython("from importlib.metadata import version; print(version('nah'))"),
    command: () => [python, "ask_nah.py"],
  },
  {
    name: "Dippy",
    version: () => (existsSync(join(dippySource, "src/dippy")) && existsSync(python) ? "source" : undefined),
    command: () => [python, "ask_dippy.py"],
    env: { PYTHONPATH: join(dippySource, "src") },
  },
  {
    name: "Codex execpolicy",
    version: () => npmVersion("@openai/codex"),
    command: (rules) => [process.execPath, "ask-codex.mjs", rules],
  },
  {
    name: "Gemini policy engine",
    version: () => npmVersion("@google/gemini-cli-core"),
    command: () => [process.execPath, "ask-gemini.mjs"],
  },
];

/** Whether the peer stops each command, in a home folder and a project like those of the other cases. */
export function decideByPeer({ name, command, env }, commands, codexRules, nodeWorld) {
  // Guards let more pass among temporary files, so the home folder is not there.
  const place = mkdtempSync(join(root, ".policyc/evals-peer-"));
  const disk = scratchDisk(nodeWorld, place);
  try {
    disk.reset();
    const rules = join(place, "policyc.rules");
    writeFileSync(rules, codexRules);
    const home = join(disk.root, HOME);
    const [program, script, ...rest] = command(rules);
    const { status, stdout, stderr, error } = spawnSync(program, [join(folder, script), ...rest], {
      cwd: join(disk.root, PROJECT),
      env: { PATH: process.env.PATH, HOME: home, USER: "dev", ...env },
      input: commands.map((line) => `${JSON.stringify(line.replaceAll(HOME, home))}\n`).join(""),
      encoding: "utf8",
      maxBuffer: 2 ** 28,
    });
    const answers = (stdout ?? "").split("\n").filter((line) => line !== "");
    if (status !== 0 || answers.length !== commands.length)
      throw new Error(`${name} answered ${answers.length} of ${commands.length} commands\n${error?.message ?? stderr}`);
    return answers.map((answer) => answer === "true");
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
