// A resident process that a call has started: how far it is, what it has decided, and its end.

import { readdirSync, readFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

const PATIENCE_MS = 20_000;

/** Looks again until it is so. */
async function until(look) {
  for (const end = Date.now() + PATIENCE_MS; !look(); await setTimeout(5))
    if (Date.now() > end) throw new Error("a resident process neither starts nor ends");
}

/** The one of a home folder, once it listens. */
export async function residentOf({ HOME }) {
  const folder = join(HOME, ".policyc/run");
  const named = (end) => readdirSync(folder).find((name) => name.endsWith(end));
  await until(() => named(".sock") !== undefined);
  const socketPath = join(folder, named(".sock"));
  const token = readFileSync(join(folder, named(".key")), "utf8").trim();
  // A connection of its own each time: nobody notices that one was closed while this process waits for another.
  const get = (path) => ask({ socketPath, agent: false, headers: headersFor(token), method: "GET", path });
  const { pid } = JSON.parse(await get("/status"));
  return {
    pid,
    socketPath,
    token,
    decisions: async () => decisionsIn(await get("/metrics")),
    async stop() {
      process.kill(pid, "SIGTERM");
      await until(() => !isAlive(pid));
    },
  };
}

export const headersFor = (token) => ({
  host: "policyc",
  "content-type": "application/json",
  authorization: `Bearer ${token}`,
});

/** The text of the answer. */
export function ask({ body = "", ...options }) {
  const headers = { ...options.headers, "content-length": Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const asked = request({ ...options, headers }, (response) => {
      let text = "";
      response.on("data", (chunk) => (text += chunk));
      response.on("error", reject);
      response.on("end", () =>
        response.statusCode === 200 ? resolve(text) : reject(new Error(`${response.statusCode} ${text}`)),
      );
    });
    asked.on("error", reject);
    asked.end(body);
  });
}

const decisionsIn = (metrics) =>
  [...metrics.matchAll(/^policyc_decisions_total\{.*\} (\d+)$/gm)].reduce((sum, [, count]) => sum + Number(count), 0);

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
