// Records a decision: one line in the log, and an event to the listener if something failed.
// The outcome stays as it is; a failing log only adds a failure. Owns the log's file until `close`.

import { failureCodes, fillMessage } from "../../language/codes.ts";
import type { Decision, Failure } from "../../language/contract.ts";
import { emit, type RuntimeListener } from "../../language/events.ts";
import { PolicyLoadError, whyOf } from "../../language/load-error.ts";
import { DecisionLog, type LogOption, logRecord } from "./log.ts";

export interface RecorderOptions {
  readonly log: LogOption | undefined;
  readonly listener: RuntimeListener | undefined;
  readonly target: string;
  readonly now: () => number;
  /** The revision that decides now, for events about the log itself. */
  readonly revision: () => string;
}

export class DecisionRecorder {
  /** There is neither log nor listener: the caller may skip `record`. */
  readonly isSilent: boolean;
  /** The log's file, absolute; null when there is none. */
  readonly path: string | null;
  readonly hasLog: boolean;
  readonly #options: RecorderOptions;
  #log: DecisionLog | null;

  /** Opens the log; a file that cannot be opened is an error now and not at the first decision. */
  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#log = options.log === undefined ? null : this.#open(options.log);
    this.path = this.#log?.path ?? null;
    this.hasLog = this.#log !== null;
    this.isSilent = this.#log === null && options.listener === undefined;
  }

  /** Logs and notifies; returns the decision, with another failure if the log failed. */
  record(event: unknown, decision: Decision): Decision {
    const failed = this.#write(event, decision);
    const reported = failed === null ? decision : { ...decision, failures: [...decision.failures, failed] };
    if (reported.failures.length > 0)
      emit(this.#options.listener, {
        type: "decision_failed",
        revision: reported.revision,
        outcome: reported.outcome,
        failures: reported.failures,
      });
    return reported;
  }

  /** Closes the log; later decisions are reported but not logged. */
  close(): void {
    const log = this.#log;
    this.#log = null;
    try {
      log?.close();
    } catch (caught) {
      this.#failed(whyOf(caught));
    }
  }

  #open(option: LogOption): DecisionLog {
    try {
      return new DecisionLog(option, (caught) => void this.#failed(whyOf(caught)));
    } catch (caught) {
      throw new PolicyLoadError("P607", { option: "log", why: `the file cannot be opened: ${whyOf(caught)}` });
    }
  }

  #write(event: unknown, decision: Decision): Failure | null {
    const log = this.#log;
    if (log === null) return null;
    const why = this.#tryWrite(log, event, decision);
    return why === null ? null : this.#failed(why);
  }

  #tryWrite(log: DecisionLog, event: unknown, decision: Decision): string | null {
    const { target, now } = this.#options;
    try {
      return log.write(logRecord(event, decision, { mode: log.mode, target, now: now() }));
    } catch (caught) {
      return whyOf(caught);
    }
  }

  #failed(why: string): Failure {
    const message = fillMessage(failureCodes.P712.message, { why });
    emit(this.#options.listener, { type: "log_failed", revision: this.#options.revision(), code: "P712", message });
    return { code: "P712", message };
  }
}
