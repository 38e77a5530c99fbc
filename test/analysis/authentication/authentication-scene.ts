import { generateKeyPairSync } from 'node:crypto'
import { viewClient } from '../../../src/analysis/client/client-view.ts'
import type { AnalysisContext } from '../../../src/analysis/context.ts'
import type { Envelope } from '../../../src/core/message.ts'
import { type SigningOptions, signMessage } from '../../../src/mail/authentication/dkim/sign.ts'
import { parseMessage } from '../../../src/mail/reading/parse.ts'
import { createRecorder } from '../../../src/net/dns/recorder.ts'
import type { ZoneFailures, ZoneLiteral } from '../../../src/net/dns/zone.ts'
import { envelope } from '../../support/envelope.ts'
import { contextOf, outside } from '../../support/outside.ts'
import { zone } from '../../support/zone.ts'

export const NOW = new Date('2026-11-20T12:00:00Z')
const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
const PEM = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

/** p= of the key that `signed` signs with. */
export const PUBLIC_KEY = pair.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
export const KEY_TXT = `v=DKIM1; k=rsa; p=${PUBLIC_KEY}`

export const FIELDS = [
  'From: Ann <ann@example.org>',
  'To: bob@example.net',
  'Subject: Numbers of the week',
  'Date: Fri, 20 Nov 2026 11:59:00 +0000',
  'Message-ID: <1@example.org>',
]

export function plain(fields: readonly string[] = FIELDS, body = 'Good day.'): Buffer {
  return Buffer.from(`${fields.join('\r\n')}\r\n\r\n${body}\r\n`)
}

export function signed(raw = plain(), options: Partial<SigningOptions> = {}): Promise<Buffer> {
  return signMessage(raw, { domain: 'example.org', selector: 's1', privateKeyPem: PEM, now: NOW, ...options })
}

export interface Scene {
  raw?: Buffer
  zone?: ZoneLiteral
  fail?: ZoneFailures
  envelope?: Partial<Envelope>
  /** Keys of the envelope that are not known, as from a file. */
  without?: readonly ('clientAddress' | 'helo' | 'mailFrom')[]
}

/** What the four checks of authentication read: the real facts over a DNS literal. */
export function scene(given: Scene = {}): AnalysisContext {
  const raw = given.raw ?? plain()
  const session = envelope(given.envelope)
  for (const key of given.without ?? []) delete session[key]
  const clock = { now: () => NOW }
  const questions = createRecorder(zone(given.zone ?? {}, given.fail), clock)
  const settings = { hostname: 'mx.receiver.example', lists: [], listStates: [] }
  const base = {
    raw,
    envelope: session,
    message: parseMessage(raw),
    client: viewClient(session),
    settings,
    clock,
  }
  return contextOf(base, outside(questions, clock))
}

/** example.org as it should be: SPF for 192.0.2.10, the key of `signed`, DMARC. */
export const GOOD: ZoneLiteral = {
  'example.org': { TXT: ['v=spf1 ip4:192.0.2.10 -all'], MX: [[10, 'mail.example.org']] },
  'mail.example.org': { A: ['192.0.2.10'] },
  's1._domainkey.example.org': { TXT: [KEY_TXT] },
  '_dmarc.example.org': { TXT: ['v=DMARC1; p=reject; rua=mailto:dmarc@example.org'] },
}
