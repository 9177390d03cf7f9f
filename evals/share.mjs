// A share with its 95% interval (Wilson), which also holds for small numbers and for none at all.

const Z = 1.96;

export function share(count, of) {
  const p = count / of;
  const middle = (p + Z ** 2 / (2 * of)) / (1 + Z ** 2 / of);
  const half = (Z / (1 + Z ** 2 / of)) * Math.sqrt((p * (1 - p)) / of + Z ** 2 / (4 * of ** 2));
  return `${count} of ${of} (${percent(p)}, ${percent(Math.max(0, middle - half))} to ${percent(Math.min(1, middle + half))})`;
}

const percent = (p) => `${(100 * p).toFixed(1)}%`;
