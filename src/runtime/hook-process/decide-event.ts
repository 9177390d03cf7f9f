// One decision of the bundle's rules for whoever asks: facts from this machine, sessions in files.

import type { Decision, PolicyEvent } from "../contract.ts";
import type { Policy, PolicyOptions, Program } from "../core/index.ts";
import { worldOf } from "../facts.ts";
import { homeFolder } from "../home-folder.ts";
import { PolicyLoadError } from "../load-error.ts";
import { engineOptions, judgeScope, ownPaths } from "../open-bundle.ts";
import { ownProgram, startedFile } from "../own-program.ts";
import { sessionFolder, userStateFolder } from "../stores/state-folder.ts";
import { uptimeMs } from "../uptime.ts";
import type { Caller } from "./caller.ts";
import { type ExternalHooks, externalHooks } from "./external-hooks.ts";
import type { HookBundle } from "./hook-bundle.ts";
import { projectFolder } from "./project-folder.ts";

/** What the generated code of a bundle exports. */
export interface RulesModule {
  readonly program: Program;
  createPolicy(options: PolicyOptions): Policy;
}

export interface Asked {
  readonly bundle: HookBundle;
  readonly rules: RulesModule;
  readonly caller: Caller;
  /** The host that asks. */
  readonly host: string;
  readonly event: PolicyEvent;
  readonly importModule: (address: string) => Promise<unknown>;
}

export interface Asking {
  readonly decision: Decision | Promise<Decision>;
  /** To be closed when the decision is there; null when no program can have been started. */
  readonly hooks: ExternalHooks | null;
}

/** What is left for everything but the wait, be it for other processes or for external hooks. */
const MARGIN_MS = 300;

/** Throws what keeps the bundle from being asked at all. */
export function decideEvent({ bundle, rules, caller, host, event, importModule }: Asked): Asking {
  const { options, environment, endsAt } = caller;
  const { program, createPolicy } = rules;
  const { revision, scope } = bundle;
  if (program.scope !== scope) throw new PolicyLoadError("P611", { why: "it is not the module of its manifest" });
  const stated = options.scope;
  judgeScope(bundle, options.revision === null ? { scope: stated } : { scope: stated, revision });
  const made = caller.madePolicy?.(host);
  if (made !== undefined) return { decision: made.decideSoon(event), hooks: null };
  const leftMs = Math.max(1, Math.round(endsAt - uptimeMs() - MARGIN_MS));
  const home = homeFolder();
  const workdir = projectFolder(host, environment) ?? caller.cwd;
  const userState = userStateFolder(environment);
  const stateFolder = options.state ?? userState;
  const ruleOf = (hook: number): string => ruleWith(program, hook);
  const hooks =
    program.hooks.length === 0
      ? null
      : externalHooks({ bundle, workspace: workdir, environment, ruleOf, importModule });
  const make = (): Policy =>
    createPolicy(
      engineOptions({
        manifest: { revision, scope },
        target: host,
        own: ownPaths(bundle.dir, bundle, home, [
          stateFolder,
          userState,
          options.serve,
          ...ownProgram(startedFile(), workdir),
        ]),
        store: caller.sessions({
          folder: sessionFolder(stateFolder, bundle.folder),
          counters: program.counters,
          patienceMs: leftMs,
        }),
        timed: false,
        hooks,
        options: { home, workdir, world: worldOf(environment), deadlineMs: leftMs },
      }),
    );
  const key = [host, workdir, bundle.dir, stateFolder, userState, options.serve].join("\0");
  const policy = hooks === null ? caller.policy(key, make, host) : make();
  return { decision: policy.decideSoon(event), hooks };
}

function ruleWith(program: Program, hook: number): string {
  const found = program.rules.find(({ effects }) =>
    effects.flat().some((one) => one.kind === "run" && one.hook === hook),
  );
  return found?.name ?? String(hook);
}
