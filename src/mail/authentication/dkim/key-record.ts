import { createPublicKey } from 'node:crypto'
import { verbatim } from '../../../core/verbatim.ts'
import { remembered } from '../../reading/remembered.ts'

/** What can be wrong or unwise in a key record. */
export type DkimKeyCode =
  | 'dkim-key-missing'
  | 'dkim-key-foreign'
  | 'dkim-key-several'
  | 'dkim-key-quotes'
  | 'dkim-key-syntax'
  | 'dkim-key-version'
  | 'dkim-key-testing'
  | 'dkim-key-hash'
  | 'dkim-key-service'
  | 'dkim-key-revoked'
  | 'dkim-key-type'
  | 'dkim-key-base64'
  | 'dkim-key-unreadable'
  | 'dkim-key-short'
  | 'dkim-key-weak'

export interface DkimKeyProblem {
  /** Stable. */
  code: DkimKeyCode
  /** No verifier can use the key because of it. */
  fatal: boolean
  says: string
  /** What to publish, and where. */
  advice: string
}

/** What the record says, as far as it could be read. */
export interface DkimKeyFacts {
  /** The record, at most 4,096 characters. */
  record?: string
  type?: 'rsa' | 'ed25519'
  /** Of an RSA modulus. */
  bits?: number
  /** p= is empty (RFC 6376 3.6.1). */
  revoked?: boolean
  /** t=y: the domain is testing. */
  testing?: boolean
  /** t=s: i= may not be a subdomain of d=. */
  strictIdentity?: boolean
  /** h= */
  hashes?: string[]
  /** s= */
  services?: string[]
}

interface Reading {
  facts: DkimKeyFacts
  problems: DkimKeyProblem[]
  usable: boolean
}

const LONGEST_RECORD = 16_384
const LONGEST_SHOWN = 4_096
const MOST_TAGS = 100
const LEAST_BITS = 1_024
const LONGEST_REMEMBERED = 1_000
const MOST_REMEMBERED = 200
const GOOD_BITS = 2_048

/** Is this TXT record meant as a key? `v=` is optional, `p=` is not (RFC 6376 3.6.1). */
export function looksLikeKeyRecord(text: string): boolean {
  return (
    /^\s{0,20}v\s{0,20}=\s{0,20}dkim/i.test(text) ||
    /(?:^|;)\s{0,20}p\s{0,20}=/.test(text.slice(0, LONGEST_RECORD))
  )
}

