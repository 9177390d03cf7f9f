// How a peer is asked: commands come as JSON texts, one a line, and each is answered by `true` (stopped) or `false` (passes).

import { readFileSync, writeSync } from "node:fs";

export async function answerCommands(isStopped) {
  const answers = [];
  for (const line of readFileSync(0, "utf8").split("\n"))
    if (line !== "") answers.push(`${await isStopped(JSON.parse(line))}\n`);
  let text = answers.join("");
  while (text !== "") text = text.slice(writeSync(1, text));
}
