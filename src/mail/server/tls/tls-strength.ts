import type { TlsFacts } from '../../../core/message.ts'

/** How strong the encryption of a session was (RFC 8996, RFC 9325 section 4). */
interface TlsStrength {
  /** Older than TLS 1.2; false for a version that cannot be read. */
  isOld: boolean
  isWeakCipher: boolean
  /** A key taken later opens what was recorded today. */
  lacksForwardSecrecy: boolean
}

/** No encryption, export strength, broken ciphers, 64-bit blocks; IANA and OpenSSL names. */
const WEAK = /NULL|EXP(?:ORT)?[-_]|RC4|RC2|(?:^|[-_3])DES(?:[-_]|$)|IDEA|MD5/i

export function strengthOf({ version, cipher }: Pick<TlsFacts, 'version' | 'cipher'>): TlsStrength {
  const number = /^(?:TLS)?v?(\d)(?:[._](\d))?/i.exec(version)
  const value = number ? Number(number[1]) * 10 + Number(number[2] ?? 0) : undefined
  const isOld = /^SSL/i.test(version) || (value !== undefined && value < 12)
  return {
    isOld,
    isWeakCipher: WEAK.test(cipher),
    lacksForwardSecrecy:
      cipher !== '' && value !== undefined && value < 13 && !/DHE|ECDH_anon|A(?:EC)?DH-/i.test(cipher),
  }
}
