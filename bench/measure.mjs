// Times functions side by side: rounds of all of them in turn, so that a noisy machine is noisy for all.

/** Nanoseconds per call of each function, by name: the median of its rounds. */
export async function measure(subjects, options = {}) {
  return summary(await rounds(subjects, { clock: wall, ...options }), median);
}

/**
 * The same in time of the processor, for functions that start nothing and wait for nothing. What else the machine does
 * can only add to it, so the quickest quarter of the rounds says more than their middle.
 */
export async function measureCpu(subjects, options = {}) {
  return summary(await rounds(subjects, { rounds: 61, clock: cpu, ...options }), quartile);
}

async function rounds(subjects, { rounds = 31, targetMs = 12, clock }) {
  const names = Object.keys(subjects);
  const calls = {};
  for (const name of names) calls[name] = await calibrate(subjects[name], targetMs, clock);
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : [...names].reverse()) {
      times[name].push(await timed(subjects[name], calls[name], clock));
    }
  }
  return times;
}

const summary = (times, middle) =>
  Object.fromEntries(Object.entries(times).map(([name, rounds]) => [name, middle(rounds)]));

/** How many calls fill the wanted time, after warming up; twice, because a single long call may have been interrupted. */
async function calibrate(run, targetMs, clock) {
  const isLong = async (calls) => (await timed(run, calls, clock)) * calls >= targetMs * 1e6;
  let calls = 1;
  while (calls < 1 << 24 && !((await isLong(calls)) && (await isLong(calls)))) calls *= 2;
  return calls;
}

/** Nanoseconds; the second of all threads of this process. */
const wall = () => Number(process.hrtime.bigint());
const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) * 1000;
};

async function timed(run, calls, clock) {
  const start = clock();
  const first = run();
  if (first instanceof Promise) {
    await first;
    for (let i = 1; i < calls; i++) await run();
  } else {
    for (let i = 1; i < calls; i++) run();
  }
  return (clock() - start) / calls;
}

const at = (values, part) => [...values].sort((a, b) => a - b)[Math.floor(values.length * part)];
export const median = (values) => at(values, 1 / 2);
const quartile = (values) => at(values, 1 / 4);
