export function packed(data: string | Uint8Array, forbidden: readonly number[]): string;
export function characters(bytes: Uint8Array, forbidden: readonly number[]): string;
