// What only the inside of Node has. It is asked for on versions that it was tried on: one that is called in another way than it
// expects would end the process, which hosts take for agreement.

const KNOWN = /^v(?:20|22|24|26)\./;

interface Inside {
  readonly binding?: (name: string) => unknown;
  noDeprecation?: boolean;
}

/** A part of Node that its own libraries are made of; null where it is not known. */
export function nodeInternals(name: "pipe_wrap" | "v8"): unknown {
  const inside: NodeJS.Process & Inside = process;
  const { version, versions, binding } = inside;
  if (!KNOWN.test(version) || "bun" in versions || "deno" in versions || binding === undefined) return null;
  // A remark on stderr would be part of the answer. With `--no-deprecation` there is none, and nothing to be changed.
  const isTold = inside.noDeprecation !== true;
  try {
    if (isTold) inside.noDeprecation = true;
    return binding(name);
  } catch {
    return null;
  } finally {
    if (isTold && inside.noDeprecation === true) inside.noDeprecation = false;
  }
}
