// Asks the rules of a bundle for one decision, on behalf of the caller: facts come from this machine, sessions from files.

import { projectFolder } from "../hosts/basics.ts";
import type { Decision, PolicyEvent } from "../language/contract.ts";
import { PolicyLoadError } from "../language/load-error.ts";
import { engineOptions, judgeScope, ownPaths, targetOf } from "../runtime/bundle/open-bundle.ts";
import type { Policy, PolicyOptions, Program } from "../runtime/engine/index.ts";
import { worldOf } from "../runtime/machine/facts.ts";
import { homeFolder } from "../runtime/machine/home-folder.ts";
import { ownProgram, startedFile } from "../runtime/machine/own-program.ts";
import { uptimeMs } from "../runtime/machine/uptime.ts";
import { sessionFolder, userStateFolder } from "../runtime/stores/state-folder.ts";
import { earlierFolders, takeOver } from "../runtime/stores/take-over.ts";
import type { Caller } from "./caller.ts";
import { type ExternalHooks, externalHooks } from "./external-hooks.ts";
import type { CallBundle } from "./open-bundle.ts";

/** What the generated code of a bundle exports. */
export interface RulesModule {
  readonly program: Program;
  createPolicy(options: PolicyOptions): Policy;
}

export interface DecisionRequest {
  readonly bundle: CallBundle;
  readonly rules: RulesModule;
  readonly caller: Caller;
  /** The calling host. */
  readonly host: string;
  readonly event: PolicyEvent;
  readonly importModule: (address: string) => Promise<unknown>;
}

export interface PendingDecision {
  readonly decision: Decision | Promise<Decision>;
  /** To be closed after the decision; null when no program can have been started. */
  readonly hooks: ExternalHooks | null;
}

/** Time reserved for everything except waiting for other processes and external hooks. */
const MARGIN_MS = 300;

/** Throws when the bundle cannot be used at all. */
export function decideEvent({ event, ...request }: DecisionRequest): PendingDecision {
  const { policy, hooks } = policyFor(request);
  return { decision: policy.decideSoon(event, request.caller.ask), hooks };
}

export interface OpenPolicy {
  readonly policy: Policy;
  readonly hooks: ExternalHooks | null;
}

/** The rules, ready to decide events of this host for this caller. */
export function policyFor({ bundle, rules, caller, host, importModule }: Omit<DecisionRequest, "event">): OpenPolicy {
  const { options, environment, endsAt } = caller;
  const { program, createPolicy } = rules;
  const { revision, scope } = bundle;
  if (program.scope !== scope) throw new PolicyLoadError("P611", { why: "the module does not belong to its manifest" });
  judgeScope(bundle, options.revision === null ? { scope: options.scope } : { scope: options.scope, revision });
  const cached = caller.cachedPolicy?.(host);
  if (cached !== undefined) return { policy: cached, hooks: null };
  const target = targetOf({ target: options.target ?? host });
  const leftMs = Math.max(1, Math.round(endsAt - uptimeMs() - MARGIN_MS));
  const home = homeFolder();
  const workdir = projectFolder(host, environment) ?? caller.cwd;
  const stateFolder = options.state ?? userStateFolder();
  const ruleOf = (hook: number): string => ruleWith(program, hook);
  const hooks =
    program.hooks.length === 0
      ? null
      : externalHooks({ bundle, workspace: workdir, environment, ruleOf, importModule });
  const make = (): Policy => {
    const { counters } = program;
    const folder = sessionFolder(stateFolder, { ...options, bundle: bundle.dir });
    if (caller.isLooking !== true)
      takeOver(folder, earlierFolders({ bundle: bundle.folder, revision, state: options.state, environment }), leftMs);
    return createPolicy(
      engineOptions({
        manifest: { revision, scope },
        target,
        own: ownPaths(bundle.dir, bundle, home, [stateFolder, options.serve, ...ownProgram(startedFile(), workdir)]),
        store: caller.sessions({ folder, counters, patienceMs: leftMs }),
        timed: false,
        hooks,
        options: { home, workdir, world: worldOf(environment, leftMs), deadlineMs: leftMs },
      }),
    );
  };
  const key = [target, options.scope, options.policyId, workdir, bundle.dir, stateFolder, options.serve].join("\0");
  return { policy: hooks === null ? caller.policy(key, make, host) : make(), hooks };
}

/** The name of the rule that runs this external hook. */
function ruleWith(program: Program, hook: number): string {
  const found = program.rules.find(({ effects }) =>
    effects.flat().some((one) => one.kind === "run" && one.hook === hook),
  );
  return found?.name ?? String(hook);
}
