// Builds the site from docs/ into site/.vitepress/dist. Installs the site's own packages first where they are missing.
// `npm run docs -- dev` serves it while you write, `npm run docs -- preview` serves what was built.

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../site/", import.meta.url));
const [verb = "build"] = process.argv.slice(2);

if (!["build", "dev", "preview"].includes(verb)) {
  console.error("usage: npm run docs [-- build | dev | preview]");
  process.exit(2);
}

if (!existsSync(`${folder}node_modules/vitepress`)) {
  console.error("installing the packages of the site in site/ ...");
  execFileSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: folder, stdio: "inherit" });
}

try {
  execFileSync(
    process.execPath,
    [`${folder}node_modules/vitepress/bin/vitepress.js`, verb, folder, "--host", "127.0.0.1"].slice(
      0,
      verb === "build" ? 3 : 5,
    ),
    {
      cwd: folder,
      stdio: "inherit",
    },
  );
} catch (error) {
  process.exit(error.status ?? 1);
}
if (verb === "build") console.error("built site/.vitepress/dist");
