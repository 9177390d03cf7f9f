// Facts through the API of Claude Code's mods. Every call of it is spelled out: Claude Code reads the module before it runs
// it, and loads none in which it cannot tell what is called.

import { readVariable } from "policyc:variables";
import type { FactValue } from "../../language/contract.ts";

/** The mods API, as far as it is used here. Every call may fail. */
export interface ModsApi {
  readonly fs: { exists(path: string): Promise<boolean> };
  readonly process: {
    run(argv: readonly string[], options?: object): Promise<{ readonly exitCode: number; readonly stdout: string }>;
  };
  readonly session: { id(): Promise<string>; root(): Promise<string>; cwd(): Promise<string> };
  readonly turn: { abort(which: { readonly turnId: string }): Promise<void> };
  readonly ui: { log(text: string): unknown; ask(question: string, options: readonly string[]): Promise<string> };
}

/** Undefined when it cannot be determined. */
export async function fetchFact($: ModsApi, key: string, workdir: string): Promise<FactValue | undefined> {
  const colon = key.indexOf(":");
  const [fact, argument] = colon === -1 ? [key, ""] : [key.slice(0, colon), key.slice(colon + 1)];
  const folder = argument === "" ? workdir : argument;
  try {
    switch (fact) {
      case "file_exists":
        return await $.fs.exists(argument.startsWith("/") ? argument : `${workdir}/${argument}`);
      case "env":
        return (await readVariable($, argument)) ?? null;
      case "git_branch": {
        const argv = ["git", "-C", folder, "symbolic-ref", "--short", "-q", "HEAD"];
        const { exitCode, stdout } = await $.process.run(argv);
        return exitCode === 0 ? stdout.trim() : undefined;
      }
      case "git_upstream": {
        const head = await $.process.run(["git", "-C", folder, "symbolic-ref", "-q", "HEAD"]);
        if (head.exitCode !== 0) return undefined;
        const argv = ["git", "-C", folder, "for-each-ref", "--format=%(upstream:short)", head.stdout.trim()];
        const { exitCode, stdout } = await $.process.run(argv);
        return exitCode === 0 ? stdout.trim() : undefined;
      }
      case "kube_context": {
        const { exitCode, stdout } = await $.process.run(["kubectl", "config", "current-context"]);
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

/** The result of an API call, or the fallback. */
export async function said(call: () => Promise<string>, otherwise: string): Promise<string> {
  try {
    const words = await call();
    return typeof words === "string" ? words : otherwise;
  } catch {
    return otherwise;
  }
}
