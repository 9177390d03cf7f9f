// Codex's execpolicy. Codex ships no rules, so it gets those that `policyc emit codex-rules` writes for the policy. Like Codex
// itself, it splits a line that only joins plain commands and looks at each; any other line it takes for one `bash -lc`.

import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { answerCommands } from "./commands.mjs";

const [rules] = process.argv.slice(2);
const program = nativeProgram(fileURLToPath(new URL("node_modules/@openai/", import.meta.url)));

/** The launcher would start another Node for every command. */
function nativeProgram(folder) {
  const [platform] = readdirSync(folder).filter((name) => name.startsWith("codex-"));
  const [target] = readdirSync(`${folder}${platform}/vendor`);
  return `${folder}${platform}/vendor/${target}/bin/codex`;
}

const token = /\s*(&&|\|\||;|\||[\w@%+=:,./-]+|'[^']*'|"[^"$`\\]*")/y;
const joint = /^(?:&&|\|\||;|\|)$/;

function plainCommands(line) {
  const commands = [[]];
  let end = 0;
  token.lastIndex = 0;
  for (let found = token.exec(line); found !== null; found = token.exec(line)) {
    const [whole, text] = found;
    const isGlued = end > 0 && whole === text && !joint.test(text) && commands.at(-1).length > 0;
    end = token.lastIndex;
    if (joint.test(text)) commands.push([]);
    else if (isGlued) commands.at(-1).push(`${commands.at(-1).pop()}${unquoted(text)}`);
    else commands.at(-1).push(unquoted(text));
  }
  if (line.slice(end).trim() !== "") return [["bash", "-lc", line]];
  return commands.filter((words) => words.length > 0);
}

const unquoted = (text) => (/^['"]/.test(text) ? text.slice(1, -1) : text);

function isStopped(words) {
  const { stdout, status, stderr } = spawnSync(program, ["execpolicy", "check", "--rules", rules, "--", ...words], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
  const { decision } = JSON.parse(stdout);
  return decision === "prompt" || decision === "forbidden";
}

await answerCommands((line) => plainCommands(line).some(isStopped));
