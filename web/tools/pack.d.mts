export function packed(data: string | Uint8Array, forbidden: readonly number[]): string;
export function compressed(data: string | Uint8Array, filter: string): Buffer;
export function characters(bytes: Uint8Array, forbidden: readonly number[]): string;
