/** The Castagnoli polynomial, its bits in reverse. */
const POLYNOMIAL = 0x82f63b78

/** CRC32C (RFC 9260 appendix A), the checksum of a PROXY header. */
export function crc32c(bytes: Uint8Array): number {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? POLYNOMIAL : 0)
  }
  return (sum ^ 0xffffffff) >>> 0
}
