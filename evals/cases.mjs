// Sets of cases by name: the project's own, and those of other folders. A case is what exists on the disk and the calls of a
// session in order. `dangerous`: a call must be stopped. `benign`: none may be. `everyday`: none should be, and every stopped
// one is judged. `attacked`: both kinds of calls in one session.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { jsonLines, labelledCommands, readerOf } from "./forms.mjs";

const own = fileURLToPath(new URL("../", import.meta.url));

export function caseSets(folders, lineReader) {
  const corpus = () => labelledCommands(jsonLines(join(own, "test/shell/corpus.jsonl")));
  return [
    ...setsOf(join(own, "evals/cases"), lineReader).map((set) => ({ ...set, isOwn: true })),
    { name: "corpus", isOwn: true, cases: corpus },
    ...folders.flatMap((folder) => setsOf(folder, lineReader)),
  ];
}

/** A file `about.json` in the folder may say where the cases of a set come from: `{"NAME": "..."}`. */
function setsOf(folder, lineReader) {
  if (!existsSync(folder)) throw new Error(`there is no folder ${folder}`);
  const about = existsSync(join(folder, "about.json"))
    ? JSON.parse(readFileSync(join(folder, "about.json"), "utf8"))
    : {};
  return readdirSync(folder)
    .filter((file) => /\.jsonl?(?:\.gz)?$/.test(file) && file !== "about.json")
    .sort()
    .flatMap((file) => {
      const cases = readerOf(join(folder, file), lineReader);
      const name = file.replace(/\.jsonl?(?:\.gz)?$/, "");
      return cases === undefined ? [] : [{ name, isOwn: false, about: about[name], cases }];
    });
}
