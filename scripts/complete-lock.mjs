// Adds the platform packages that npm left out of package-lock.json because the registry at hand does not carry them.
// Without their entries `npm ci` refuses on every platform. Run after `npm install`; changes nothing when complete.

import { readFileSync, writeFileSync } from "node:fs";

const systems = ["aix", "android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32"];
const processors = ["arm64", "x64", "ia32", "ppc64", "riscv64", "s390x", "loong64", "mips64el", "wasm32", "arm"];

for (const file of [
  "package-lock.json",
  "bench/package-lock.json",
  "site/package-lock.json",
  "test/runtimes/package-lock.json",
  "test/agents/package-lock.json",
]) {
  const url = new URL(`../${file}`, import.meta.url);
  const lock = JSON.parse(readFileSync(url, "utf8"));
  const { packages } = lock;
  for (const parent of Object.values(packages)) {
    for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
      const tail = name.split("/").pop();
      const os = tail.includes("windows") ? "win32" : systems.find((system) => tail.includes(system));
      const cpu = processors.find((processor) => tail.includes(processor));
      const libc = tail.includes("musl") ? "musl" : tail.includes("gnu") ? "glibc" : undefined;
      packages[`node_modules/${name}`] ??= {
        version,
        ...(cpu && { cpu: [cpu] }),
        ...(parent.dev && { dev: true }),
        ...(libc && { libc: [libc] }),
        optional: true,
        ...(os && { os: [os] }),
      };
    }
  }
  lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(url, `${JSON.stringify(lock, null, 2)}\n`);
}