/** Reads and judges the key record of a name (RFC 6376 3.6.1, RFC 8301, RFC 8463). */
export function readKeyRecord(name: string, published: string): Reading {
  const text = published.slice(0, LONGEST_RECORD)
  const problems: DkimKeyProblem[] = []
  const form = formOf(text)
  const say: Say = (code, fatal, says) =>
    problems.push({ code, fatal, says, advice: keyAdvice(code, name, form) })
  const foreign = foreignRecord(text)
  if (foreign) {
    say('dkim-key-foreign', true, `What stands there is ${foreign}, not a DKIM key.`)
    return { facts: { record: text.slice(0, LONGEST_SHOWN) }, problems, usable: false }
  }
  if (/["\\]/.test(text))
    say(
      'dkim-key-quotes',
      false,
      'The record holds quotes or backslashes, which belong to the zone file and not into the record.',
    )
  const tags = readTags(text, say)
  checkVersion(text, tags, say)
  const lists = readLists(tags, say)
  const key = readKey(tags, say)
  const facts = { record: text.slice(0, LONGEST_SHOWN), ...lists, ...key }
  return { facts, problems, usable: !problems.some(({ fatal }) => fatal) }
}

const NEW_KEY = 'v=DKIM1; k=rsa; p=<public key>'

/** The record as it is, with room for a key: what its owner wrote beside the key stays. */
function formOf(text: string): string {
  const kept = text
    .split(';')
    .slice(0, MOST_TAGS)
    .map((tag) => tag.replace(/["\\]/g, '').trim())
    .filter((tag) => /^[khstn] {0,5}= {0,5}[\w:.* -]{1,100}$/.test(tag))
  const tags = kept.some((tag) => tag.startsWith('k')) ? kept : ['k=rsa', ...kept]
  return ['v=DKIM1', ...new Set(tags), 'p=<public key>'].join('; ')
}

const ADVICE: Readonly<Partial<Record<DkimKeyCode, (name: string, form: string) => string>>> = {
  'dkim-key-missing': (name) =>
    `Publish the public key: ${name} TXT "${verbatim(NEW_KEY)}", with k=ed25519 where the signer has such a key.`,
  'dkim-key-foreign': (name) =>
    `Publish the public key in its place: ${verbatim(`${name} TXT "${NEW_KEY}"`)}`,
  'dkim-key-several': (name) => `Leave only the key at ${name} and delete the other TXT records.`,
  'dkim-key-quotes': (name) => `Publish ${name} anew without quotes and backslashes inside the text.`,
  'dkim-key-testing': (name) => `Remove t=y from the TXT record of ${name} once signing works.`,
  'dkim-key-revoked': (name, form) =>
    `Sign with a key that is in use, or publish one under a new selector, in this form: TXT "${verbatim(form)}". ${name} stays as it is.`,
  'dkim-key-hash': (name) => `Add sha256 to h= in the TXT record of ${name}.`,
  'dkim-key-service': (name) =>
    `Add email to s= in the TXT record of ${name}, where the key is meant for mail.`,
  'dkim-key-version': (name) => `Begin the TXT record of ${name} with ${verbatim('v=DKIM1;')}`,
  'dkim-key-short': (name) =>
    `Make an RSA key of 2048 bits and publish it under a new selector in place of ${name}.`,
  'dkim-key-weak': (name) =>
    `Make an RSA key of 2048 bits and publish it under a new selector in place of ${name}.`,
}

/** What to do about a fault of the key record at a name. */
export function keyAdvice(code: DkimKeyCode, name: string, form = NEW_KEY): string {
  return ADVICE[code]?.(name, form) ?? `Publish ${name} anew, in this form: TXT "${verbatim(form)}"`
}

type Say = (code: DkimKeyCode, fatal: boolean, says: string) => void

function foreignRecord(text: string): string | undefined {
  if (/^\s{0,20}v=spf1\b/i.test(text)) return 'an SPF record'
  if (/^\s{0,20}v=DMARC1\b/i.test(text)) return 'a DMARC record'
  if (/^\s{0,20}v=BIMI1\b/i.test(text)) return 'a BIMI record'
  return looksLikeKeyRecord(text) ? undefined : 'some other text'
}

/** Tag names are case-sensitive, and a tag may stand there once (RFC 6376 3.2). */
function readTags(text: string, say: Say): Map<string, string> {
  const tags = new Map<string, string>()
  const segments = text.split(';').slice(0, MOST_TAGS)
  for (const [index, segment] of segments.entries()) {
    const equals = segment.indexOf('=')
    const name = segment.slice(0, Math.max(equals, 0)).trim()
    if (segment.trim() === '') {
      if (index < segments.length - 1)
        say('dkim-key-syntax', true, 'There is nothing between two semicolons of the record.')
    } else if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(name)) {
      say('dkim-key-syntax', true, 'A part of the record is not of the form tag=value.')
    } else if (tags.has(name)) {
      say('dkim-key-syntax', true, `The tag ${name.slice(0, 20)}= is in the record twice.`)
    } else tags.set(name, segment.slice(equals + 1).trim())
  }
  return tags
}

function checkVersion(text: string, tags: Map<string, string>, say: Say): void {
  const version = tags.get('v')
  if (version === undefined) return
  if (version !== 'DKIM1') say('dkim-key-version', true, 'v= must be DKIM1, exactly so.')
  else if (!/^\s{0,20}v\s{0,20}=/.test(text))
    say('dkim-key-version', true, 'v=DKIM1 must be the first tag of the record.')
}

function readLists(
  tags: Map<string, string>,
  say: Say,
): Omit<DkimKeyFacts, 'record' | 'type' | 'bits' | 'revoked'> {
  const list = (tag: string) =>
    tags
      .get(tag)
      ?.split(':')
      .map((entry) => entry.trim().toLowerCase())
      .filter((entry) => entry !== '')
  const flags = list('t') ?? []
  const hashes = list('h')
  const services = list('s')
  if (flags.includes('y'))
    say(
      'dkim-key-testing',
      false,
      't=y says that the domain only tests DKIM: receivers may treat its mail as unsigned.',
    )
  if (hashes && !hashes.includes('sha256'))
    say('dkim-key-hash', true, 'h= does not allow sha256, the only hash still in use (RFC 8301).')
  if (services && !services.includes('email') && !services.includes('*'))
    say('dkim-key-service', true, 's= does not allow the key for mail.')
  return {
    ...(flags.includes('y') && { testing: true }),
    ...(flags.includes('s') && { strictIdentity: true }),
    ...(hashes && { hashes: hashes.slice(0, 10) }),
    ...(services && { services: services.slice(0, 10) }),
  }
}

function readKey(tags: Map<string, string>, say: Say): Pick<DkimKeyFacts, 'type' | 'bits' | 'revoked'> {
  const published = tags.get('p')?.replace(/\s/g, '')
  const kind = (tags.get('k') ?? 'rsa').toLowerCase()
  if (published === undefined) {
    say('dkim-key-syntax', true, 'The record has no p= tag and so no key.')
    return {}
  }
  if (published === '') {
    say('dkim-key-revoked', true, 'The key is revoked: p= is empty.')
    return { revoked: true }
  }
  if (kind !== 'rsa' && kind !== 'ed25519') {
    say('dkim-key-type', true, 'k= must be rsa or ed25519.')
    return {}
  }
  const bytes = decodeBase64(published)
  if (!bytes) {
    say('dkim-key-base64', true, 'p= is not valid base64: the key was cut or changed when it was published.')
    return { type: kind }
  }
  return kind === 'rsa' ? readRsa(bytes, say) : readEd25519(bytes, say)
}

function decodeBase64(text: string): Buffer | undefined {
  const digits = text.replace(/={0,2}$/, '')
  if (!/^[A-Za-z0-9+/]+$/.test(digits) || digits.length % 4 === 1) return undefined
  return Buffer.from(digits, 'base64')
}

function readRsa(bytes: Buffer, say: Say): Pick<DkimKeyFacts, 'type' | 'bits'> {
  const bits = rsaBits(bytes.toString('base64'))
  if (bits === undefined) {
    const meant =
      bytes.length === 32
        ? ': it looks like an Ed25519 key, which needs k=ed25519'
        : ': it was cut or changed when it was published'
    say('dkim-key-unreadable', true, `p= holds no RSA key${meant}.`)
    return { type: 'rsa' }
  }
  if (bits < LEAST_BITS)
    say(
      'dkim-key-short',
      true,
      `The key has ${bits} bits; receivers do not accept fewer than ${LEAST_BITS} (RFC 8301).`,
    )
  else if (bits < GOOD_BITS)
    say('dkim-key-weak', false, `The key has ${bits} bits; ${GOOD_BITS} are recommended (RFC 8301).`)
  return { type: 'rsa', bits }
}

/** Published as SubjectPublicKeyInfo, or as the bare RSAPublicKey of RFC 6376 3.6.1. */
const rsaBits = remembered(bitsOf, LONGEST_REMEMBERED, MOST_REMEMBERED)

function bitsOf(base64: string): number | undefined {
  const key = Buffer.from(base64, 'base64')
  for (const type of ['spki', 'pkcs1'] as const) {
    try {
      const { asymmetricKeyType, asymmetricKeyDetails } = createPublicKey({ key, format: 'der', type })
      if (asymmetricKeyType === 'rsa') return asymmetricKeyDetails?.modulusLength
    } catch {
      // Not of this form.
    }
  }
  return undefined
}

function readEd25519(bytes: Buffer, say: Say): Pick<DkimKeyFacts, 'type'> {
  if (bytes.length !== 32) {
    say(
      'dkim-key-unreadable',
      true,
      `An Ed25519 key has 32 octets and stands in p= without a wrapper (RFC 8463 section 4); this one has ${bytes.length}.`,
    )
  }
  return { type: 'ed25519' }
}
