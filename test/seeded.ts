// How much of what is random or long a test tries, in one place: the gate tries it once, `npm run test:long` ten times as much
// by POLICYC_RUNS, and whatever imports this file belongs to that tier too. A gate gives the same answer twice, so the seed is
// fixed; POLICYC_SEED takes another one, or a new one each time with `random`. Every run prints its seed.

const USUAL_SEED = 20261117;
const factor = Number(process.env.POLICYC_RUNS ?? 1);

/** The seed and the number of runs of one random test, as fast-check takes them. */
export function seeded(name: string, numRuns: number): { seed: number; numRuns: number } {
  const given = process.env.POLICYC_SEED ?? USUAL_SEED;
  const seed = given === "random" ? Math.floor(Math.random() * 2 ** 31) : Number(given);
  process.stdout.write(`${name}: seed ${seed}\n`);
  return { seed, numRuns: times(numRuns) };
}

/** How many, of what the gate has `count` of. */
export const times = (count: number): number => count * factor;

/** Every so many of them, beginning with the first; fewer are left out in the long tier. */
export function sampled<T>(items: readonly T[], every: number): readonly T[] {
  const step = Math.max(1, Math.round(every / factor));
  return items.filter((_, at) => at % step === 0);
}
