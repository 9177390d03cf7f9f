export function interval(count: number, of: number): readonly [number, number];
export function share(count: number, of: number): string;
export function perThousand(count: number, of: number): string;
export function percent(share: number): string;
