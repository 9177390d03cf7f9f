// What random tests start from. A gate gives the same answer twice, so the seed is fixed; POLICYC_SEED takes another one, or
// a new one each time with `random`, and POLICYC_RUNS makes the run longer. Every run prints its seed.

const USUAL_SEED = 20261117;

/** The seed and the number of runs of one random test, as fast-check takes them. */
export function seeded(name: string, numRuns: number): { seed: number; numRuns: number } {
  const given = process.env.POLICYC_SEED ?? USUAL_SEED;
  const seed = given === "random" ? Math.floor(Math.random() * 2 ** 31) : Number(given);
  process.stdout.write(`${name}: seed ${seed}\n`);
  return { seed, numRuns: numRuns * Number(process.env.POLICYC_RUNS ?? 1) };
}
