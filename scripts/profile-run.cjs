// Asks a hook about events, stage by stage, or starts it by itself, and writes which functions that called, by where they begin.

const { readFileSync, writeFileSync } = require("node:fs");
const { Session } = require("node:inspector");
const { join } = require("node:path");

const [file, folder, work, how] = process.argv.slice(2);
const session = new Session();
session.connect();
const post = (name, given) => {
  let result;
  session.post(name, given, (error, found) => {
    if (error) throw error;
    result = found;
  });
  return result;
};
const called = () => {
  const { result } = post("Profiler.takePreciseCoverage");
  const { functions } = result.find(({ url }) => url.endsWith("/hook.cjs"));
  return functions.filter(({ ranges }) => ranges[0].count > 0).map(({ ranges }) => ranges[0].startOffset);
};

post("Profiler.enable");
post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
const { answer, start } = require(file);
const found = [called()];
const state = join(work, "state");
const importModule = (address) => import(address);
if (how === "start") {
  process.argv = [process.execPath, file, "--agent", "claude-code", "--bundle", folder, "--state", state];
  start(join(folder, "hook.cjs"), importModule);
  process.exitCode = 0;
  found.push(called());
}
const asked = how === "asked" ? JSON.parse(readFileSync(join(work, "stages.json"), "utf8")) : [];
const bundle = how === "asked" ? bundleIn(folder) : null;
let isFirst = true;
for (const stage of asked) {
  for (const [agent, payload, isAsked] of stage) {
    // The first is on stdin too.
    const progress = { input: isFirst ? null : { text: JSON.stringify(payload) } };
    isFirst = false;
    const words = ["--agent", agent, "--bundle", folder, "--state", state, "--deadline", "60000"];
    const given = isAsked ? bundle : { error: "P604: it is not as it was built" };
    answer({ words, bundle: given, importModule, progress });
  }
  found.push(called());
}
writeFileSync(3, JSON.stringify(found));

function bundleIn(dir) {
  const { revision, scope, files } = JSON.parse(readFileSync(join(dir, "manifest.json"), "utf8"));
  return { dir, folder: dir, revision, scope, files, code: new Uint8Array(), rest: null };
}
