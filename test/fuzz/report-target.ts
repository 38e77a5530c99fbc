import { analyse } from '../../src/analysis/pipeline.ts'
import { analyzers } from '../../src/analysis/registry.ts'
import { NotAMessage } from '../../src/mail/reading/parse.ts'
import { listSettings, ROSTER } from '../../src/mail/server/blocklists/roster.ts'
import { createRecorder } from '../../src/net/dns/recorder.ts'
import type { ZoneLiteral } from '../../src/net/dns/zone.ts'
import type { FetchAnswer, ScanReply } from '../../src/net/ports.ts'
import { envelope } from '../support/envelope.ts'
import { outside } from '../support/outside.ts'
import { zone } from '../support/zone.ts'
import { ANSWER_TARGETS } from './answer-targets.ts'
import { AROUND_FIELD, MESSAGE_PIECES, MESSAGES } from './message-seeds.ts'
import { mutated } from './mutate.ts'
import { holdReport } from './promises.ts'
import { type Chance, seeded } from './random.ts'
import { RECORD_TARGETS } from './record-targets.ts'
import { HTML_SHAPES, MESSAGE_SHAPES } from './shapes.ts'
import { bytesOf, type Target } from './target.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const LISTS = listSettings(ROSTER)
const HOSTS = [
  'mail.example.org',
  'localhost',
  '[192.0.2.10]',
  '',
  'a'.repeat(300),
  '192.0.2.10',
  'münchen.example',
  '\u{1f600}',
]
const ADDRESSES = ['192.0.2.10', '93.184.216.34', '2001:4860::1', '10.0.0.1', undefined]
const SENDERS = [
  'bounce@example.org',
  '',
  'a@b',
  '@',
  'x@[192.0.2.1]',
  'a@münchen.example',
  `${'a'.repeat(300)}@example.org`,
]

function recordFrom(name: string, chance: Chance): string {
  const target = [...RECORD_TARGETS, ...ANSWER_TARGETS].find((one) => one.name === name)
  return target ? mutated(target.seeds, target.pieces, chance).slice(0, 2_000) : ''
}

function zoneFrom(chance: Chance): ZoneLiteral {
  const domain = { A: ['93.184.216.34'], MX: [[10, 'mx.example.org']] as const }
  return {
    'example.org': { ...domain, TXT: [recordFrom('spf', chance)] },
    'mx.example.org': domain,
    'mail.example.org': { A: ['192.0.2.10'] },
    's1._domainkey.example.org': { TXT: [recordFrom('dkim key', chance)] },
    '_dmarc.example.org': { TXT: [recordFrom('dmarc', chance)] },
    'default._bimi.example.org': { TXT: [recordFrom('bimi record', chance)] },
    '_mta-sts.example.org': { TXT: ['v=STSv1; id=1'] },
    '_smtp._tls.example.org': { TXT: [recordFrom('mta-sts', chance)] },
    '10.2.0.192.in-addr.arpa': { PTR: [chance.pick(HOSTS) || 'x.example.org'] },
  }
}

function answerFrom(url: string, chance: Chance): FetchAnswer {
  if (chance.below(4) === 0) return { kind: 'failure', reason: 'network' }
  const name = chance.pick(['bimi logo', 'bimi certificate', 'mta-sts'])
  const body = bytesOf(recordFrom(name, chance)).toString('base64')
  return {
    kind: 'response',
    status: 200,
    url,
    redirects: [],
    contentType: 'text/plain',
    body,
    truncated: false,
  }
}

const LONG = 30_000

/** Shapes that are doubled meet with the same circumstances. */
function circumstancesOf(text: string): number {
  const told = text.length < LONG ? text : text.slice(0, 100)
  return Number(Bun.hash.crc32(told))
}

/** The whole analysis of a damaged message of a sender who publishes damaged records. */
async function report(text: string): Promise<void> {
  const chance = seeded(circumstancesOf(text))
  const clock = { now: () => NOW }
  const says = (name: string) => ({
    scan: async (): Promise<ScanReply> => ({ kind: 'reply', body: recordFrom(name, chance) }),
  })
  const ports = outside(createRecorder(zone(zoneFrom(chance)), clock), clock, {
    web: ({ url }) => answerFrom(url, chance),
    scanners: { spamassassin: says('spamd reply'), rspamd: says('rspamd reply') },
  })
  const address = chance.pick(ADDRESSES)
  const session = envelope({
    helo: chance.pick(HOSTS),
    mailFrom: chance.pick(SENDERS),
    ...(address && { clientAddress: address }),
  })
  if (address === undefined) delete session.clientAddress
  const settings = {
    hostname: 'mx.receiver.example',
    lists: LISTS,
    listStates: LISTS.map(({ id }) => ({ id, usable: true })),
    fetchLinks: chance.below(2) === 0,
    scanners: ['spamassassin', 'rspamd'] as ('spamassassin' | 'rspamd')[],
  }
  const leaveOut = chance.below(4) === 0 ? [] : ['plan']
  try {
    const made = await analyse(
      { raw: bytesOf(text), envelope: session, settings, leaveOut, waitAtMost: 60_000 },
      analyzers,
      ports,
    )
    holdReport(made.report)
  } catch (cause) {
    if (!(cause instanceof NotAMessage)) throw cause
  }
}

/** Markup as the only part of a message. */
function asPages(shapes: NonNullable<Target['shapes']>): NonNullable<Target['shapes']> {
  const page = 'From: a@example.org\r\nContent-Type: text/html\r\n\r\n'
  return Object.fromEntries(
    Object.entries(shapes).map(([says, build]) => [says, (size: number) => page + build(size)]),
  )
}

export const REPORT_TARGET: Target = {
  name: 'report',
  seeds: MESSAGES,
  pieces: MESSAGE_PIECES,
  around: AROUND_FIELD,
  shapes: { ...MESSAGE_SHAPES, ...asPages(HTML_SHAPES) },
  run: report,
}
