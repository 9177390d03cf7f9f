// Finds a time, one hour of a week, at which every clock in the condition meets its demands.

import type { Slot } from "./constraints.ts";

const MONDAY = Date.UTC(2026, 0, 5);
const HOUR_MS = 3_600_000;
const WEEK_HOURS = 168;

/** Null when the condition reads no clock; Monday at midnight when no hour fits. */
export function givenTime(clocks: readonly { readonly key: string; readonly slot: Slot }[]): string | null {
  if (clocks.length === 0) return null;
  const readers = clocks.map(({ key, slot }) => ({ read: clockOf(key), slot }));
  for (let hour = 0; hour < WEEK_HOURS; hour++) {
    const time = MONDAY + hour * HOUR_MS;
    const fits = readers.every(({ read, slot }) => {
      const value = read(time);
      return slot.demands.every(({ passes }) => passes(value));
    });
    if (fits) return new Date(time).toISOString();
  }
  return new Date(MONDAY).toISOString();
}

function clockOf(key: string): (time: number) => string | number | undefined {
  const [kind, zone = "UTC"] = key.split(":");
  try {
    const format = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hour: "numeric",
      hourCycle: "h23",
      weekday: "short",
    });
    return (time) => {
      const parts = format.formatToParts(time);
      const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? "";
      return kind === "hour" ? Number(part("hour")) % 24 : part("weekday").toLowerCase();
    };
  } catch {
    return () => undefined;
  }
}
