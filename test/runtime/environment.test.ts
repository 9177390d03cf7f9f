// What a policy knows of links: they change while a resident process stays.

import { afterEach, expect, it, vi } from "vitest";
import { environmentOf } from "../../src/runtime/engine/event/environment.ts";

afterEach(() => vi.restoreAllMocks());

it("sees a link that was made, or leads elsewhere, after it first looked", () => {
  const links = new Map<string, string>();
  const world = vi.fn((key: string) => {
    const path = key.slice("realpath:".length);
    return links.get(path) ?? path;
  });
  const clock = vi.spyOn(Date, "now").mockReturnValue(0);
  const around = environmentOf({ world, home: "/home/me", own: ["/opt/policyc"], namedFolders: ["~/.vault"] });
  expect([around.aliases(), around.own]).toEqual([[], ["/opt/policyc"]]);
  for (const [at, place] of [
    [2000, "/data/one"],
    [4000, "/data/two"],
  ] as const) {
    links.set("/home/me/.vault", place).set("/opt/policyc", place);
    clock.mockReturnValue(at);
    expect(around.aliases()).toEqual([{ folder: "/home/me/.vault", target: place }]);
    expect(around.own).toEqual(["/opt/policyc", place]);
  }
  const looks = world.mock.calls.length;
  expect([around.aliases().length, around.own.length, world.mock.calls.length]).toEqual([1, 2, looks]);
});
