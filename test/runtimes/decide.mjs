// Runs in every runtime: imports a policy.mjs, decides a list of events in order, gives the decisions as plain data.
// The world is the same everywhere: links lead nowhere, two facts are known, time stands still.

export async function decideAll(moduleUrl, events) {
  const { createPolicy } = await import(moduleUrl);
  const facts = { git_branch: "main", "file_exists:CHANGELOG.md": false };
  const world = (key) => (key.startsWith("realpath:") ? key.slice("realpath:".length) : facts[key]);
  const policy = createPolicy({ revision: "test", world, now: () => 1_767_225_600_000, home: "/home/dev" });
  return events.map((event) => policy.decideSync(event));
}
