// Whether an event leaves a session as it is in its file, so that nothing is written.

import { TRUE } from "../../language/truth.ts";
import type { SessionState, StateChange } from "../engine/event/session.ts";

/** How far the time in the file may be behind: it matters to idle sessions, and to clocks that go backwards. */
const TIME_BEHIND_MS = 60_000;

/** Marks that are set already, no counts: nothing but the time, and that not by much. */
export function isUnchanged(state: SessionState, savedTime: number, change: StateChange): boolean {
  const { marks, counts, blocksInRow, time } = change;
  if (time - savedTime > TIME_BEHIND_MS) return false;
  if (counts.length > 0 || (blocksInRow !== null && blocksInRow !== state.blocksInRow)) return false;
  return marks.every(({ label, shadow, truth }) => {
    const known = state.marked(label, shadow);
    return known === TRUE || known === truth;
  });
}
