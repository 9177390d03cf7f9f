// What a verb may touch of the outside: given by main.ts from the process, by tests from memory.

export interface Io {
  /** Absolute. */
  readonly cwd: string;
  readonly env: { readonly [name: string]: string | undefined };
  /** Findings and results. */
  readonly stdout: Sink;
  /** Progress, and why a verb could not do its work. */
  readonly stderr: Sink;
  readonly stdin: {
    readonly isTty: boolean;
    readonly read: () => Promise<Uint8Array>;
    /** One line of a terminal, without its end; the whole of stdin does for one when left out. */
    readonly line?: () => Promise<string>;
  };
}

export interface Sink {
  readonly isTty: boolean;
  readonly write: (text: string) => void;
  /** The file descriptor, when there is one. */
  readonly fd?: number;
}

/** The exit codes, by meaning. */
export const exit = { clean: 0, findings: 1, usage: 2, cliError: 3 } as const;

export type Exit = (typeof exit)[keyof typeof exit];
