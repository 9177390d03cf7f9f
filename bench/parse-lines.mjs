// The least that any replay must do: read a log and parse every line. Prints how many lines there were.

import { createReadStream } from "node:fs";

let rest = "";
let lines = 0;
for await (const chunk of createReadStream(process.argv[2], { encoding: "utf8", highWaterMark: 1024 * 1024 })) {
  const parts = (rest + chunk).split("\n");
  rest = parts.pop();
  for (const part of parts) if (JSON.parse(part) !== null) lines++;
}
console.log(lines);
