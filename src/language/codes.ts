// Codes of what can go wrong after the compiler: P6xx when a bundle is loaded, P7xx when an event is decided.
// Data only; the compiler's catalogue takes these tables over, so `policyc explain` knows them too.

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
      "A bundle is a folder with manifest.json and every file it lists. One that cannot be read is never used in part.",
  },
  P602: {
    slug: "manifest-malformed",
    severity: "error",
    message: "manifest.json is not a valid manifest: {why}",
    explain: "The manifest was damaged or not written by policyc. Build the bundle again.",
  },
  P603: {
    slug: "bundle-version",
    severity: "error",
    message: "this bundle has {what} {found}; this runtime reads {known}",
    explain:
      "A newer bundle may mean things this runtime does not know, so it is refused. Update the runtime, or build with a compiler of the same version.",
  },
  P604: {
    slug: "hash-mismatch",
    severity: "error",
    message: "{file} is not the file that was built: its hash differs from the manifest",
    explain: "Something changed the file after the build. Nothing of such a bundle runs.",
  },
  P605: {
    slug: "file-list",
    severity: "error",
    message: "the bundle's files are not those of its manifest: {why}",
    explain: "A missing file, an extra file or a path that leaves the folder means the bundle is not what was built.",
  },
  P606: {
    slug: "revision-mismatch",
    severity: "error",
    message: "this bundle has revision {found}; {wanted} was pinned",
    explain:
      "The caller pinned a revision and the bundle is another one. Load the pinned bundle or change the pin on purpose.",
  },
  P607: {
    slug: "option-unavailable",
    severity: "error",
    message: "the option `{option}` is not available: {why}",
    explain: "An option that would be ignored is refused, because somebody relies on what it promises.",
  },
  P608: {
    slug: "hooks-refused",
    severity: "error",
    message: "this bundle starts external programs, which {why}: {hooks}",
    explain:
      "External hooks were refused at load, or this runtime cannot start them. The rules that need them are listed.",
  },
  P609: {
    slug: "scope-refused",
    severity: "error",
    message: "this bundle claims scope {found}; it was loaded as {wanted}",
    explain: "The loader states the scope. A bundle cannot promote itself to an inner scope.",
  },
  P610: {
    slug: "target-unknown",
    severity: "error",
    message: "unknown target `{target}`",
    explain: "A target is a host that the capability matrix knows. `policyc capabilities` lists them.",
  },
  P611: {
    slug: "module-failed",
    severity: "error",
    message: "the bundle's code could not be started: {why}",
    explain: "The verified module did not run in this JavaScript engine.",
  },
  P612: {
    slug: "repo-untrusted",
    severity: "error",
    message: "a bundle of scope repo runs only with its revision pinned; this one has revision {found}",
    explain:
      "A repository's own bundle is code that came with the repository. Nothing of it runs before somebody has said which content is trusted: pass the `revision` you have reviewed.",
  },
  P613: {
    slug: "no-bundle-given",
    severity: "error",
    message: "no bundle was given: {why}",
    explain:
      "A set of policies without a single bundle would let everything pass, so it is refused. Name at least one of internal, user and repo.",
  },
  P614: {
    slug: "worker-not-started",
    severity: "error",
    message: "the worker thread could not be started: {why}",
    explain: "In worker mode the bundle's code runs in a thread of its own. Without it no event could be decided.",
  },
  P630: {
    slug: "hook-program-missing",
    severity: "error",
    message: "the program {program} of the hook of `{rule}` cannot be used: {why}",
    explain:
      "A hook's program is looked for when the policy is loaded, so that a missing one is found out then and not at the first call it should have judged.",
  },
  P631: {
    slug: "hook-program-unsafe",
    severity: "error",
    message: "the program {program} of the hook of `{rule}` is not safe to run: {why}",
    explain:
      "Whoever can write a hook's program, or the folder it lies in, decides what the hook says. It must lie outside the workspace, belong to root or to the current user, and be writable by nobody else.",
  },
  P632: {
    slug: "hook-files-failed",
    severity: "error",
    message: "the files of this bundle's hooks cannot be laid out: {why}",
    explain:
      "Files carried in a bundle are copied to a private folder before their hooks run. Without that no hook can be started safely.",
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
    message: "a condition of `{rule}` met a value of the wrong type",
    explain: "A JSON value was not of the type the condition needs. Restricting rules apply; others do not.",
  },
  P706: {
    slug: "store-failed",
    severity: "error",
    message: "session state is not available: {why}",
    explain: "Marks and counters are unknown for this event; rules that test them take their unknown outcome.",
  },
  P707: {
    slug: "set-conflict",
    severity: "error",
    message: "{rules} set `{field}` to different values",
    explain: "Two rewrites of one field cannot both stand, so the call is blocked.",
  },
  P708: {
    slug: "respond-conflict",
    severity: "error",
    message: "{rules} respond differently",
    explain: "Two different synthetic results cannot both stand, so the call is blocked.",
  },
  P709: {
    slug: "completion-cap",
    severity: "error",
    message: "the agent was sent back {count} times in a row; it may end now",
    explain:
      "A gate that never opens would keep an agent running for ever, so the fourth block in a row passes, with this failure.",
  },
  P710: {
    slug: "remark-dropped",
    severity: "error",
    message: "{target} cannot show `{effect}` at {point}; it was dropped",
    explain:
      "The bundle runs on a host it was not built for. What the host cannot express becomes a block; remarks are dropped and listed.",
  },
  P711: {
    slug: "hook-unavailable",
    severity: "error",
    message: "the hook of `{rule}` was not run: {why}",
    explain: "An enforcing hook that cannot be asked counts as failed, and its failure mode decides.",
  },
  P712: {
    slug: "log-failed",
    severity: "error",
    message: "the decision log could not be written: {why}",
    explain: "The decision stands; the record of it is missing.",
  },
  P713: {
    slug: "rewrite-failed",
    severity: "error",
    message: "the rewrite of `{field}` by `{rule}` could not be computed",
    explain:
      "A value the rewrite needs is missing or has the wrong type, so the call is blocked rather than run unchanged.",
  },
  P714: {
    slug: "policy-closed",
    severity: "error",
    message: "the policy was closed before this event",
    explain: "A closed policy cannot be asked. The event gets the failure outcome of its point.",
  },
  P715: {
    slug: "decision-deadline",
    severity: "error",
    message: "there was no decision within {limit} ms",
    explain:
      "In worker mode every call has a deadline. A call that meets it gets the failure outcome of its point; a worker that is stuck is replaced.",
  },
  P716: {
    slug: "worker-lost",
    severity: "error",
    message: "the worker ended before it answered: {why}",
    explain:
      "The thread that decides crashed or was replaced. Every call that waited for it gets the failure outcome of its point; marks and counters of earlier events are kept.",
  },
  P717: {
    slug: "decision-queue-full",
    severity: "error",
    message: "{limit} events wait for a decision already",
    explain:
      "More events arrive than can be decided. The event gets the failure outcome of its point at once, instead of waiting in a queue without end.",
  },
  P718: {
    slug: "worker-unavailable",
    severity: "error",
    message: "there is no worker to decide: {why}",
    explain: "The thread that decides could not be started again. It is tried again, at growing intervals.",
  },
  P720: {
    slug: "hook-spawn-failed",
    severity: "error",
    message: "the hook of `{rule}` could not be started: {why}",
    explain:
      "The program exists no longer, may not be executed, or the system refused another process. The hook's failure mode decides.",
  },
  P721: {
    slug: "hook-timeout",
    severity: "error",
    message: "the hook of `{rule}` did not answer within {limit} ms",
    explain:
      "One deadline covers start, input, output and exit. The hook and everything it started were ended; its failure mode decides.",
  },
  P722: {
    slug: "hook-signalled",
    severity: "error",
    message: "the hook of `{rule}` was ended by {signal}",
    explain: "The hook crashed or something outside ended it, so it gave no answer. Its failure mode decides.",
  },
  P723: {
    slug: "hook-exit",
    severity: "error",
    message: "the hook of `{rule}` failed with exit code {exit}",
    explain: "The protocol of the hook gives this exit code the meaning `failed`. Its failure mode decides.",
  },
  P724: {
    slug: "hook-oversize",
    severity: "error",
    message: "the hook of `{rule}` wrote more than {limit} bytes to {stream}",
    explain: "An answer that was cut cannot be trusted to mean what the hook said. Its failure mode decides.",
  },
  P725: {
    slug: "hook-malformed",
    severity: "error",
    message: "the answer of the hook of `{rule}` cannot be read: {why}",
    explain: "The hook wrote something that is not an answer of its protocol. Its failure mode decides.",
  },
  P726: {
    slug: "hook-shape",
    severity: "error",
    message: "the answer of the hook of `{rule}` has the wrong shape: {why}",
    explain:
      "A field of the answer is missing, unknown or of the wrong type, so none of it is used. The hook's failure mode decides.",
  },
  P727: {
    slug: "hook-grant",
    severity: "error",
    message: "the hook of `{rule}` may not {effect}",
    explain:
      "An answer beyond the `may` of its rule is a failure as a whole. Widen `may` on purpose, or repair the hook.",
  },
  P728: {
    slug: "hook-closed",
    severity: "error",
    message: "the hook of `{rule}` was ended before it answered: {why}",
    explain:
      "The policy was closed, or the long-lived hook process went away while a call was waiting. Its failure mode decides.",
  },
  P729: {
    slug: "hook-file-changed",
    severity: "error",
    message: "{file}, which the hook of `{rule}` uses, is not the file that was built",
    explain:
      "A file carried in the bundle is checked before every start of its hook. A changed one is never run; the hook's failure mode decides.",
  },
  P730: {
    slug: "hook-answer-reduced",
    severity: "error",
    message: "a part of the answer of the hook of `{rule}` was not used: {why}",
    explain:
      "The protocol lets a hook say things that have no effect here, such as a block where nothing can be blocked. The rest of the answer stands.",
  },
} as const satisfies Record<string, CodeEntry>;

export type LoadCode = keyof typeof loadCodes;
export type FailureCode = keyof typeof failureCodes;

/** Fills the named holes of a message. */
export function fillMessage(message: string, holes: { readonly [hole: string]: string }): string {
  return message.replace(/\{(\w+)\}/g, (_, hole: string) => holes[hole] ?? "");
}
