// The doctor's findings in one line for each agent; in full where something is wrong.

import { visible } from "../../compiler/diagnostics/report/visible.ts";
import type { Io } from "../base/io.ts";
import { examine } from "../install/doctor.ts";
import { statusOf } from "../install/installed-status.ts";
import type { InstallOrder } from "../install/plan-order.ts";
import { statusText } from "../install/show-status.ts";
import { placeText } from "../install/site.ts";
import { titleOf } from "./find-agents.ts";

export interface DoctorText {
  readonly text: string;
  readonly isSound: boolean;
}

export async function doctorText(orders: readonly InstallOrder[], io: Io): Promise<DoctorText> {
  const parts: string[] = [];
  let isSound = true;
  for (const { description, site } of orders) {
    const status = await statusOf(description, site);
    const findings = await examine(description, status, io);
    const isWell = status.troubles.length === 0 && findings.length > 0 && findings.every(({ isGood }) => isGood);
    if (!isWell) isSound = false;
    parts.push(
      isWell
        ? visible(
            `${titleOf(description.agent)}: tried ${findings.length} calls, all were answered as they should be`,
          ).concat("\n")
        : statusText(status, findings, (path) => placeText(path, io)),
    );
  }
  return { text: parts.join(""), isSound };
}
