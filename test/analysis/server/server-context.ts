import { viewClient } from '../../../src/analysis/client/client-view.ts'
import type { AnalysisContext, AnalysisSettings } from '../../../src/analysis/context.ts'
import type { Envelope } from '../../../src/core/message.ts'
import { parseMessage } from '../../../src/mail/reading/parse.ts'
import { createRecorder } from '../../../src/net/dns/recorder.ts'
import type { ZoneFailures, ZoneLiteral } from '../../../src/net/dns/zone.ts'
import { envelope } from '../../support/envelope.ts'
import { contextOf, outside } from '../../support/outside.ts'
import { type TestZone, zone } from '../../support/zone.ts'

export interface Scene {
  envelope?: Partial<Envelope>
  /** Keys of the envelope that are not known. */
  without?: readonly ('clientAddress' | 'helo' | 'mailFrom')[]
  zone?: ZoneLiteral
  fail?: ZoneFailures
  settings?: Partial<AnalysisSettings>
  /** Header lines. */
  headers?: string[]
  body?: string
  /** Each share of questions has its limit, as in a real analysis. */
  limited?: boolean
}

/** What an analyzer of the server group reads, over a DNS literal. */
export function scene(given: Scene = {}): AnalysisContext & { asked: TestZone } {
  const asked = zone(given.zone ?? {}, given.fail)
  const session = { ...envelope(given.envelope) }
  for (const key of given.without ?? []) delete session[key]
  const raw = Buffer.from(
    `${(given.headers ?? ['From: <a@example.org>']).join('\r\n')}\r\n\r\n${given.body ?? 'Hello.'}\r\n`,
  )
  const settings = { hostname: 'mx.receiver.example', lists: [], listStates: [], ...given.settings }
  const base = {
    raw,
    envelope: session,
    message: parseMessage(raw),
    client: viewClient(session, settings.demoDomain),
    settings,
    clock: { now: () => new Date('2026-11-20T12:00:00Z') },
  }
  const questions = given.limited
    ? createRecorder(asked, base.clock)
    : { share: () => asked, recorded: () => [] }
  return { ...contextOf(base, outside(questions, base.clock)), asked }
}
