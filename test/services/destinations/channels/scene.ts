import type { NewEvent } from '../../../../src/core/event.ts'
import type { Target } from '../../../../src/core/watching/destination.ts'
import type { Resolver } from '../../../../src/net/ports.ts'
import { DnsFailure } from '../../../../src/net/ports.ts'
import { createPoster } from '../../../../src/net/safe-fetch/post.ts'
import { payloadOf } from '../../../../src/services/destinations/payloads/payload.ts'
import type { Sending, WebhookPayload } from '../../../../src/services/destinations/sending.ts'
import { SAMPLES } from '../words/samples.ts'

export const BASE_URL = 'https://mailgauge.example.org'
export const AT = new Date('2026-11-23T14:03:00.000Z')

const nobodyAnswers: Resolver = {
  query: async (name, type) => {
    throw new DnsFailure(name, type, 'not-asked')
  },
}

/** The poster of the service, which may reach loopback here. */
export const poster = createPoster({
  resolver: nobodyAnswers,
  allow: ['127.0.0.0/8'],
  own: () => [],
  timeoutMs: 15_000,
  userAgent: 'Mailgauge/test',
})

/** What is sent of an event to a target. */
export function sendingOf(
  target: Target,
  payload: WebhookPayload = alert(),
  changes: Partial<Sending['destination']> = {},
): Sending {
  const shown = target.kind === 'email' ? target.to : (URL.parse(target.url)?.origin ?? '')
  return {
    destination: {
      id: 'dst_1',
      accountId: 'acc_1',
      kind: target.kind,
      name: 'Operations',
      shown,
      filter: { types: [payload.type === 'webhook.test' ? 'monitor.alert' : payload.type] },
      secrets: { target: 'sec_1' },
      createdAt: AT,
      ...changes,
    },
    target,
    delivery: {
      id: 'dlv_1',
      destinationId: 'dst_1',
      messageId: 'msg_0123456789abcdef',
      type: payload.type,
      body: JSON.stringify(payload),
      createdAt: AT,
      state: 'due',
      attempts: 0,
    },
    payload,
    signingSecrets: [],
    at: AT,
  }
}

export const payloadsOf = (events: readonly NewEvent[]): WebhookPayload[] =>
  events.map((event) => payloadOf(event, { baseUrl: BASE_URL }))

/** A monitor that is not as expected. */
export function alert(): WebhookPayload {
  const [payload] = payloadsOf(SAMPLES.filter(({ type }) => type === 'monitor.alert'))
  if (!payload) throw new Error('no sample')
  return payload
}
