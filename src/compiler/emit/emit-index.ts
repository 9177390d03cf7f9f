// The index as text: Maps from literal to rule ids, compact, because ten thousand rules must start quickly.

import type { ModuleScope } from "./emit-scope.ts";
import { literal } from "./emit-text.ts";
import type { BucketPlan, IndexPlan, KeyPlan, PointPlan } from "./index-plan.ts";

export function emitPoint(plan: PointPlan, module: ModuleScope): string {
  const lines = [
    `    state: ${literal(plan.state)},`,
    ...(plan.stateIndex === null ? [] : [`    stateIndex: ${indexText(plan.stateIndex, module)},`]),
    `    index: ${indexText(plan.index, module)},`,
    `    all: ${literal(plan.all)},`,
  ];
  return `{\n${lines.join("\n")}\n  }`;
}

function indexText(index: IndexPlan, module: ModuleScope): string {
  return `{ always: ${literal(index.always)}, keys: [${index.keys.map((key) => keyText(key, module)).join(", ")}] }`;
}

/** Buckets that several literals share are written once. */
function keyText(key: KeyPlan, module: ModuleScope): string {
  const texts = [...key.buckets].map(([value, bucket]) => ({ value, text: bucketText(bucket, module) }));
  const uses = new Map<string, number>();
  for (const { text } of texts) uses.set(text, (uses.get(text) ?? 0) + 1);
  const entries = texts.map(({ value, text }) => {
    const isShared = text.length > 24 && (uses.get(text) ?? 0) > 1;
    return `[${literal(value)}, ${isShared ? module.constant("bucket", `${text} as Bucket`) : text}]`;
  });
  return `{ key: ${literal(key.key)}, buckets: new Map<string, Bucket>([${entries.join(", ")}]), unknown: ${bucketText(key.unknown, module)} }`;
}

function bucketText(bucket: BucketPlan, module: ModuleScope): string {
  return "always" in bucket ? indexText(bucket, module) : literal(bucket);
}
