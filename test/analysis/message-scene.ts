import type { Analyzer } from '../../src/analysis/analyzer.ts'
import type { AnalysisSettings } from '../../src/analysis/context.ts'
import { codesOf } from '../../src/core/check.ts'
import type { Envelope } from '../../src/core/message.ts'
import type { Authentication, DkimSignature } from '../../src/mail/authentication/authenticate.ts'
import { parseMessage } from '../../src/mail/reading/parse.ts'
import { envelope } from '../support/envelope.ts'
import { contextOf, outside } from '../support/outside.ts'
import { withFix } from '../support/with-fix.ts'

/** What an analyzer of the message's own bytes is handed; it asks nobody anything. */
export interface Scene {
  envelope?: Partial<Envelope>
  dkim?: Partial<DkimSignature>[]
  settings?: Partial<AnalysisSettings>
}

export async function judge(analyzer: Analyzer, message: string | Uint8Array, scene: Scene = {}) {
  const raw = typeof message === 'string' ? Buffer.from(message, 'latin1') : message
  const parsed = parseMessage(raw)
  const nobody = () => {
    throw new Error('this analyzer asks no questions')
  }
  const base = {
    raw,
    envelope: envelope(scene.envelope),
    message: parsed,
    client: { kind: 'public', address: '192.0.2.10' } as const,
    settings: { hostname: 'mx.test.example', lists: [], listStates: [], ...scene.settings },
    clock: { now: () => new Date('2026-11-20T12:00:02Z') },
  }
  const context = contextOf(base, outside({ share: nobody, recorded: () => [] }, base.clock))
  const facts = { ...context.facts, authentication: async () => authentication(scene.dkim ?? []) }
  const conclusion = await analyzer.run({ ...context, facts })
  return { ...withFix(conclusion), findings: codesOf(conclusion) }
}

function authentication(signatures: readonly Partial<DkimSignature>[]): Authentication {
  return {
    dkim: signatures.map((signature) => ({
      result: 'pass',
      domain: 'example.org',
      selector: 's1',
      algorithm: 'rsa-sha256',
      signedHeaders: [],
      ...signature,
    })),
    signaturesNotJudged: 0,
    arc: { result: 'none', hops: [] },
    dmarc: { result: 'none', spfAligned: false, dkimAligned: false },
  }
}

/** The fields that a properly sent message has, with some replaced (or left out by ''), and a body. */
export function mail(fields: Record<string, string> = {}, body = 'Hello\r\n'): string {
  const all: Record<string, string> = {
    From: '"Example Sender" <sender@example.org>',
    To: 'reader@example.net',
    Subject: 'A plain subject',
    Date: 'Fri, 20 Nov 2026 12:00:00 +0000',
    'Message-ID': '<unique.1@example.org>',
    ...fields,
  }
  const lines = Object.entries(all).filter(([, value]) => value !== '')
  return `${lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n${body}`
}

/** A message of a text and an HTML part, both UTF-8. */
export function alternative(text: string, html: string, fields: Record<string, string> = {}): string {
  const part = (type: string, content: string) =>
    `--b1\r\nContent-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${wrapped(content)}\r\n`
  return mail(
    { 'MIME-Version': '1.0', 'Content-Type': 'multipart/alternative; boundary="b1"', ...fields },
    `${part('text/plain', text)}${part('text/html', html)}--b1--\r\n`,
  )
}

export function wrapped(content: string): string {
  return (
    Buffer.from(content)
      .toString('base64')
      .match(/.{1,76}/g) ?? []
  ).join('\r\n')
}
