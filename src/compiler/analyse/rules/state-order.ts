// Layers of a directed graph: each node lies after all that lead to it. Iterative, so that long chains never overflow.

export interface Layers {
  readonly layers: readonly number[];
  /** Nodes of one cycle in order, when there is one. */
  readonly cycle: readonly number[] | null;
}

/** `edges[n]` are the nodes that come after n. */
export function layersOf(edges: readonly (readonly number[])[]): Layers {
  const waiting = edges.map(() => 0);
  for (const targets of edges) for (const target of targets) waiting[target] = (waiting[target] ?? 0) + 1;
  const layers = edges.map(() => 0);
  const ready = [...edges.keys()].filter((node) => waiting[node] === 0);
  let done = 0;
  for (let node = ready.pop(); node !== undefined; node = ready.pop()) {
    done++;
    for (const target of edges[node] ?? []) {
      layers[target] = Math.max(layers[target] ?? 0, (layers[node] ?? 0) + 1);
      waiting[target] = (waiting[target] ?? 0) - 1;
      if (waiting[target] === 0) ready.push(target);
    }
  }
  return { layers, cycle: done === edges.length ? null : cycleIn(edges, waiting) };
}

/** Every node still waiting has one before it that waits too: going backwards must come round. */
function cycleIn(edges: readonly (readonly number[])[], waiting: readonly number[]): readonly number[] {
  const before = new Map<number, number>();
  for (const [node, targets] of edges.entries()) {
    if ((waiting[node] ?? 0) > 0) for (const target of targets) before.set(target, node);
  }
  const seen = new Map<number, number>();
  const path: number[] = [];
  let node = waiting.findIndex((count) => count > 0);
  while (!seen.has(node)) {
    seen.set(node, path.length);
    path.push(node);
    node = before.get(node) ?? node;
  }
  return path.slice(seen.get(node)).reverse();
}
