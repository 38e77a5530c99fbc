import { expect, test } from 'bun:test'
import { later, mailTest, newMessage, ROOMY, random } from '../../support/builders.ts'
import { waiting } from '../../support/claiming.ts'
import { envelope } from '../../support/envelope.ts'
import { until } from '../../support/until.ts'
import type { TheStore } from '../contract.ts'

const compressible = (length: number) =>
  new TextEncoder().encode('a line of text\r\n'.repeat(length)).slice(0, length)

export function messageContract(store: TheStore): void {
  async function newTest(changes = {}) {
    const one = mailTest(changes)
    await store().mailTests.allocate({ test: one })
    return one
  }

  test.each([
    ['no byte at all', new Uint8Array(0)],
    ['one byte', new Uint8Array([0])],
    ['text', compressible(10_000)],
    ['bytes that do not pack', random(10_000)],
    ['long text', compressible(3_000_000)],
    ['long bytes that do not pack', random(65_000).slice(0, 64_999)],
    ['every byte', Uint8Array.from({ length: 200_000 }, (_, index) => index % 256)],
    ['a part of a larger buffer', compressible(100_000).subarray(50_000, 50_010)],
  ])('comes back byte by byte: %s', async (_name, raw) => {
    const { token } = await newTest()
    const message = newMessage(token, { raw })
    expect(await store().messages.accept([message], ROOMY)).toBe('stored')
    const back = await store().messages.raw(message.id)
    expect(back && Buffer.compare(Buffer.from(back), Buffer.from(raw))).toBe(0)
    expect((await store().messages.ofTest(token))[0]?.size).toBe(raw.byteLength)
  })

  test('the envelope comes back as it was', async () => {
    const { token } = await newTest()
    const told = envelope({
      mailFrom: '',
      mailParameters: { SIZE: '1000', SMTPUTF8: '' },
      tls: {
        version: 'TLSv1.3',
        cipher: 'TLS_AES_256_GCM_SHA384',
        clientCertificate: {
          subject: 'CN=a',
          issuer: 'CN=b',
          fingerprint256: 'AA',
          validFrom: 'x',
          validTo: 'y',
        },
      },
      transcript: [{ from: 'client', text: 'RCPT TO:<ä@test.example>', at: 3 }],
    })
    const message = newMessage(token, { envelope: told })
    await store().messages.accept([message], ROOMY)
    expect(await store().messages.envelope(message.id)).toStrictEqual(told)
    expect(await store().messages.envelope('msg_none')).toBeUndefined()
  })

  test('messages are listed newest first and wait in the order of their arrival', async () => {
    const { token } = await newTest()
    const all = [newMessage(token), newMessage(token), newMessage(token)]
    for (const message of all) await store().messages.accept([message], ROOMY)
    const ids = all.map((message) => message.id)
    expect((await store().messages.ofTest(token)).map((message) => message.id)).toEqual(ids.toReversed())
    const queued = await waiting(store())
    expect(queued.filter((message) => message.token === token).map((message) => message.id)).toEqual(ids)
  })

  test('one message to several tests is stored for each', async () => {
    const [one, two] = [await newTest(), await newTest()]
    const raw = compressible(100_000)
    const messages = [newMessage(one.token, { raw }), newMessage(two.token, { raw })]
    expect(await store().messages.accept(messages, ROOMY)).toBe('stored')
    for (const { id } of messages) expect((await store().messages.raw(id))?.byteLength).toBe(raw.byteLength)
  })

  test('an unknown test among several: none is stored', async () => {
    const { token } = await newTest()
    const message = newMessage(token)
    expect(await store().messages.accept([message, newMessage('nowhere')], ROOMY)).toBe('unknown_test')
    expect(await store().messages.ofTest(token)).toEqual([])
    expect(await store().messages.raw(message.id)).toBeUndefined()
  })

  test('a test that had expired when the message was received is unknown', async () => {
    const { token } = await newTest({ expiresAt: later(500) })
    const at = (ms: number) => newMessage(token, { envelope: envelope({ receivedAt: later(ms) }) })
    expect(await store().messages.accept([at(499)], ROOMY)).toBe('stored')
    expect(await store().messages.accept([at(500)], ROOMY)).toBe('unknown_test')
  })

  test('a test holds as many messages as it may, and all or none come in', async () => {
    const { token } = await newTest()
    const bounds = { messagesPerTest: 3, bytesPerTest: 1_000_000 }
    const some = (count: number) => Array.from({ length: count }, () => newMessage(token))
    expect(await store().messages.accept(some(2), bounds)).toBe('stored')
    expect(await store().messages.accept(some(2), bounds)).toBe('mailbox_full')
    expect(await store().messages.ofTest(token)).toHaveLength(2)
    expect(await store().messages.accept(some(1), bounds)).toBe('stored')
    expect(await store().messages.accept(some(1), bounds)).toBe('mailbox_full')
  })

  test('a test holds as many bytes as it may, counted as received', async () => {
    const { token } = await newTest()
    const bounds = { messagesPerTest: 100, bytesPerTest: 20_000 }
    const message = (size: number) => newMessage(token, { raw: compressible(size) })
    expect(await store().messages.accept([message(12_000)], bounds)).toBe('stored')
    expect(await store().messages.accept([message(8_001)], bounds)).toBe('mailbox_full')
    expect(await store().messages.accept([message(8_000)], bounds)).toBe('stored')
    expect(await store().messages.accept([message(1)], bounds)).toBe('mailbox_full')
  })

  test('at once, no more than the bound get in', async () => {
    const { token } = await newTest()
    const bounds = { messagesPerTest: 20, bytesPerTest: 1_000_000 }
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () => store().messages.accept([newMessage(token)], bounds)),
    )
    expect(outcomes.filter((outcome) => outcome === 'stored')).toHaveLength(20)
    expect(await store().messages.ofTest(token)).toHaveLength(20)
  })

  test('stored bytes are counted', async () => {
    const before = await store().bytes()
    const { token } = await newTest()
    await store().messages.accept([newMessage(token, { raw: random(1_100_000) })], ROOMY)
    // An engine may tell a size that it looked at a moment ago.
    await until(async () => (await store().bytes()) - before > 1_000_000)
  })
}
