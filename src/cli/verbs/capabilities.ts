// `policyc capabilities`: what each host can do at each point, from the same table the compiler enforces.

import { InvalidArgumentError } from "commander";
import { safeJson } from "../../compiler/diagnostics/report/visible.ts";
import { didYouMean } from "../../compiler/diagnostics/suggest.ts";
import { capabilities, capabilityOf, renderMatrix, targets } from "../../hosts/index.ts";
import type { Point } from "../../language/contract.ts";
import { points } from "../../language/schema.ts";
import { type Exit, exit, type Io } from "../base/io.ts";
import { type DefineVerb, formatOption, knownTarget } from "./verb.ts";

interface MatrixOptions {
  readonly target?: string;
  readonly point?: Point;
  readonly format: string;
}

const pointNames = Object.keys(points) as readonly Point[];

export const defineCapabilities: DefineVerb = (command, io, finish) => {
  command
    .description(
      "Lists the effects that each agent can carry out at each point. The compiler checks rules against the same table.",
    )
    .option("--target <target>", "only this agent", knownTarget)
    .option("--point <point>", "only this point", knownPoint)
    .addOption(formatOption(["pretty", "json"]))
    .action((options: MatrixOptions) => finish(show(options, io)));
};

/** A point of the schema; anything else is a usage error with the nearest name. */
export function knownPoint(word: string): Point {
  const known = pointNames.find((point) => point === word);
  if (known !== undefined) return known;
  const near = didYouMean(word, pointNames);
  throw new InvalidArgumentError(
    near === null ? `the points are ${pointNames.join(", ")}` : `did you mean \`${near}\`?`,
  );
}

function show(options: MatrixOptions, io: Io): Exit {
  if (options.format === "json") {
    io.stdout.write(`${safeJson(cells(options))}\n`);
    return exit.clean;
  }
  const text = renderMatrix(options.target, options.point);
  io.stdout.write(
    text === "" ? `${options.target ?? "no agent"} has nothing at ${options.point ?? "any point"}\n` : text,
  );
  return exit.clean;
}

/** Every cell as one object: `{ target, point, capability, scope, verdict, note? }`. */
function cells({ target, point }: MatrixOptions): readonly unknown[] {
  return targets
    .filter((name) => target === undefined || name === target)
    .flatMap((name) =>
      pointNames
        .filter((one) => point === undefined || one === point)
        .flatMap((one) =>
          (["internal", "user", "repo"] as const).flatMap((scope) =>
            capabilities.map((capability) => ({
              target: name,
              point: one,
              scope,
              capability,
              ...capabilityOf(name, one, capability, scope),
            })),
          ),
        ),
    );
}
