// Names that no other process has given, for files in a folder of the user's own: unique, not secret. Node's cryptography has
// better ones, and takes a hook process longer to load than all else it does with a session.

/** Another text each time, of letters, digits and dashes. */
export function uniqueId(): string {
  const moment = process.hrtime.bigint().toString(36);
  return `${process.pid}-${moment}-${Math.random().toString(36).slice(2)}`;
}
