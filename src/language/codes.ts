// Codes of failures after compilation: P6xx when a bundle is loaded, P7xx when an event is decided.
// Data only; the compiler's catalogue includes these tables, so that `policyc explain` knows them.

interface CodeEntry {
  readonly slug: string;
  readonly severity: "error";
  readonly message: string;
  readonly explain: string;
}

export const loadCodes = {
  P601: {
    slug: "bundle-unreadable",
    severity: "error",
    message: "cannot read {file}: {why}",
    explain:
      "A bundle is a folder with manifest.json and every file that it lists. A bundle that cannot be read completely is not used at all.",
  },
  P602: {
    slug: "manifest-malformed",
    severity: "error",
    message: "manifest.json is not a valid manifest: {why}",
    explain: "The manifest is damaged or was not written by policyc. Build the bundle again.",
  },
  P603: {
    slug: "bundle-version",
    severity: "error",
    message: "this bundle has {what} {found}; this runtime reads {known}",
    explain:
      "A newer bundle may contain things that this runtime does not know, so it is refused. Update the runtime, or build with a compiler of the same version.",
  },
  P604: {
    slug: "hash-mismatch",
    severity: "error",
    message: "{file} is not the file that was built: its hash differs from the manifest",
    explain: "The file was changed after the build. No part of such a bundle runs.",
  },
  P605: {
    slug: "file-list",
    severity: "error",
    message: "the bundle's files do not match its manifest: {why}",
    explain:
      "A missing file, an extra file or a path that leaves the folder means that the bundle is not the one that was built.",
  },
  P606: {
    slug: "revision-mismatch",
    severity: "error",
    message: "this bundle has revision {found}; {wanted} was pinned",
    explain:
      "The caller pinned a revision, and the bundle has another one. Load the pinned bundle, or change the pin deliberately. Messages show the first 12 digits of a revision.",
  },
  P607: {
    slug: "option-unavailable",
    severity: "error",
    message: "the option `{option}` is not available: {why}",
    explain: "An option that would be ignored is refused, because somebody may rely on it.",
  },
  P608: {
    slug: "hooks-refused",
    severity: "error",
    message: "this bundle starts external programs, which {why}: {hooks}",
    explain:
      "External hooks are not permitted here, or this runtime cannot start them. The rules that need them are listed.",
  },
  P609: {
    slug: "scope-refused",
    severity: "error",
    message: "this bundle claims scope {found}; it was loaded as {wanted}",
    explain: "Whoever loads a bundle states its scope. A bundle cannot promote itself to an inner scope.",
  },
  P610: {
    slug: "target-unknown",
    severity: "error",
    message: "unknown target `{target}`",
    explain: "A target is an agent listed in the capability matrix. `policyc capabilities` prints the list.",
  },
  P611: {
    slug: "module-failed",
    severity: "error",
    message: "the bundle's code could not be started: {why}",
    explain: "The bundle was verified, but its module did not run in this JavaScript engine.",
  },
  P612: {
    slug: "repo-untrusted",
    severity: "error",
    message: "a bundle of scope repo runs only if its revision is pinned; this one has revision {found}",
    explain:
      "The bundle of a repository is code that came with the repository. No part of it runs before somebody has said which content is trusted: pass the `revision` that you have reviewed. Messages show its first 12 digits; manifest.json has all of them.",
  },
  P613: {
    slug: "no-bundle-given",
    severity: "error",
    message: "no bundle was given: {why}",
    explain:
      "A set of policies without any bundle would let everything pass, so it is refused. Name at least one of internal, user and repo.",
  },
  P614: {
    slug: "worker-not-started",
    severity: "error",
    message: "the worker thread could not be started: {why}",
    explain: "In worker mode the bundle's code runs in its own thread. Without that thread no event can be decided.",
  },
  P630: {
    slug: "hook-program-missing",
    severity: "error",
    message: "the hook of `{rule}` cannot use the program {program}: {why}",
    explain:
      "The program of a hook is looked up when the policy is loaded, so that a missing program is noticed then, and not at the first call that it should decide.",
  },
  P631: {
    slug: "hook-program-unsafe",
    severity: "error",
    message: "the program {program} of the hook of `{rule}` is not safe to run: {why}",
    explain:
      "Whoever can write to a hook's program, or to its folder, controls what the hook answers. The program must be outside the workspace, belong to root or to the current user, and be writable by nobody else.",
  },
  P632: {
    slug: "hook-files-failed",
    severity: "error",
    message: "the files of this bundle's hooks could not be copied: {why}",
    explain:
      "The files in a bundle are copied to a private folder before hooks use them. Without that, no hook can be started safely.",
  },
  P633: {
    slug: "hook-protocol-unknown",
    severity: "error",
    message: "the hook of `{rule}` uses the protocol `{protocol}`, which this runtime does not speak",
    explain: "The bundle was built with a newer compiler, or for another runtime.",
  },
} as const satisfies Record<string, CodeEntry>;

