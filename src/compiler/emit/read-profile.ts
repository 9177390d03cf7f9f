// hook-profile.txt: which functions of the runtime hooks call, by how early, as scripts/profile-hook.mjs has counted them.
// A line is a number, a file and names; a half after the number: in that chunk, but seldom called. What is not listed is loaded last; what the list says is never wrong, only slow.

export interface Profile {
  readonly chunkOf: (module: string, name: string) => number;
  /** Whether it is called nearly whenever its chunk is loaded. */
  readonly isUsual: (module: string, name: string) => boolean;
  /** The chunk of what is not listed. */
  readonly last: number;
}

export function readProfile(text: string): Profile {
  const chunks = new Map<string, number>();
  let last = 0;
  for (const line of text.split("\n").filter((one) => one !== "")) {
    const [chunk = "", module = "", ...names] = line.split(" ");
    for (const name of names) chunks.set(keyOf(module, name), Number(chunk));
    last = Math.max(last, Math.floor(Number(chunk)) + 1);
  }
  return {
    last,
    chunkOf: (module, name) => Math.floor(chunks.get(keyOf(module, name)) ?? last),
    isUsual: (module, name) => Number.isInteger(chunks.get(keyOf(module, name))),
  };
}

/** esbuild numbers names that several files use, and not in every bundle alike. */
const keyOf = (module: string, name: string): string => `${module} ${name.replace(/\d+$/, "")}`;
