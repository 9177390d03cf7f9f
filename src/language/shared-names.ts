// Names that two sets or maps have in common, at the cost of the smaller one: a line can name thousands of programs.

interface Names {
  readonly size: number;
  has(name: unknown): boolean;
  keys(): Iterable<unknown>;
}

export function sharedNames(one: Names, other: Names): readonly string[] {
  const [few, many] = one.size <= other.size ? [one, other] : [other, one];
  const found: string[] = [];
  for (const name of few.keys()) if (typeof name === "string" && many.has(name)) found.push(name);
  return found;
}
