// A share with its 95% interval (Wilson), which also holds for small numbers and for none at all.

const Z = 1.96;

/** The lower and the upper end of the interval. */
export function interval(count, of) {
  const p = count / of;
  const middle = (p + Z ** 2 / (2 * of)) / (1 + Z ** 2 / of);
  const half = (Z / (1 + Z ** 2 / of)) * Math.sqrt((p * (1 - p)) / of + Z ** 2 / (4 * of ** 2));
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

/** `99 of 99 (100.0%, 96.3% to 100.0%)` */
export const share = (count, of) => shown(count, of, percent);

/** `8 of 2254 (3.5 per 1,000, 1.8 to 7.0)` */
export const perThousand = (count, of) =>
  shown(count, of, (p, isFirst) => `${(1000 * p).toFixed(1)}${isFirst ? " per 1,000" : ""}`);

function shown(count, of, text) {
  if (of === 0) return "none";
  const [low, high] = interval(count, of);
  return `${count} of ${of} (${text(count / of, true)}, ${text(low)} to ${text(high)})`;
}

export const percent = (p) => `${(100 * p).toFixed(1)}%`;
