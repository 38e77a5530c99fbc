import data from '../../data/sending-platforms.json' with { type: 'json' }
import type { ParsedMessage } from '../../reading/message.ts'
import { rawValue } from '../../reading/mime/fields.ts'
import { hostOf } from './names.ts'

/** sending: bulk and transactional mail. gateway: hands on the mail of others. */
export type PlatformKind = 'sending' | 'mailbox' | 'hosting' | 'gateway' | 'application'

export interface Platform {
  name: string
  kind: PlatformKind
  /** By what it was recognised; anybody could write most of it. */
  signs: string[]
}

/** What is known of the hosts a message passed. */
export interface PassedHosts {
  /** The name the client gave itself when it handed the message to us. */
  client?: string
  /** Hosts named by the Received fields. */
  hosts: readonly string[]
  /** '' for the null sender. */
  returnPath: string
}

interface Entry {
  name: string
  kind: string
  domains: string[]
  headers?: string[]
  feedback?: string[]
}

/** How much a sign says; the host that handed the message over cannot be a matter of copied header fields. */
const SIGNS = {
  client: ['HELO name', 4],
  dkim: ['DKIM domain', 3],
  header: ['header field', 3],
  feedback: ['Feedback-ID', 2],
  returnPath: ['Return-Path', 2],
  messageId: ['Message-ID', 1],
  host: ['Received', 1],
} as const
type Sign = keyof typeof SIGNS

const KINDS: readonly string[] = [
  'sending',
  'mailbox',
  'hosting',
  'gateway',
  'application',
] satisfies PlatformKind[]
const isKind = (word: string): word is PlatformKind => KINDS.includes(word)

const entries: readonly Entry[] = data.platforms
const byDomain = new Map(entries.flatMap((entry) => entry.domains.map((domain) => [domain, entry] as const)))
const byHeader = new Map(
  entries.flatMap((entry) => (entry.headers ?? []).map((key) => [key, entry] as const)),
)
const byFeedback = new Map(
  entries.flatMap((entry) => (entry.feedback ?? []).map((id) => [id, entry] as const)),
)

const MOST_SIGNATURES = 20
const MOST_SHOWN = 3

/** The services that had a hand in the message, the surest first. */
export function recognisePlatforms(message: ParsedMessage, passed: PassedHosts): Platform[] {
  const found = new Map<Entry, Set<Sign>>()
  const note = (entry: Entry | undefined, sign: Sign) => {
    if (entry) found.set(entry, (found.get(entry) ?? new Set()).add(sign))
  }
  note(ofDomain(passed.client), 'client')
  for (const host of passed.hosts) note(ofDomain(host), 'host')
  for (const domain of signatureDomains(message)) note(ofDomain(domain), 'dkim')
  for (const { key } of message.headers) note(byHeader.get(key), 'header')
  note(byFeedback.get(lastPart(message.first('feedback-id')?.value, ':')), 'feedback')
  note(ofDomain(lastPart(message.first('message-id')?.value, '@').replace(/>.*$/s, '')), 'messageId')
  // Anybody may give the address of a mailbox as sender; bounces of a sending service go to its own.
  const bounces = ofDomain(lastPart(passed.returnPath, '@'))
  if (bounces?.kind === 'sending') note(bounces, 'returnPath')
  return [...found]
    .map(([entry, signs]) => ({ entry, signs: [...signs], weight: weightOf(signs) }))
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, MOST_SHOWN)
    .map(({ entry, signs }) => ({
      name: entry.name,
      kind: isKind(entry.kind) ? entry.kind : 'application',
      signs: signs.map((sign) => SIGNS[sign][0]),
    }))
}

function weightOf(signs: ReadonlySet<Sign>): number {
  return [...signs].reduce((sum, sign) => sum + SIGNS[sign][1], 0)
}

/** The entry of a name or of one of the names above it. */
function ofDomain(text: string | undefined): Entry | undefined {
  const labels = (hostOf(text) ?? '').split('.')
  for (let from = 0; from < labels.length - 1; from += 1) {
    const entry = byDomain.get(labels.slice(from).join('.'))
    if (entry) return entry
  }
  return undefined
}

function lastPart(text: string | undefined, mark: string): string {
  const value = (text ?? '').slice(0, 1_000)
  return value
    .slice(value.lastIndexOf(mark) + 1)
    .trim()
    .toLowerCase()
}

/** What the signatures name as d=, verified or not. */
function signatureDomains(message: ParsedMessage): string[] {
  const fields = message.all('dkim-signature').slice(0, MOST_SIGNATURES)
  return fields.flatMap((field) => {
    const tag = rawValue(field)
      .slice(0, 4_000)
      .split(';')
      .find((part) => /^\s{0,20}d\s{0,20}=/.test(part))
    return tag === undefined ? [] : [tag.slice(tag.indexOf('=') + 1).trim()]
  })
}
