// Packs what would be published, into a folder (dist/packages, or the one that is given): the package itself and one for
// the native client of each platform. Only the packed package.json names those: npm could not install ours with packages
// that are nowhere to be found.

import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileName, platforms } from "./build-native.mjs";
import { root } from "./go.mjs";

const target = resolve(process.argv[2] ?? join(root, "dist/packages"));
const ours = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const built = platforms.filter(({ os, cpu }) => existsSync(join(root, `dist/native/${os}-${cpu}`, fileName(os))));
const clientName = ({ os, cpu }) => `policyc-hook-${os}-${cpu}`;

const work = mkdtempSync(join(tmpdir(), "policyc-pack-"));
try {
  mkdirSync(target, { recursive: true });
  for (const platform of built) pack(clientName(platform), (folder) => fillClient(folder, platform));
  pack(ours.name, fillMain);
} finally {
  rmSync(work, { recursive: true, force: true });
}

function pack(name, fill) {
  const folder = join(work, name);
  mkdirSync(folder);
  fill(folder);
  const words = ["pack", "--ignore-scripts", "--silent", "--pack-destination", target];
  const { status, stdout, stderr } = spawnSync("npm", words, { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(`npm pack of ${name} failed: ${stderr}`);
  console.log(join(target, stdout.trim()));
}

function fillClient(folder, { os, cpu }) {
  const file = fileName(os);
  cpSync(join(root, `dist/native/${os}-${cpu}`, file), join(folder, file));
  chmodSync(join(folder, file), 0o755);
  cpSync(join(root, "LICENSE"), join(folder, "LICENSE"));
  writePackage(folder, {
    name: clientName({ os, cpu }),
    version: ours.version,
    description: `The native client of policyc for ${os} on ${cpu}`,
    license: ours.license,
    os: [os],
    cpu: [cpu],
    files: [file],
    preferUnplugged: true,
  });
}

function fillMain(folder) {
  const isLeftOut = (path) => ours.files.some((one) => one.startsWith("!") && path === join(root, one.slice(1)));
  for (const name of [...ours.files.filter((one) => !one.startsWith("!")), "README.md", "LICENSE"])
    cpSync(join(root, name), join(folder, name), { recursive: true, filter: (path) => !isLeftOut(path) });
  const { scripts: _, devDependencies: __, ...published } = ours;
  const clients = Object.fromEntries(built.map((platform) => [clientName(platform), ours.version]));
  writePackage(folder, { ...published, ...(built.length > 0 && { optionalDependencies: clients }) });
}

function writePackage(folder, content) {
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(content, null, 2)}\n`);
}
