export const PACKINGS = ['plain', 'zstd'] as const
export type Packing = (typeof PACKINGS)[number]

/** Bytes as they are kept. */
export interface Packed {
  packing: Packing
  bytes: Uint8Array
}

/** More takes more time than it saves room. */
export const PACKING_LEVEL = 1

/** The smaller form of the same bytes. */
export function smaller(bytes: Uint8Array, packed: Uint8Array): Packed {
  if (packed.byteLength >= bytes.byteLength) return { packing: 'plain', bytes }
  return { packing: 'zstd', bytes: packed }
}

/** Packs where the caller may stand still meanwhile. */
export function packSync(bytes: Uint8Array): Packed {
  return smaller(bytes, Bun.zstdCompressSync(bytes, { level: PACKING_LEVEL }))
}

export function unpackSync({ packing, bytes }: Packed): Uint8Array {
  return packing === 'zstd' ? Bun.zstdDecompressSync(bytes) : bytes
}
