// Facts inside a Claude Code mod: the engine asks at once, the mods API answers later. So the event is decided dry first,
// what it asks for is fetched, and the decision that counts finds it there. What cannot be fetched is unknown.

import type { FactValue, PolicyEvent } from "../runtime/contract.ts";
import type { Policy, PolicyOptions } from "../runtime/core/index.ts";

/** The mods API, as far as it is used here. Every call may fail. */
export interface ModsApi {
  readonly fs: { exists(path: string): Promise<boolean> };
  readonly env: { get(name: string): Promise<string | undefined> };
  readonly process: {
    run(argv: readonly string[], options?: object): Promise<{ readonly exitCode: number; readonly stdout: string }>;
  };
  readonly session: { id(): Promise<string>; root(): Promise<string>; cwd(): Promise<string> };
  readonly turn: { abort(): Promise<void> };
  readonly ui: { log(text: string): unknown; ask(question: string, options: readonly string[]): Promise<string> };
}

const ROUNDS = 4;
const MOST_FACTS = 64;

export interface ModWorld {
  readonly world: NonNullable<PolicyOptions["world"]>;
  /** Fetches what deciding this event asks for; `fresh` makes a policy that has not asked for anything yet. */
  prepare($: ModsApi, fresh: () => Policy, event: PolicyEvent, workdir: string): Promise<void>;
}

export function modWorld(): ModWorld {
  const facts = new Map<string, FactValue | undefined>();
  const wanted = new Set<string>();
  return {
    world: (key) => {
      if (!facts.has(key)) wanted.add(key);
      return facts.get(key);
    },
    async prepare($, fresh, event, workdir) {
      // The world may have changed since the last event.
      facts.clear();
      for (let round = 0; round < ROUNDS; round++) {
        wanted.clear();
        fresh().explain(event);
        if (wanted.size === 0) return;
        const keys = [...wanted].slice(0, MOST_FACTS);
        const found = await Promise.all(keys.map((key) => fetched($, key, workdir)));
        for (const [at, key] of keys.entries()) facts.set(key, found[at]);
      }
    },
  };
}

async function fetched($: ModsApi, key: string, workdir: string): Promise<FactValue | undefined> {
  const colon = key.indexOf(":");
  const [fact, argument] = colon === -1 ? [key, ""] : [key.slice(0, colon), key.slice(colon + 1)];
  try {
    switch (fact) {
      case "file_exists":
        return await $.fs.exists(argument.startsWith("/") ? argument : `${workdir}/${argument}`);
      case "env":
        return (await $.env.get(argument)) ?? null;
      case "git_branch": {
        const { exitCode, stdout } = await $.process.run([
          "git",
          "-C",
          workdir,
          "symbolic-ref",
          "--short",
          "-q",
          "HEAD",
        ]);
        return exitCode === 0 ? stdout.trim() : undefined;
      }
      case "realpath": {
        const { exitCode, stdout } = await $.process.run(["realpath", "-m", "-z", "--", argument]);
        return exitCode === 0 ? stdout.replace(/\0$/, "") : undefined;
      }
      default:
        return undefined;
    }
  } catch {
    return undefined;
  }
}
