interface Shown {
  readonly name: string;
  readonly text: string;
}
export function publicTypesOf(entry: string): {
  readonly exported: readonly Shown[];
  readonly behind: readonly Shown[];
};
export function bundledTypesOf(entry: string): string;
