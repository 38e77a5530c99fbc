import { describe, expect, test } from 'bun:test'
import { createSocket } from 'node:dgram'
import packet from 'dns-packet'
import { createStubResolver } from '../../../src/net/dns/stub.ts'
import { ask } from '../../../src/net/ports.ts'
import { type Asked, a, patched, type Reaction, say, startDnsServer } from './dns-server.ts'

const NAME = 'name.example'
const good = (asked: Asked) => say(asked, { answers: [a(asked.name, '192.0.2.1')] })
const bad = (asked: Asked) => say(asked, { answers: [a(asked.name, '192.0.2.66')] })
const GOOD = { kind: 'records', records: ['192.0.2.1'] }

function stub(server: { address: string }, timeoutMs = 20_000, tries = 1) {
  return createStubResolver({ servers: [server.address], timeoutMs, tries })
}

/** A response whose one answer has the given data, whatever it is. */
function withData(asked: Asked, type: number, data: Buffer, length = data.length): Buffer {
  const head = patched(say(asked), 6, 0, 1)
  const record = Buffer.from([0xc0, 12, type >> 8, type & 255, 0, 1, 0, 0, 0, 9, length >> 8, length & 255])
  return Buffer.concat([head, record, data])
}

describe('over UDP, what is not the answer is passed over and the answer still taken', () => {
  test.each<[string, (asked: Asked) => Reaction]>([
    ['a wrong id', (asked) => patched(bad(asked), 0, ((asked.query.id ?? 0) >> 8) ^ 1)],
    [
      'another name',
      (asked) => say({ ...asked, query: { ...asked.query, questions: [{ name: 'x.example', type: 'A' }] } }),
    ],
    [
      'another type',
      (asked) => say({ ...asked, query: { ...asked.query, questions: [{ name: NAME, type: 'TXT' }] } }),
    ],
    [
      'two questions',
      (asked) =>
        say({
          ...asked,
          query: {
            ...asked.query,
            questions: [
              { name: NAME, type: 'A' },
              { name: NAME, type: 'A' },
            ],
          },
        }),
    ],
    ['no question', (asked) => say({ ...asked, query: { ...asked.query, questions: [] } })],
    ['the query itself', (asked) => packet.encode(asked.query)],
    ['another opcode', (asked) => patched(bad(asked), 2, 0xa8)],
    ['an empty packet', () => Buffer.alloc(0)],
    ['half a header', (asked) => bad(asked).subarray(0, 7)],
    [
      'noise',
      () => Array.from({ length: 50 }, () => Buffer.from(crypto.getRandomValues(new Uint8Array(64)))),
    ],
  ])('%s', async (_what, first) => {
    await using server = await startDnsServer({ udp: (asked) => [first(asked) ?? [], good(asked)].flat() })
    expect(await ask(stub(server), NAME, 'A')).toMatchObject(GOOD)
    expect(server.asked.length).toBe(1)
  })

  test('a lie from another port', async () => {
    const liar = createSocket('udp4')
    await using server = await startDnsServer({
      async udp(asked) {
        await new Promise((sent) => liar.send(bad(asked), asked.from, '127.0.0.1', sent))
        await Bun.sleep(30)
        return good(asked)
      },
    })
    expect(await ask(stub(server), NAME, 'A')).toMatchObject(GOOD)
    liar.close()
  })

  test('an answer that spells the name in another case is the answer', async () => {
    await using server = await startDnsServer({
      udp: (asked) => patched(good(asked), 13, ...Buffer.from('nAmE')),
    })
    expect(await ask(stub(server), NAME, 'A')).toMatchObject(GOOD)
  })
})

