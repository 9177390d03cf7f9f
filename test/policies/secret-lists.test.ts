// `command flows secret into ...` and std/secrets mean the same files.

import { expect, it } from "vitest";
import { expandGlob } from "../../src/compiler/analyse/types/glob-patterns.ts";
import { openFiles, secretFiles } from "../../src/runtime/engine/paths/secret-files.ts";
import { packs } from "../docs/generated/pack-files.ts";

it.each([
  ["secret-files", secretFiles],
  ["allowed-files", openFiles],
])("%s of std/secrets are the files of `flows secret`", (name, files) => {
  const params = packs.find((pack) => pack.name === "std/secrets")?.params ?? [];
  const written = params.find((param) => param.name === name)?.value ?? "";
  const expanded = [...written.matchAll(/^\s*"(.*)",$/gm)].flatMap(([, glob = ""]) => {
    const read = expandGlob(glob);
    return "globs" in read ? read.globs : [read.error];
  });
  expect(expanded).toEqual(files);
});
