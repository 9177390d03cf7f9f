// Did-you-mean: the nearest known word, or none when nothing is near enough to be worth saying.

/** Longer words are no slips of the pen, and comparing them would cost time for nothing. */
const LONGEST = 64;

/**
 * The candidate nearest to the word, or null. Case, `-` and `_` do not count; of equally near ones the first wins.
 * Where none is near, the shortest one that has the word among its parts: `claude` for `claude-code`.
 */
export function didYouMean(word: string, candidates: Iterable<string>): string | null {
  const all = [...candidates];
  return nearestOf(word, all) ?? withPart(word, all);
}

/** Shorter parts, such as `cli`, would fit too many names. */
const SHORTEST_PART = 4;

function withPart(word: string, candidates: readonly string[]): string | null {
  const wanted = `_${word.toLowerCase().replaceAll("-", "_")}_`;
  if (word.length < SHORTEST_PART || word.length > LONGEST) return null;
  const found = candidates.filter(
    (one) => one !== word && `_${one.toLowerCase().replaceAll("-", "_")}_`.includes(wanted),
  );
  return found.reduce<string | null>((best, one) => (best === null || one.length < best.length ? one : best), null);
}

function nearestOf(word: string, candidates: readonly string[]): string | null {
  const wanted = plain(word);
  if (wanted.length === 0 || wanted.length > LONGEST) return null;
  let best: string | null = null;
  let least = Math.min(3, Math.max(1, Math.floor(wanted.length / 3))) + 1;
  for (const candidate of candidates) {
    const known = plain(candidate);
    if (candidate === word || known.length === 0 || known.length > LONGEST) continue;
    if (Math.abs(known.length - wanted.length) >= least) continue;
    const far = distance(wanted, known);
    // A word that shares no letter in place is not near, however short both are.
    if (far < least && far < Math.max(wanted.length, known.length)) {
      least = far;
      best = candidate;
    }
  }
  return best;
}

/** Shorter words, such as `gcc`, have too many neighbours; of three letters only two swapped ones are a slip. */
const SHORTEST_SLIP = 4;

/** The candidate that is one slip of the pen away from the word, or null: one letter too many, too few, wrong, or two swapped. */
export function oneSlipFrom(word: string, candidates: Iterable<string>): string | null {
  if (word.length < SHORTEST_SLIP - 1 || word.length > LONGEST || !/^[a-z][a-z-]*$/.test(word)) return null;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) > 1 || distance(word, candidate) !== 1) continue;
    // `runas` is not `run-s`.
    if (candidate.includes("-") !== word.includes("-")) continue;
    const isSwap = [...word].sort().join("") === [...candidate].sort().join("");
    if (isSwap || (Math.min(word.length, candidate.length) >= SHORTEST_SLIP && word[0] === candidate[0]))
      return candidate;
  }
  return null;
}

function plain(word: string): string {
  return word.toLowerCase().replace(/[-_]/g, "");
}

/** Damerau-Levenshtein with adjacent swaps, on three rolling rows. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
