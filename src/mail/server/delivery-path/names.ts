import { normaliseAddress } from '../../../net/ip.ts'

const NAME = /^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})+$/

/**
 * A host as a Received field or HELO names it: a name of several labels in lower case, an address, or localhost. Absent
 * for everything else: a word alone says nothing about the way, and may be anything.
 */
export function hostOf(text: string | undefined): string | undefined {
  const word = (text ?? '').trim().toLowerCase().replace(/\.$/, '')
  const literal = /^\[(?:ipv6:)?([0-9a-f:.]{2,45})\]$/.exec(word)?.[1] ?? word
  const address = normaliseAddress(literal)
  if (address !== undefined) return address
  if (word === 'localhost') return word
  return word.length <= 253 && NAME.test(word) ? word : undefined
}

/** Protocols of RFC 3848 and RFC 6531, and those that big services write, by what stands behind `with` in upper case. */
const PROTOCOLS: Readonly<Record<string, { name: string; encrypted?: boolean }>> = {
  SMTP: { name: 'SMTP', encrypted: false },
  ESMTP: { name: 'ESMTP', encrypted: false },
  ESMTPA: { name: 'ESMTPA', encrypted: false },
  ESMTPS: { name: 'ESMTPS', encrypted: true },
  ESMTPSA: { name: 'ESMTPSA', encrypted: true },
  SMTPS: { name: 'SMTPS', encrypted: true },
  LMTP: { name: 'LMTP', encrypted: false },
  LMTPA: { name: 'LMTPA', encrypted: false },
  LMTPS: { name: 'LMTPS', encrypted: true },
  LMTPSA: { name: 'LMTPSA', encrypted: true },
  UTF8SMTP: { name: 'UTF8SMTP', encrypted: false },
  UTF8SMTPA: { name: 'UTF8SMTPA', encrypted: false },
  UTF8SMTPS: { name: 'UTF8SMTPS', encrypted: true },
  UTF8SMTPSA: { name: 'UTF8SMTPSA', encrypted: true },
  UTF8LMTP: { name: 'UTF8LMTP', encrypted: false },
  UTF8LMTPS: { name: 'UTF8LMTPS', encrypted: true },
  HTTP: { name: 'HTTP' },
  HTTPS: { name: 'HTTPS', encrypted: true },
  HTTPREST: { name: 'HTTPREST' },
  MICROSOFT: { name: 'Microsoft SMTP Server' },
  MAPI: { name: 'MAPI' },
  LOCAL: { name: 'local' },
  QMQP: { name: 'QMQP' },
  UUCP: { name: 'UUCP' },
  BSMTP: { name: 'BSMTP' },
  NNFMP: { name: 'NNFMP' },
  COREMAIL: { name: 'Coremail' },
}

/** What a `with` clause says, as far as it is a word that is known. */
export function protocolOf(word: string | undefined): { name: string; encrypted?: boolean } | undefined {
  const key = (word ?? '').toUpperCase()
  return Object.hasOwn(PROTOCOLS, key) ? PROTOCOLS[key] : undefined
}
