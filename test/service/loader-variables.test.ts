// What makes Node or the loader run other code reaches nobody through the environment of a call.

import { expect, it, vi } from "vitest";
import { clearedVariables } from "../../src/hosts/install/cleared-variables.ts";
import { readArguments } from "../../src/service/arguments.ts";
import { ownCaller } from "../../src/service/caller.ts";
import { withoutLoaderVariables } from "../../src/service/loader-variables.ts";

it("holds none of the variables that an installed command clears", () => {
  const given = Object.fromEntries(clearedVariables.map((name) => [name, "x"]));
  expect(withoutLoaderVariables({ ...given, NODE_ENV: "test", PATH: "/bin" })).toEqual({
    NODE_ENV: "test",
    PATH: "/bin",
  });
});

it("is what a call that decides by itself shows to rules, as one through the resident does", () => {
  vi.stubEnv("NODE_DEBUG", "x");
  vi.stubEnv("POLICYC_TEST_STAGE", "x");
  const { environment } = ownCaller(readArguments(["--agent", "claude-code"]));
  expect([environment.NODE_DEBUG, environment.POLICYC_TEST_STAGE]).toEqual([undefined, "x"]);
  vi.unstubAllEnvs();
});
