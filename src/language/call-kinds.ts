// Kinds of effect beyond files and hosts. The list is closed: a kind that is not in it is a compile error. Rows of programs name
// the calls that have one, and conditions test it as `kinds` of the call and as `c.kinds` of one command.

export const callKinds = {
  "destroys-remote-data": "deletes or empties what is kept in a cloud, a cluster or at a service, or takes it down",
  "drops-data": "drops, empties or resets a database, wherever it is",
  "opens-tunnel": "makes this machine or a service on it reachable from outside",
  "grants-access": "gives somebody access: a key, a role, a member, a token",
  publishes: "makes something available to others: a package, an image, a release, a page",
  deploys: "changes what runs elsewhere",
  listens: "runs a shell for whoever connects to this machine",
  "calls-out": "connects a shell or an interpreter to another machine",
} as const;

export type CallKind = keyof typeof callKinds;

export const callKindNames = Object.keys(callKinds) as readonly CallKind[];
