// `cd`, `pushd`, `popd`: where later commands run.

import { moveTo } from "../expand/folders.ts";
import type { Output } from "../expand/reader.ts";
import { assign, folder, folderAt, folderEntry, put, variable } from "../expand/scope.ts";
import type { Word } from "../syntax/model.ts";
import { known, unknown } from "../syntax/text.ts";
import { argsOf, type Builtin, likely } from "./builtin.ts";
import type { Running } from "./invoke.ts";

function goTo(running: Running, target: Word): Output {
  const { frame } = running;
  const here = folder(frame.scope);
  moveTo(target, frame);
  assign(frame.scope, "OLDPWD", [
    here === null
      ? { ...known("."), isHere: true as const }
      : here.kind === "dynamic"
        ? unknown(here.text, here.why)
        : known(here.text),
  ]);
  return likely;
}

export const cd: Builtin = (running) => {
  const { call, frame } = running;
  const words = call.args.filter(
    (word, i) => !(word.kind === "literal" && /^(?:-[LPe@]+|--)$/.test(word.text) && i < 3),
  );
  const target = words[0];
  if (target === undefined) return goTo(running, { kind: "literal", text: frame.reader.environment.home });
  if (target.kind === "literal" && target.text === "-") {
    const old = variable(frame.scope, "OLDPWD")?.items?.[0];
    if (old?.isHere === true && old.text === ".") return goBack(running);
    return goTo(
      running,
      old?.why === null
        ? { kind: "literal", text: old.text }
        : { kind: "dynamic", text: "-", why: "the previous folder" },
    );
  }
  if (target.kind === "literal" && target.text === "") return likely;
  // `CDPATH=/; cd home`: the folder may be below any of these.
  const isSought = variable(frame.scope, "CDPATH")?.items?.some(({ text }) => text !== "") === true;
  if (isSought && target.kind === "literal" && !/^(?:\/|\.{1,2}(?:\/|$))/.test(target.text))
    return goTo(running, { kind: "dynamic", text: target.text, why: "a folder from CDPATH" });
  const text = argsOf(running).at(call.args.indexOf(target));
  return text?.isHere === true && text.text === "." ? goBack(running) : goTo(running, target);
};

/** Back to where the whole command started. */
function goBack(running: Running): Output {
  goTo(running, { kind: "literal", text: "." });
  put(running.frame.scope, "cwd", folderAt(null));
  return likely;
}

/** The folder stack, as an array variable that no script can name. */
const STACK = "folder stack";

export const pushd: Builtin = (running) => {
  const { call, frame } = running;
  const target = call.args.find((word) => word.kind !== "literal" || !/^-[n-]$/.test(word.text));
  const here = folder(frame.scope);
  const before = variable(frame.scope, STACK)?.items ?? [];
  const top =
    here === null
      ? { ...known("."), isHere: true as const }
      : here.kind === "dynamic"
        ? unknown(here.text, here.why)
        : known(here.text);
  if (target === undefined || (target.kind === "literal" && /^[+-]\d+$/.test(target.text))) {
    return goTo(running, { kind: "dynamic", text: ".", why: "the folder stack" });
  }
  assign(frame.scope, STACK, [...before, top], { isArray: true, isExported: false });
  return goTo(running, target);
};

/** If `pushd` may have failed, the matching `popd` may fail too. */
function otherFolders(scope: Running["frame"]["scope"]): readonly (Word | null)[] {
  const { others, failed } = folderEntry(scope);
  return [...others, ...failed];
}

export const popd: Builtin = (running) => {
  const { frame } = running;
  const before = variable(frame.scope, STACK)?.items ?? [];
  const top = before.at(-1);
  assign(frame.scope, STACK, before.slice(0, -1), { isArray: true, isExported: false });
  if (top === undefined || running.call.args.length > 0)
    return goTo(running, { kind: "dynamic", text: ".", why: "the folder stack" });
  const word: Word =
    top.why === null ? { kind: "literal", text: top.text } : { kind: "dynamic", text: top.text, why: top.why };
  put(frame.scope, "cwd", folderAt(top.text === "." && top.why === null ? null : word, otherFolders(frame.scope)));
  return likely;
};
