// Times functions side by side: rounds of all of them in turn, the median of each, so that a noisy machine is noisy for all.

/** Median nanoseconds per call of each function, by name. */
export async function measure(subjects, { rounds = 31, targetMs = 12 } = {}) {
  const names = Object.keys(subjects);
  const calls = {};
  for (const name of names) calls[name] = await calibrate(subjects[name], targetMs);
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : [...names].reverse()) {
      times[name].push(await timed(subjects[name], calls[name]));
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(times[name])]));
}

/** How many calls fill the wanted time, after warming up. */
async function calibrate(run, targetMs) {
  let calls = 1;
  for (;;) {
    const ns = (await timed(run, calls)) * calls;
    if (ns >= targetMs * 1e6 || calls >= 1 << 24) return calls;
    calls *= 2;
  }
}

async function timed(run, calls) {
  const start = process.hrtime.bigint();
  const first = run();
  if (first instanceof Promise) {
    await first;
    for (let i = 1; i < calls; i++) await run();
  } else {
    for (let i = 1; i < calls; i++) run();
  }
  return Number(process.hrtime.bigint() - start) / calls;
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}
