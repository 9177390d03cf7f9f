// Modules of Node that few hook processes need, and that take each of them longer to load than a decision takes. So does the
// one that makes `require` for modules, so whatever these files are built into has a `require` of its own.

/** Loads a module of Node now. */
export function lateModule<M>(name: `node:${string}`): M {
  // Where there is no `require`, as in tests, Node is of a version that has the other.
  return (process.getBuiltinModule?.(name) ?? require(name)) as M;
}
