import { PACKING_LEVEL, type Packed, packSync, smaller, unpackSync } from '../../core/kept/packed.ts'

/** Up to here packing takes the writer less than a millisecond; longer bytes are packed before they reach it. */
const LONG = 64 * 1024

/** Bytes on their way to the writer: still to be packed when they are short. */
export type Parcel = Packed | { packing: 'open'; bytes: Uint8Array }

/** Whether packing would hold the writer up. */
export const isLong = (bytes: Uint8Array): boolean => bytes.byteLength > LONG

/** Packs long bytes in a thread of the runtime's pool, so that neither caller nor writer stands still. */
export async function parcel(bytes: Uint8Array): Promise<Parcel> {
  if (isLong(bytes)) return smaller(bytes, await Bun.zstdCompress(bytes, { level: PACKING_LEVEL }))
  // A view would take the whole buffer behind it along to the writer's thread.
  return { packing: 'open', bytes: bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice() }
}

export function pack(given: Parcel): Packed {
  if (given.packing !== 'open') return given
  return packSync(given.bytes)
}

/** Unpacks long bytes away from the calling thread. */
export async function unpack(packed: Packed): Promise<Uint8Array> {
  if (packed.packing === 'plain' || packed.bytes.byteLength <= LONG) return unpackSync(packed)
  return Bun.zstdDecompress(packed.bytes)
}