describe('over UDP, an answer that cannot be read is malformed', () => {
  test.each<[string, 'A' | 'AAAA' | 'TXT' | 'MX' | 'CAA' | 'TLSA', (asked: Asked) => Buffer]>([
    ['an A record of 3 octets', 'A', (asked) => withData(asked, 1, Buffer.alloc(3))],
    ['an AAAA record of 4 octets', 'AAAA', (asked) => withData(asked, 28, Buffer.alloc(4))],
    [
      'a record that ends after the message',
      'TXT',
      (asked) => withData(asked, 16, Buffer.from('\u0003abc'), 300),
    ],
    ['a string that ends after its record', 'TXT', (asked) => withData(asked, 16, Buffer.from('\u0009abc'))],
    [
      'an exchange that ends after its record',
      'MX',
      (asked) => withData(asked, 15, Buffer.from('\u0000\u0001\u0009mx')),
    ],
    [
      'an exchange that points at itself',
      'MX',
      (asked) => withData(asked, 15, Buffer.from([0, 1, 0xc0, 44])),
    ],
    ['an exchange that points ahead', 'MX', (asked) => withData(asked, 15, Buffer.from([0, 1, 0xff, 0xff]))],
    ['a tag that ends after its record', 'CAA', (asked) => withData(asked, 257, Buffer.from([0, 200, 97]))],
    ['a TLSA record of 2 octets', 'TLSA', (asked) => withData(asked, 52, Buffer.alloc(2))],
    ['more answers than it holds', 'A', (asked) => patched(good(asked), 6, 0, 9)],
    ['60,000 answers', 'A', (asked) => patched(good(asked), 6, 0xea, 0x60)],
    [
      'a name with a reserved label type',
      'A',
      (asked) => patched(good(asked), 12 + NAME.length + 2 + 4, 0x80),
    ],
  ])('%s', async (_what, type, make) => {
    await using server = await startDnsServer({ udp: make })
    expect(await ask(stub(server), NAME, type)).toEqual({ kind: 'failure', reason: 'malformed' })
  })

  test('unknown records and unreadable ones of no interest do no harm', async () => {
    await using server = await startDnsServer({
      udp: (asked) => {
        const message = patched(good(asked), 10, 0, 1)
        return Buffer.concat([message, Buffer.from([0, 0xab, 0xcd, 0, 1, 0, 0, 0, 9, 0, 2, 0xff, 0xff])])
      },
    })
    expect(await ask(stub(server), NAME, 'A')).toMatchObject(GOOD)
  })
})

describe('errors of a server', () => {
  test.each([
    ['SERVFAIL', { rcode: 2 }, 'servfail'],
    ['REFUSED', { rcode: 5 }, 'refused'],
    ['NOTIMP', { rcode: 4 }, 'refused'],
    ['FORMERR with and without EDNS', { rcode: 1 }, 'malformed'],
    ['an rcode nobody expects', { rcode: 9 }, 'servfail'],
  ])('%s', async (_what, said, reason) => {
    await using server = await startDnsServer({ udp: (asked) => say(asked, said) })
    expect(await ask(stub(server), NAME, 'A')).toEqual({ kind: 'failure', reason } as never)
  })

  test('a referral is no answer: the server does not resolve', async () => {
    await using server = await startDnsServer({
      udp: (asked) =>
        patched(
          say(asked, { authorities: [{ type: 'NS', name: 'example', data: 'ns.example', ttl: 9 }] }),
          3,
          0,
        ),
    })
    expect(await ask(stub(server), NAME, 'A')).toEqual({ kind: 'failure', reason: 'servfail' })
  })

  test.each([
    ['FORMERR', (asked: Asked) => say(asked, { rcode: 1 })],
    [
      'FORMERR without the question',
      (asked: Asked) => Buffer.concat([patched(say(asked, { rcode: 1 }), 4, 0, 0).subarray(0, 12)]),
    ],
    ['NOTIMP', (asked: Asked) => say(asked, { rcode: 4 })],
    [
      'BADVERS',
      (asked: Asked) =>
        say(asked, {
          additionals: [
            {
              type: 'OPT',
              name: '.',
              udpPayloadSize: 512,
              extendedRcode: 1,
              ednsVersion: 0,
              flags: 0,
              flag_do: false,
              options: [],
            },
          ],
        }),
    ],
  ])('%s: asked again without EDNS', async (_what, complain) => {
    const hasEdns = (asked: Asked) => (asked.query.additionals ?? []).length > 0
    await using server = await startDnsServer({
      udp: (asked) => (hasEdns(asked) ? complain(asked) : good(asked)),
    })
    expect(await ask(stub(server), NAME, 'A')).toMatchObject(GOOD)
    expect(server.asked.map(hasEdns)).toEqual([true, false])
    expect(server.asked[0]?.query.additionals?.[0]).toMatchObject({ type: 'OPT', udpPayloadSize: 1232 })
  })
})
