// The worker thread: runs one bundle's engine, decides one event after another, and reports what each one changed.
// Facts are gathered here, so that a slow disk blocks this thread and not the host's.

import { parentPort, workerData } from "node:worker_threads";
import { whyOf } from "../../language/load-error.ts";
import { engineOptions, growingStore, importModule } from "../bundle/open-bundle.ts";
import type { StateChange } from "../engine/event/session.ts";
import type { Policy, SessionStore } from "../engine/index.ts";
import type { WorkerMessage, WorkerQuestion, WorkerStart } from "./worker-messages.ts";

const port = parentPort;
if (port !== null) {
  const send = (message: WorkerMessage): void => port.postMessage(message);
  const memory = growingStore();
  const changes: { session: string; change: StateChange }[] = [];
  const store: SessionStore = {
    read: memory.store.read,
    commit(session, change) {
      memory.store.commit(session, change);
      changes.push({ session, change });
    },
  };
  try {
    const engine = await start(workerData as WorkerStart, store, memory.admit);
    port.on("message", ({ event, state }: WorkerQuestion) => {
      if (state !== null) memory.store.restore(state.session, state.snapshot);
      const decision = engine.decideSync(event);
      send({ kind: "decided", decision, changes: changes.splice(0) });
    });
    send({ kind: "ready" });
  } catch (caught) {
    send({ kind: "refused", why: whyOf(caught) });
  }
}

async function start(
  { module, manifest, target, own, home, workdir, timed }: WorkerStart,
  store: SessionStore,
  admit: (counters: WorkerStart["manifest"]["counters"]) => void,
): Promise<Policy> {
  admit(manifest.counters);
  const createPolicy = await importModule({ files: new Map([["policy.mjs", module]]), manifest });
  return createPolicy(engineOptions({ manifest, target, own, store, timed, hooks: null, options: { home, workdir } }));
}
