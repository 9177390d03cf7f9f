export function buildParts(outdir: string): Promise<void>;
export function buildProgram(outdir: string): Promise<void>;
