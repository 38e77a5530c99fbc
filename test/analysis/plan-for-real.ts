import type { Change } from '../../src/core/fix.ts'
import { parseMessage } from '../../src/mail/reading/parse.ts'
import type { ZoneLiteral, ZoneRecords } from '../../src/net/dns/zone.ts'
import { signed } from './authentication/authentication-scene.ts'
import { SENDER, type Sent } from './whole-report.ts'

/** A sender as a test tells of it: the message before it is signed. */
export interface Sender extends Omit<Sent, 'raw'> {
  fields: readonly string[]
  body: string
}

export async function sentBy({ fields, body, ...rest }: Sender): Promise<Sent> {
  return { ...rest, raw: await signed(Buffer.from(`${fields.join('\r\n')}\r\n\r\n${body}`)) }
}

/** The sender after it did what the plan says: the zone is edited, the message written and signed anew. */
export function fixed(sender: Sender, changes: readonly Change[]): Sender {
  return changes.reduce(apply, sender)
}

function apply(sender: Sender, change: Change): Sender {
  if (change.kind === 'smtp') {
    const { tls, helo } = change
    return { ...sender, envelope: { ...sender.envelope, ...(tls && { tls }), ...(helo && { helo }) } }
  }
  if (change.kind === 'header') {
    const start = `${change.name.toLowerCase()}:`
    const others = sender.fields.filter((field) => !field.toLowerCase().startsWith(start))
    return {
      ...sender,
      fields: change.value === undefined ? others : [...others, `${change.name}: ${change.value}`],
    }
  }
  return { ...sender, zone: withRecords(sender.zone ?? {}, change) }
}

function withRecords(zone: ZoneLiteral, change: Extract<Change, { kind: 'dns' }>): ZoneLiteral {
  const name = change.name.toLowerCase().replace(/\.$/, '')
  const old: ZoneRecords = zone[name] ?? SENDER[name] ?? {}
  const written = change.records.map((record) => record.replace(/^"(.*)"$/, '$1'))
  const begins = change.replaces?.toLowerCase()
  const stays = (record: unknown) => begins !== undefined && !String(record).toLowerCase().startsWith(begins)
  const kept = ((old as Record<string, readonly unknown[]>)[change.type] ?? []).filter(stays)
  const made = change.type === 'MX' ? written.map(readMx) : written
  return { ...zone, [name]: { ...old, [change.type]: [...kept, ...made] } }
}

function readMx(record: string): [number, string] {
  const [preference, exchange = ''] = record.split(' ')
  return [Number(preference), exchange.replace(/\.$/, '')]
}

/** The fields and the body of a message with LF or CRLF. */
export function split(text: string): Pick<Sender, 'fields' | 'body'> {
  const raw = text.replace(/\r?\n/g, '\r\n')
  const at = raw.indexOf('\r\n\r\n')
  const head = raw.slice(0, at).replace(/\r\n(?=[ \t])/g, '\n')
  parseMessage(Buffer.from(raw))
  return {
    fields: head.split('\r\n').map((field) => field.replaceAll('\n', '\r\n')),
    body: raw.slice(at + 4),
  }
}

/** Whose SPF record leaves its host out, and who has no DMARC record. */
export const TO_BE_FIXED: Sender = {
  fields: [
    'From: Ann <ann@example.org>',
    'To: bob@example.net',
    'Subject: Hello',
    'Date: Fri, 20 Nov 2026 11:59:00 +0000',
    'Message-ID: <1@example.org>',
  ],
  body: 'Hello Bob, see you tomorrow at ten.\r\n',
  envelope: { mailFrom: 'ann@example.org', clientAddress: '192.0.2.10', helo: 'mail.example.org' },
  zone: {
    'example.org': {
      A: ['93.184.216.34'],
      TXT: ['site-verification=1', 'v=spf1 ip4:192.0.2.99 -all'],
      MX: [[10, 'mx.example.org']],
    },
    '_dmarc.example.org': {},
    's1._domainkey.example.org': {},
  },
}
