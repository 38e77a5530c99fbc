import { describe, expect, test } from 'bun:test'
import { Webhook } from 'standardwebhooks'
import { createWebhookSend } from '../../../src/services/destinations/webhooks/send-webhook.ts'
import { AT, answering, fakePoster, sending } from './sending.ts'

describe('an attempt', () => {
  test('is the body as it is kept, signed for its time; what is noted of it holds no secret', async () => {
    const { poster, requests } = fakePoster(answering(204, { 'x-a': 'b' }))
    const given = sending({ at: new Date() })
    const sent = await createWebhookSend({ poster })(given)
    expect(requests).toHaveLength(1)
    const [{ url, method, headers, body }] = requests as [(typeof requests)[0]]
    expect({ url, method, body }).toEqual({
      url: 'https://hooks.example.org/in/very-secret?key=also',
      method: 'POST',
      body: given.delivery.body,
    })
    expect(headers['content-type']).toBe('application/json')
    const secret = `whsec_${Buffer.from(given.signingSecrets[0] ?? '').toString('base64')}`
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
    expect(sent).toEqual({
      tookMs: 12,
      outcome: 'delivered',
      says: 'Delivered: the answer was 204.',
      request: { method: 'POST', url: 'https://hooks.example.org', headers },
      response: { status: 204, headers: { 'x-a': 'b' }, body: '' },
    })
    expect(JSON.stringify(sent)).not.toContain('secret')
    expect(JSON.stringify(sent)).not.toContain(secret.slice(6))
  })

  test('has two signatures while secrets change', async () => {
    const { poster, requests } = fakePoster(answering(200))
    await createWebhookSend({ poster })(
      sending({ signingSecrets: [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)] }),
    )
    expect(requests[0]?.headers['webhook-signature']?.split(' ')).toHaveLength(2)
  })

  test('without a secret, or at something else than a webhook, is not made', async () => {
    const { poster, requests } = fakePoster(answering(200))
    const send = createWebhookSend({ poster })
    expect(await send(sending({ signingSecrets: [] }))).toMatchObject({ outcome: 'unreached' })
    const target = { kind: 'slack', url: 'https://hooks.example.org/' } as const
    expect(await send(sending({ target }))).toMatchObject({ outcome: 'unreached' })
    expect(requests).toEqual([])
  })
})

describe('what an answer means', () => {
  test.each([
    [200, {}, { outcome: 'delivered' }],
    [299, {}, { outcome: 'delivered' }],
    [
      301,
      { location: 'https://other.example/' },
      { outcome: 'refused', says: /redirect, which is not followed/ },
    ],
    [304, {}, { outcome: 'refused' }],
    [400, {}, { outcome: 'refused', says: /^The answer was 400\.$/ }],
    [410, {}, { outcome: 'refused', gone: true }],
    [429, { 'retry-after': '120' }, { outcome: 'refused', retryAfterMs: 120_000, says: /wait 120 seconds/ }],
    [503, { 'retry-after': 'Fri, 20 Nov 2026 09:31:00 GMT' }, { outcome: 'refused', retryAfterMs: 14_322 }],
    [503, { 'retry-after': 'Fri, 20 Nov 2026 09:00:00 GMT' }, { outcome: 'refused', retryAfterMs: 0 }],
    [503, { 'retry-after': 'soon' }, { outcome: 'refused', retryAfterMs: undefined }],
    [503, { 'retry-after': '-5' }, { outcome: 'refused', retryAfterMs: undefined }],
    [503, { 'retry-after': '99999999999999' }, { outcome: 'refused', retryAfterMs: undefined }],
    [500, { 'retry-after': '120' }, { outcome: 'refused', retryAfterMs: undefined }],
    [200, { 'retry-after': '120' }, { outcome: 'delivered', retryAfterMs: undefined }],
  ])('%d with %j', async (status, headers, expected) => {
    const { poster } = fakePoster(answering(status, headers as Record<string, string>))
    const sent = await createWebhookSend({ poster })(sending({ at: AT }))
    const { says, ...others } = expected as { says?: RegExp }
    expect({ retryAfterMs: undefined, gone: undefined, ...sent }).toMatchObject(others)
    if (status !== 410) expect(sent.gone).toBeUndefined()
    if (says) expect(sent.says).toMatch(says)
  })

  test('none at all', async () => {
    const failure = {
      tookMs: 3,
      kind: 'failure',
      reason: 'timeout',
      says: 'No answer came within 15 seconds.',
    } as const
    const sent = await createWebhookSend({ poster: fakePoster(failure).poster })(sending())
    expect(sent).toMatchObject({ outcome: 'unreached', says: 'No answer came within 15 seconds.', tookMs: 3 })
    expect(sent.response).toBeUndefined()
  })
})
