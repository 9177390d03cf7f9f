// The external hooks of a bundle, loaded on demand: run-hooks.mjs, which can start programs, is read, verified and run only
// when a rule needs a hook.

import { failed } from "../language/hook-failure.ts";
import type { HookCompletion } from "../language/hook-result.ts";
import { failureText } from "../language/load-error.ts";
import type { HookRunner } from "../runtime/engine/index.ts";
import { uptimeMs } from "../runtime/machine/uptime.ts";
import { type CallBundle, readListed } from "./open-bundle.ts";

/** The exports of run-hooks.mjs; see open-hooks.ts. */
interface RunHooksModule {
  openHooks(options: {
    readonly folder: string;
    readonly revision: string;
    readonly workspace: string;
    readonly environment: NodeJS.ProcessEnv;
  }): Promise<OpenHooks>;
}

interface OpenHooks extends HookRunner {
  close(): Promise<void>;
}

export interface ExternalHooks extends HookRunner {
  close(): Promise<void>;
}

export interface ExternalHookOptions {
  readonly bundle: CallBundle;
  readonly workspace: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly ruleOf: (hook: number) => string;
  readonly importModule: (address: string) => Promise<unknown>;
}

export function externalHooks(options: ExternalHookOptions): ExternalHooks {
  const { bundle, workspace, environment, ruleOf, importModule } = options;
  let opened: Promise<OpenHooks> | null = null;
  const open = async (): Promise<OpenHooks> => {
    const bytes = Buffer.from(readListed(bundle.folder, bundle.files, "run-hooks.mjs"));
    // From the verified bytes: importing a path would read a file that may have changed since.
    const module = await importModule(`data:text/javascript;base64,${bytes.toString("base64")}`);
    if (!canRunHooks(module)) throw new Error("run-hooks.mjs cannot run hooks");
    return module.openHooks({ folder: bundle.folder, revision: bundle.revision, workspace, environment });
  };
  const hooks = (): Promise<OpenHooks> => {
    opened ??= open();
    return opened;
  };
  return {
    async ask(hook, view, deadlineMs): Promise<HookCompletion> {
      const start = uptimeMs();
      try {
        const runner = await hooks();
        return await runner.ask(hook, view, Math.max(0, deadlineMs - (uptimeMs() - start)));
      } catch (caught) {
        return failed("spawn", { rule: ruleOf(hook), why: failureText(caught).replace(/^policyc: /, "") });
      }
    },
    tell(hook, view) {
      hooks().then(
        (runner) => runner.tell(hook, view),
        () => undefined,
      );
    },
    async close() {
      const runner = await opened?.catch(() => null);
      await runner?.close();
    },
  };
}

function canRunHooks(module: unknown): module is RunHooksModule {
  return (
    typeof module === "object" && module !== null && "openHooks" in module && typeof module.openHooks === "function"
  );
}
