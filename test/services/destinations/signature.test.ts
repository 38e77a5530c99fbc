import { describe, expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { Webhook as Reference } from 'standardwebhooks'
import { Webhook, WebhookVerificationError } from '../../../clients/typescript/src/client.ts'
import { signedHeaders } from '../../../src/services/destinations/webhooks/signature.ts'

const random = (length: number) => randomBytes(length)
const signingSecretText = (secret: Uint8Array) => `whsec_${Buffer.from(secret).toString('base64')}`
const id = 'msg_5tYb82QmZx0LcR4k'
const body = JSON.stringify({
  type: 'webhook.test',
  timestamp: '2026-11-20T09:30:45.678Z',
  data: { a: 'é😀' },
})
const now = () => new Date()

/** Whether the package of Standard Webhooks takes it. */
function isTaken(secret: string, text: string, headers: Record<string, string>): boolean {
  try {
    new Reference(secret).verify(text, headers)
    return true
  } catch {
    return false
  }
}

describe('a signature', () => {
  test('is that of the example of the specification', () => {
    const secret = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64')
    const headers = signedHeaders([secret], {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      at: new Date(1_614_265_330_999),
      body: '{"test": 2432232314}',
    })
    expect(headers).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    })
  })

  test('is taken by the package of Standard Webhooks, and by ours', async () => {
    for (const length of [24, 32, 64]) {
      const secret = random(length)
      const headers = signedHeaders([secret], { id, at: now(), body })
      expect(isTaken(signingSecretText(secret), body, headers)).toBe(true)
      const verified = await new Webhook(signingSecretText(secret)).verify(body, headers)
      expect(verified).toEqual({ id, event: JSON.parse(body) })
    }
  })

  test('is one by each secret while they change: each of them takes it, and no other', async () => {
    const [next, before, other] = [random(32), random(32), random(32)]
    const headers = signedHeaders([next, before], { id, at: now(), body })
    expect(headers['webhook-signature']).toMatch(/^v1,\S{44} v1,\S{44}$/)
    for (const [secret, taken] of [
      [next, true],
      [before, true],
      [other, false],
    ] as const) {
      const text = signingSecretText(secret)
      expect(isTaken(text, body, headers)).toBe(taken)
      const ours = await new Webhook(text).verify(body, headers).then(
        () => true,
        () => false,
      )
      expect(ours).toBe(taken)
    }
  })
})

describe('verify of the client', () => {
  const secret = random(32)
  const text = signingSecretText(secret)
  const headers = signedHeaders([secret], { id, at: now(), body })
  const failureOf = (webhook: Webhook, given: string | Uint8Array, of: Record<string, string>) =>
    webhook.verify(given, of).then(
      () => undefined,
      (cause: unknown) => cause,
    )

  test('takes headers as fetch and as Node have them, bytes and text', async () => {
    const webhook = new Webhook(['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', text])
    const node = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))
    const upper = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
    )
    for (const some of [headers, new Headers(headers), node, upper])
      expect((await webhook.verify(new TextEncoder().encode(body), some)).id).toBe(id)
  })

  test.each<[string, Record<string, string>, string]>([
    ['another body', headers, `${body} `],
    ['another id', { ...headers, 'webhook-id': 'msg_other' }, body],
    [
      'another time',
      { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) },
      body,
    ],
    ['no signature', { ...headers, 'webhook-signature': '' }, body],
    [
      'another version',
      { ...headers, 'webhook-signature': headers['webhook-signature'].replace('v1,', 'v1a,') },
      body,
    ],
    ['no base64', { ...headers, 'webhook-signature': 'v1,%%%' }, body],
    ['a time that is none', { ...headers, 'webhook-timestamp': '0x10' }, body],
    ['no id', { ...headers, 'webhook-id': '' }, body],
  ])('refuses %s, as the package does', async (_name, some, given) => {
    expect(await failureOf(new Webhook(text), given, some)).toBeInstanceOf(WebhookVerificationError)
    expect(isTaken(text, given, some)).toBe(false)
  })

  test.each([
    [-301, 'too old'],
    [301, 'too new'],
    [-299, undefined],
    [299, undefined],
  ])('of %d seconds from now', async (seconds, says) => {
    const at = new Date(1_800_000_000_000 + seconds * 1000)
    const webhook = new Webhook(text, { now: () => 1_800_000_000_000 })
    const failure = await failureOf(webhook, body, signedHeaders([secret], { id, at, body }))
    if (says === undefined) expect(failure).toBeUndefined()
    else
      expect(failure).toMatchObject({
        name: 'WebhookVerificationError',
        message: expect.stringContaining(says),
      })
  })

  test.each(['', 'word', 'whsec_', 'whsec_!!'])('refuses %j as a secret', (one) => {
    expect(() => new Webhook(one)).toThrow(TypeError)
  })
})
