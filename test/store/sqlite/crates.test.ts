import { describe, expect, test } from 'bun:test'
import { draftOf, type MailRecord, readRecord, writeRecord } from '../../../src/store/sqlite/mail/record.ts'
import { mailTest, newMessage, ROOMY, random } from '../../support/builders.ts'
import { testStore } from '../../support/store.ts'

const message = (id: string, envelope: string, parcel = 0) => ({
  id,
  token: 'a token',
  receivedAt: 1_795_000_000_123,
  size: 3,
  sender: '2001:db8::/64',
  envelope,
  parcel,
})

describe('records', () => {
  const records: MailRecord[] = [
    { messages: [message('a', '{"helo":"x"}')], parcels: [{ packing: 'open', bytes: random(3) }] },
    {
      messages: [message('b', JSON.stringify('\0 ä € 𝄞 \ud800')), message('c', '', 1), message('d', '""')],
      parcels: [
        { packing: 'zstd', bytes: random(300_000) },
        { packing: 'plain', bytes: new Uint8Array(0) },
      ],
    },
  ]

  test('are read as they were written, one behind the other, in no more room than was said', () => {
    const drafts = records.map(draftOf)
    const into = Buffer.alloc(
      drafts.reduce((sum, { most }) => sum + most, 0),
      0xff,
    )
    let end = 0
    for (const draft of drafts) {
      const begun = end
      end = writeRecord(draft, into, begun)
      expect(end - begun).toBeLessThanOrEqual(draft.most)
    }
    let at = 0
    for (const expected of records) {
      const { record, end: next } = readRecord(into, at)
      expect(record.messages).toEqual(expected.messages)
      expect(record.parcels.map(({ packing }) => packing)).toEqual(expected.parcels.map((one) => one.packing))
      for (const [index, { bytes }] of record.parcels.entries()) {
        expect(Buffer.compare(bytes, expected.parcels[index]!.bytes)).toBe(0)
      }
      at = next
    }
    expect(at).toBe(end)
  })
})

describe('mail on its way to the writer', () => {
  test('keeps apart what comes together, short and long, more than the shared memory holds', async () => {
    const { store, done } = await testStore()
    const tests = Array.from({ length: 10 }, () => mailTest())
    await Promise.all(tests.map((one) => store.mailTests.allocate({ test: one })))
    const sizes = [0, 1, 63_000, 65_537, 300_000, 10_240, 60_000, 60_000, 200, 2_000_000]
    const sent = tests.flatMap(({ token }) => sizes.map((size) => newMessage(token, { raw: random(size) })))
    const answers = await Promise.all(sent.map((one) => store.messages.accept([one], ROOMY)))
    expect(new Set(answers)).toEqual(new Set(['stored']))
    for (const { id, raw, envelope } of sent) {
      expect(Buffer.compare((await store.messages.raw(id)) ?? random(1), raw)).toBe(0)
      expect(await store.messages.envelope(id)).toEqual(envelope)
    }
    await done()
  })

  test('is judged by the bounds it came with', async () => {
    const { store, done } = await testStore()
    const one = mailTest()
    await store.mailTests.allocate({ test: one })
    const answers = await Promise.all([
      store.messages.accept([newMessage(one.token)], ROOMY),
      store.messages.accept([newMessage(one.token)], { ...ROOMY, messagesPerTest: 1 }),
      store.messages.accept([newMessage(one.token)], ROOMY),
    ])
    expect(answers).toEqual(['stored', 'mailbox_full', 'stored'])
    await done()
  })

  test('fails alone: what came with it is stored once, or refused as it would be by itself', async () => {
    const { store, done } = await testStore()
    const one = mailTest()
    await store.mailTests.allocate({ test: one })
    const first = newMessage(one.token)
    const twin = newMessage(one.token, { id: first.id })
    const others = [newMessage(one.token), newMessage(one.token)]
    const settled = await Promise.allSettled([
      store.messages.accept([first], ROOMY),
      store.messages.accept([others[0]!], ROOMY),
      store.messages.accept([twin], ROOMY),
      store.messages.accept([newMessage('nowhere')], ROOMY),
      store.messages.accept([others[1]!, newMessage('nowhere')], ROOMY),
      store.messages.accept([others[1]!], ROOMY),
    ])
    expect(settled.map((one) => (one.status === 'fulfilled' ? one.value : 'rejected'))).toEqual([
      'stored',
      'stored',
      'rejected',
      'unknown_test',
      'unknown_test',
      'stored',
    ])
    const kept = await store.messages.ofTest(one.token)
    expect(kept.map(({ id }) => id)).toEqual([others[1]!.id, others[0]!.id, first.id])
    expect((await store.mailTests.mailbox(one.localPart))?.messages).toBe(3)
    await done()
  })

  test('leaves the caller its bytes', async () => {
    const { store, done } = await testStore()
    const one = mailTest()
    await store.mailTests.allocate({ test: one })
    const memory = random(2000)
    const view = memory.subarray(500, 900)
    const sent = newMessage(one.token, { raw: view })
    const storing = store.messages.accept([sent], ROOMY)
    const before = view.slice()
    // Short mail was copied when it was handed over.
    memory.fill(0)
    expect(await storing).toBe('stored')
    expect(Buffer.compare((await store.messages.raw(sent.id)) ?? random(1), before)).toBe(0)
    expect(view.byteLength).toBe(400)
    await done()
  })
})
