// Collects which packages esbuild has put into dist/, and writes their licences into dist/THIRD-PARTY-NOTICES.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const bundled = new Set();

/** An esbuild plugin: notes the package of every file that ends up in an output. */
export const notePackages = {
  name: "note-packages",
  setup(on) {
    on.initialOptions.metafile = true;
    on.onEnd(({ metafile }) => {
      for (const { inputs } of Object.values(metafile?.outputs ?? {}))
        for (const [file, { bytesInOutput }] of Object.entries(inputs)) if (bytesInOutput > 0) note(file);
    });
  },
};

/** Packages within packages are packages of their own. */
function note(file) {
  const [, folder] = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file) ?? [];
  if (folder !== undefined) bundled.add(folder);
}

/** `root`: where the noted paths start. */
export function writeNotices(root, to) {
  const notices = [...bundled].sort().map((folder) => noticeOf(join(root, folder)));
  const head = "policyc contains code of the packages below, each under its own licence.\n";
  writeFileSync(to, [head, ...notices].join(`\n${"-".repeat(80)}\n\n`));
}

function noticeOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const files = readdirSync(folder).filter((file) => /^(?:licen[cs]e|copying|notice)\b/i.test(file));
  if (license === undefined && files.length === 0) throw new Error(`${name} does not say under which licence it is`);
  const texts = files.map((file) => readFileSync(join(folder, file), "utf8").trim());
  return [`${name} ${version} (${license})`, ...texts].join("\n\n").concat("\n");
}
