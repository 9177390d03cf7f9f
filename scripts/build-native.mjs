// Builds the native client into dist/native/PLATFORM, for all platforms or, with --here, for this one; `--here FOLDER`
// builds that one into the folder. The same sources give the same bytes wherever they are built.

import { pathToFileURL } from "node:url";
import { go, root, version } from "./go.mjs";

/** npm's names of systems and processors, and Go's. */
const systems = { linux: "linux", darwin: "darwin", win32: "windows" };
const processors = { x64: "amd64", arm64: "arm64" };

export const platforms = Object.keys(systems).flatMap((os) => Object.keys(processors).map((cpu) => ({ os, cpu })));

export const fileName = (os) => (os === "win32" ? "policyc-hook.exe" : "policyc-hook");

/** Returns what is wrong, or null. */
function buildClient({ os, cpu }, { to = `${root}dist/native/${os}-${cpu}` } = {}) {
  const [GOOS, GOARCH] = [systems[os], processors[cpu]];
  if (GOOS === undefined || GOARCH === undefined) return `there is no native client for ${os}-${cpu}`;
  const flags = ["-trimpath", "-buildvcs=false", `-ldflags=-s -w -buildid= -X main.version=${version}`];
  return go(["build", ...flags, "-o", `${to}/${fileName(os)}`, "."], { env: { GOOS, GOARCH } });
}

const here = { os: process.platform, cpu: process.arch };

/** The client of this platform, for a build that continues without it. */
export const buildHere = () => buildClient(here);

/** Nothing when the file is only imported. */
function asked() {
  const [, file = "", flag, to] = process.argv;
  if (import.meta.url !== pathToFileURL(file).href) return [];
  if (flag !== "--here") return platforms.map((platform) => ({ platform }));
  return [{ platform: here, ...(to !== undefined && { to }) }];
}

for (const { platform, ...where } of asked()) {
  const problem = buildClient(platform, where);
  if (problem !== null) {
    console.error(`build-native: ${platform.os}-${platform.cpu}: ${problem}`);
    process.exit(1);
  }
  console.log(`built policyc-hook for ${platform.os}-${platform.cpu}`);
}
