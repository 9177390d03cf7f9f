// The side effects available to a verb: main.ts passes the process, tests pass memory.

export interface Io {
  /** Absolute. */
  readonly cwd: string;
  readonly env: { readonly [name: string]: string | undefined };
  /** Findings and results. */
  readonly stdout: Sink;
  /** Progress and errors. */
  readonly stderr: Sink;
  readonly stdin: {
    readonly isTty: boolean;
    readonly read: () => Promise<Uint8Array>;
    /** One line from a terminal, without its line end; without this, all of stdin is used. */
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
