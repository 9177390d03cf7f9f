// What a door is to the tests: a way to ask the bundle of a place about steps, and to hear what the agent would hear.

import type { Session, Step } from "./payloads.ts";
import { freshPlace, inPlace, outOfPlace, type Place } from "./place.ts";
import { type SessionLeft, sessionsBelow } from "./state.ts";

export interface Reply {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
}

export interface Door {
  /** The step is written for the place. Null: the door is never asked such a thing. */
  ask(step: Step): Promise<Reply | null>;
  /** The bundle has been replaced. */
  rebuilt?(): Promise<void>;
  close(): Promise<void>;
}

export interface DoorKind {
  readonly name: string;
  open(place: Place): Promise<Door>;
  takes(session: Session): boolean;
  /** What the agent hears here where others hear `reply`. */
  hears?(reply: Reply, step: Step): Reply;
}

export interface Run {
  /** By session and number of the step. */
  readonly replies: ReadonlyMap<string, { readonly step: Step; readonly reply: Reply | null }>;
  readonly state: readonly SessionLeft[];
}

/** Asks a door in a place of its own; the bundle is built anew before the step with this number. */
export async function run(kind: DoorKind, sessions: readonly Session[], rebuiltAt?: number): Promise<Run> {
  const place = await freshPlace();
  const door = await kind.open(place);
  const replies = new Map<string, { step: Step; reply: Reply | null }>();
  try {
    for (const { name, steps } of sessions)
      for (const [at, step] of steps.entries()) {
        if (at === rebuiltAt) {
          place.rebuild();
          await door.rebuilt?.();
        }
        const reply = await door.ask(stepIn(step, place));
        replies.set(`${name} ${at + 1}`, { step, reply: reply === null ? null : replyFrom(reply, place) });
      }
  } finally {
    await door.close();
  }
  return { replies, state: sessionsBelow(place.home, ["default", ...sessions.map(({ name }) => name)]) };
}

function stepIn({ agent, payload, environment, folder }: Step, place: Place): Step {
  const variables = Object.entries(environment).map(([name, value]) => [name, inPlace(value, place)]);
  return {
    agent,
    payload: inPlace(payload, place),
    environment: Object.fromEntries(variables),
    folder: inPlace(folder, place),
  };
}

const replyFrom = ({ stdout, stderr, exitCode }: Reply, place: Place): Reply => ({
  stdout: outOfPlace(stdout, place),
  stderr: outOfPlace(stderr, place),
  exitCode,
});

/** The steps after which two doors say different things, with what both say. */
export function differences(kind: DoorKind, reference: Run, other: Run): readonly string[] {
  return [...reference.replies].flatMap(([name, { step, reply }]) => {
    const heard = other.replies.get(name)?.reply ?? null;
    if (heard === null || reply === null) return [];
    const wanted = JSON.stringify(kind.hears?.(reply, step) ?? reply);
    return wanted === JSON.stringify(heard) ? [] : [`${name}: ${wanted} became ${JSON.stringify(heard)}`];
  });
}

/** Several doors to one place, asked in turn: what one of them leaves the next one has to find. */
export function relay(name: string, kinds: readonly DoorKind[]): DoorKind {
  const { hears = (reply: Reply) => reply } = kinds.find((kind) => kind.hears !== undefined) ?? {};
  return {
    name,
    takes: (session) => kinds.every((kind) => kind.takes(session)),
    hears,
    async open(place) {
      const doors = await Promise.all(kinds.map(async (kind) => ({ kind, door: await kind.open(place) })));
      let asked = 0;
      return {
        async ask(step) {
          const { kind, door } = doors[asked++ % doors.length] ?? {};
          const reply = (await door?.ask(step)) ?? null;
          return reply === null || kind?.hears !== undefined ? reply : hears(reply, step);
        },
        rebuilt: async () => void (await Promise.all(doors.map(({ door }) => door.rebuilt?.()))),
        close: async () => void (await Promise.all(doors.map(({ door }) => door.close()))),
      };
    },
  };
}
