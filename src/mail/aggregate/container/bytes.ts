import { crc32 } from 'node:zlib'

/** The chunks in one piece. */
export function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const [first] = chunks
  return chunks.length === 1 && first ? first : Buffer.concat(chunks)
}

export function crcOf(chunks: readonly Uint8Array[]): number {
  let crc = 0
  for (const chunk of chunks) crc = crc32(chunk, crc)
  return crc >>> 0
}

/** Little-endian; what lies behind the end is zero. */
export const u16 = (bytes: Uint8Array, at: number): number => (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8)

export const u32 = (bytes: Uint8Array, at: number): number => u16(bytes, at) + u16(bytes, at + 2) * 0x1_0000

/** Beyond 2^53 it is not exact, and too large for anything here. */
export const u64 = (bytes: Uint8Array, at: number): number => u32(bytes, at) + u32(bytes, at + 4) * 2 ** 32
