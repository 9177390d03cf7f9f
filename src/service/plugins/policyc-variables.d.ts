// Written into each plug-in: the variables that its rules ask for, each spelled out, as Claude Code wants it.

declare module "policyc:variables" {
  /** Undefined when it is not set; throws for one that no rule asks for. */
  export function readVariable($: unknown, name: string): Promise<string | undefined>;
}
