import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { analyse } from '../../src/analysis/pipeline.ts'
import { analyzers } from '../../src/analysis/registry.ts'
import type { Check } from '../../src/core/check.ts'
import type { Envelope } from '../../src/core/message.ts'
import type { Report, SenderHints } from '../../src/core/report.ts'
import { listSettings, ROSTER } from '../../src/mail/server/blocklists/roster.ts'
import { createRecorder } from '../../src/net/dns/recorder.ts'
import type { ZoneFailures, ZoneLiteral } from '../../src/net/dns/zone.ts'
import { envelope } from '../support/envelope.ts'
import { type Outside, outside } from '../support/outside.ts'
import { type WithFix, withFix } from '../support/with-fix.ts'
import { zone } from '../support/zone.ts'
import { KEY_TXT, NOW, signed } from './authentication/authentication-scene.ts'

const LISTS = listSettings(ROSTER)
const PUBLIC = { A: ['93.184.216.34'] }

/** A sender as it should be: everything that a receiver asks about is there. */
export const SENDER: ZoneLiteral = {
  'example.org': { ...PUBLIC, TXT: ['v=spf1 mx ip4:192.0.2.10 -all'], MX: [[10, 'mx.example.org']] },
  'mx.example.org': PUBLIC,
  'mail.example.org': { A: ['192.0.2.10'], TXT: ['v=spf1 a -all'] },
  'reply.example.org': { MX: [[10, 'mx.example.org']] },
  'freemail.example': { MX: [[10, 'mx.example.org']] },
  'lists.example.org': PUBLIC,
  'example.us1.list-manage.com': PUBLIC,
  'mailchimp.com': PUBLIC,
  's1._domainkey.example.org': { TXT: [KEY_TXT] },
  '_dmarc.example.org': { TXT: ['v=DMARC1; p=reject; rua=mailto:dmarc@example.org'] },
  '10.2.0.192.in-addr.arpa': { PTR: ['mail.example.org'] },
}

export interface Sent {
  raw: Uint8Array
  envelope?: Partial<Envelope>
  zone?: ZoneLiteral
  fail?: ZoneFailures
  /** `plan`: the fixes are not tried, which takes most of the time. */
  leaveOut?: readonly string[]
  ownerWord?: SenderHints
  /** What the web answers. */
  web?: Outside['web']
}

/** The whole report on a message of that sender, with every analyzer, and the questions that were asked. */
export async function reportOn(sent: Sent): Promise<{ report: Report; questions: string[] }> {
  const clock = { now: () => NOW }
  const { report, evidence } = await analyse(
    {
      raw: sent.raw,
      envelope: envelope(sent.envelope),
      settings: {
        hostname: 'mx.receiver.example',
        lists: LISTS,
        listStates: LISTS.map(({ id }) => ({ id, usable: true })),
        ...(sent.ownerWord && { ownerWord: sent.ownerWord }),
      },
      leaveOut: sent.leaveOut ?? [],
      waitAtMost: 300_000,
    },
    analyzers,
    outside(createRecorder(zone({ ...SENDER, ...sent.zone }, sent.fail), clock), clock, {
      ...(sent.web && { web: sent.web }),
    }),
  )
  return { report, questions: evidence.dns.map(({ type, name }) => `${type} ${name}`) }
}

export function checkOf(report: Report, name: string): WithFix<Check> {
  const check = report.checks.find((one) => one.name === name)
  if (!check) throw new Error(`no check ${name}`)
  return withFix(check)
}

const CORPUS = join(import.meta.dir, '../corpus/well-sent')

/** The names of the messages that real software writes, in the form it gives them. */
export const WELL_SENT = readdirSync(CORPUS).map((file) => file.replace(/\.eml$/, ''))

/** One of them with CRLF, signed by its sender. */
export function wellSent(name: string): Promise<Buffer> {
  const text = readFileSync(join(CORPUS, `${name}.eml`), 'utf8')
  return signed(Buffer.from(text.replace(/\r?\n/g, '\r\n')))
}

/** How each of them came, where it is not as mail usually comes. */
export const CAME: Readonly<Record<string, Pick<Sent, 'envelope' | 'zone'>>> = {
  bounce: {
    envelope: { mailFrom: '', mailParameters: { BODY: '8BITMIME' } },
    zone: { 'mail.example.org': { A: ['192.0.2.10', ...PUBLIC.A] } },
  },
  vacation: { envelope: { mailFrom: '' } },
  internationalized: { envelope: { mailParameters: { SMTPUTF8: '', BODY: '8BITMIME' } } },
  'shop-by-platform': {
    envelope: { mailFrom: '0100018abc@bounces.example.org', helo: 'a8-1.smtp-out.platform.example' },
    zone: {
      'bounces.example.org': {
        TXT: ['v=spf1 include:platform.example ~all'],
        MX: [[10, 'feedback.platform.example']],
      },
      'platform.example': { TXT: ['v=spf1 ip4:192.0.2.0/24 -all'] },
      'feedback.platform.example': PUBLIC,
      'a8-1.smtp-out.platform.example': { A: ['192.0.2.10'] },
      '10.2.0.192.in-addr.arpa': { PTR: ['a8-1.smtp-out.platform.example'] },
    },
  },
}