export const failureCodes = {
  P701: {
    slug: "unknown-point",
    severity: "error",
    message: "unknown point {point}",
    explain:
      "The host sent an event at a point the language does not have. Nothing is known about it, so it does not proceed.",
  },
  P702: {
    slug: "malformed-event",
    severity: "error",
    message: "malformed event: {why}",
    explain: "A field is missing or has the wrong type, so no rule can be trusted to have seen the call.",
  },
  P703: {
    slug: "event-too-large",
    severity: "error",
    message: "the event is larger than 8 MiB",
    explain: "Events are limited so that one call cannot stall the runtime.",
  },
  P704: {
    slug: "engine-failed",
    severity: "error",
    message: "the engine failed: {why}",
    explain: "An internal error. The event gets the failure outcome of its point.",
  },
  P705: {
    slug: "condition-error",
    severity: "error",
    message: "a condition of `{rule}` read a value of the wrong type",
    explain: "A JSON value does not have the type that the condition needs. Restricting rules apply; others do not.",
  },
  P706: {
    slug: "store-failed",
    severity: "error",
    message: "session state is not available: {why}",
    explain: "Labels and counters are unknown for this event; rules that test them take their `if unknown` outcome.",
  },
  P707: {
    slug: "set-conflict",
    severity: "error",
    message: "{rules} set `{field}` to different values",
    explain: "Two different rewrites of one field cannot both be applied, so the call is blocked.",
  },
  P708: {
    slug: "respond-conflict",
    severity: "error",
    message: "{rules} respond differently",
    explain: "Two different responses cannot both be given, so the call is blocked.",
  },
  P709: {
    slug: "completion-cap",
    severity: "error",
    message: "the agent was sent back {count} times in a row; it may end now",
    explain:
      "A rule that always blocks completion would keep an agent running forever, so the fourth block in a row is let through, with this failure.",
  },
  P710: {
    slug: "remark-dropped",
    severity: "error",
    message: "{target} cannot show `{effect}` at {point}; it was dropped",
    explain:
      "The bundle runs on an agent that it was not built for. Outcomes that the agent cannot express become a block; warnings and notes are dropped and listed.",
  },
  P711: {
    slug: "hook-unavailable",
    severity: "error",
    message: "the hook of `{rule}` was not run: {why}",
    explain: "A deciding hook that cannot be run counts as failed, and its failure mode decides.",
  },
  P712: {
    slug: "log-failed",
    severity: "error",
    message: "the decision log could not be written: {why}",
    explain: "The decision is valid, but it was not recorded.",
  },
  P713: {
    slug: "rewrite-failed",
    severity: "error",
    message: "the rewrite of `{field}` by `{rule}` could not be computed",
    explain:
      "A value that the rewrite needs is missing or has the wrong type, so the call is blocked rather than run unchanged.",
  },
  P714: {
    slug: "policy-closed",
    severity: "error",
    message: "the policy was closed before this event",
    explain: "A closed policy decides nothing. The event gets the failure outcome of its point.",
  },
  P715: {
    slug: "decision-deadline",
    severity: "error",
    message: "there was no decision within {limit} ms",
    explain:
      "In worker mode every call has a deadline. A call that misses it gets the failure outcome of its point; a worker that is stuck is replaced.",
  },
  P716: {
    slug: "worker-lost",
    severity: "error",
    message: "the worker ended before it answered: {why}",
    explain:
      "The thread that decides crashed or was replaced. Every call that waited for it gets the failure outcome of its point; labels and counters of earlier events are preserved.",
  },
  P717: {
    slug: "decision-queue-full",
    severity: "error",
    message: "{limit} events are already waiting for a decision",
    explain:
      "Events arrive faster than they can be decided. This event gets the failure outcome of its point at once, instead of waiting in an ever-growing queue.",
  },
  P718: {
    slug: "worker-unavailable",
    severity: "error",
    message: "there is no worker to decide: {why}",
    explain: "The thread that decides could not be restarted. Further attempts follow at growing intervals.",
  },
  P720: {
    slug: "hook-spawn-failed",
    severity: "error",
    message: "the hook of `{rule}` could not be started: {why}",
    explain:
      "The program no longer exists, is not executable, or the system refused to start another process. The hook's failure mode decides.",
  },
  P721: {
    slug: "hook-timeout",
    severity: "error",
    message: "the hook of `{rule}` did not answer within {limit} ms",
    explain:
      "One deadline covers start, input, output and exit. The hook and every process it started were killed; its failure mode decides.",
  },
  P722: {
    slug: "hook-signalled",
    severity: "error",
    message: "the hook of `{rule}` was killed by {signal}",
    explain: "The hook crashed or was killed, so it gave no answer. Its failure mode decides.",
  },
  P723: {
    slug: "hook-exit",
    severity: "error",
    message: "the hook of `{rule}` failed with exit code {exit}",
    explain: "In the protocol of the hook this exit code means that it failed. Its failure mode decides.",
  },
  P724: {
    slug: "hook-oversize",
    severity: "error",
    message: "the hook of `{rule}` wrote more than {limit} bytes to {stream}",
    explain: "A truncated answer may not mean what the hook said. Its failure mode decides.",
  },
  P725: {
    slug: "hook-malformed",
    severity: "error",
    message: "the hook of `{rule}` gave an unreadable answer: {why}",
    explain: "The hook wrote something that is not an answer in its protocol. Its failure mode decides.",
  },
  P726: {
    slug: "hook-shape",
    severity: "error",
    message: "the hook of `{rule}` gave an invalid answer: {why}",
    explain:
      "A field of the answer is missing, unknown or has the wrong type, so no part of the answer is used. The hook's failure mode decides.",
  },
  P727: {
    slug: "hook-grant",
    severity: "error",
    message: "the hook of `{rule}` may not {effect}",
    explain:
      "If an answer goes beyond the `may` of its rule, all of it counts as a failure. Extend `may` deliberately, or fix the hook.",
  },
  P728: {
    slug: "hook-closed",
    severity: "error",
    message: "the hook of `{rule}` was stopped before it answered: {why}",
    explain:
      "The policy was closed, or the long-running hook process ended while a call was waiting. Its failure mode decides.",
  },
  P729: {
    slug: "hook-file-changed",
    severity: "error",
    message: "{file}, which the hook of `{rule}` uses, is not the file that was built",
    explain:
      "A hook's files in the bundle are checked before every start. A changed file is never run; the hook's failure mode decides.",
  },
  P730: {
    slug: "hook-answer-reduced",
    severity: "error",
    message: "part of the answer of the hook of `{rule}` was ignored: {why}",
    explain:
      "The protocol lets a hook say things that have no effect here, such as a block where nothing can be blocked. The rest of the answer is used.",
  },
} as const satisfies Record<string, CodeEntry>;

export type LoadCode = keyof typeof loadCodes;
export type FailureCode = keyof typeof failureCodes;

/** Fills the named holes of a message. */
export function fillMessage(message: string, holes: { readonly [hole: string]: string }): string {
  return message.replace(/\{(\w+)\}/g, (_, hole: string) => holes[hole] ?? "");
}
