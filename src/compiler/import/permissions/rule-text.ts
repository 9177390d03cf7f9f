// A permission as the text of one rule. Nothing of the entry gets into the policy but as a quoted string, an escaped regular
// expression or a comment of one line.

import type { Permission } from "../../../hosts/shared/permissions/permission.ts";
import { commentText, messageText } from "../policy-text.ts";
import type { Variant } from "./variant.ts";

const LONGEST_MESSAGE = 1900;

export interface RuleSource {
  readonly permission: Permission;
  /** The file, as it is shown. */
  readonly file: string;
  readonly name: string;
}

export function ruleText({ permission, file, name }: RuleSource, chosen: Variant): string {
  const { entry, written, point, differs } = permission;
  const remarks = [...new Set([...differs, ...chosen.differs, ...cutRemark(permission)])];
  const fires = chosen.fires.length === 0 ? [] : [`  fires on ${chosen.fires.join(", ")}`];
  const ignores = chosen.ignores.length === 0 ? [] : [`  ignores ${chosen.ignores.join(", ")}`];
  return [
    commentText(`From ${file}, ${entry}${written === entry ? "" : `: ${written}`}`),
    ...remarks.map((remark) => commentText(`Different: ${remark}.`)),
    `rule ${name}`,
    `  on ${point}`,
    ...(chosen.comparesText ? ["  # allow P317: the entry compares the text of the command line"] : []),
    ...(chosen.when === "" ? [] : [`  when ${chosen.when}`]),
    ...(chosen.unless === "" ? [] : [`  unless ${chosen.unless}`]),
    `  ${effectText(permission, file)}`,
    ...fires,
    ...ignores,
  ].join("\n");
}

function effectText({ decision, message, written, entry }: Permission, file: string): string {
  if (decision === "allow") return "allow";
  const what = written === entry ? entry : `\`${written}\``;
  const verb = decision === "block" ? "refuses" : decision === "ask" ? "asks about" : "warns about";
  return `${decision} ${messageText(cut(message ?? `${what} in ${file} ${verb} this.`))}`;
}

const cut = (text: string): string =>
  text.length <= LONGEST_MESSAGE ? text : `${text.slice(0, LONGEST_MESSAGE).replace(/[\ud800-\udbff]$/, "")}...`;

const cutRemark = ({ message }: Permission): readonly string[] =>
  message !== null && message.length > LONGEST_MESSAGE ? [`its message is cut to ${LONGEST_MESSAGE} characters`] : [];
