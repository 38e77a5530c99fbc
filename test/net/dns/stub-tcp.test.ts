import { describe, expect, test } from 'bun:test'
import type { Socket } from 'node:net'
import { createStubResolver } from '../../../src/net/dns/stub.ts'
import { ask } from '../../../src/net/ports.ts'
import {
  type Asked,
  a,
  type DnsServerScript,
  framed,
  patched,
  say,
  startDnsServer,
  TC,
} from './dns-server.ts'

const NAME = 'name.example'
const good = (asked: Asked) => say(asked, { answers: [a(asked.name, '192.0.2.1')] })
const GOOD = { kind: 'records', records: ['192.0.2.1'] }

function stub(server: { address: string }, timeoutMs = 20_000, tries = 1) {
  return createStubResolver({ servers: [server.address], timeoutMs, tries })
}

describe('TCP where UDP was cut off', () => {
  const long = Array.from({ length: 40 }, (_, i) => `192.0.2.${i}`)
  const whole = (asked: Asked) => say(asked, { answers: long.map((address) => a(asked.name, address)) })
  const cutOff = (tcp?: DnsServerScript['tcp']) =>
    startDnsServer({
      udp: (asked) =>
        asked.via === 'udp' ? say(asked, { flags: TC, answers: [a(NAME, '192.0.2.66')] }) : whole(asked),
      ...(tcp && { tcp }),
    })

  test('the whole answer comes over TCP', async () => {
    await using server = await cutOff()
    expect(await ask(stub(server), NAME, 'A')).toMatchObject({ kind: 'records', records: long })
    expect(server.asked.map((asked) => asked.via)).toEqual(['udp', 'tcp'])
  })

  test('also when the cut goes through a record', async () => {
    await using server = await startDnsServer({
      udp: (asked) => (asked.via === 'udp' ? patched(whole(asked), 2, 0x83).subarray(0, 100) : whole(asked)),
    })
    expect(await ask(stub(server), NAME, 'A')).toMatchObject({ records: long })
  })

  const drip = async (socket: Socket, message: Buffer) => {
    for (const octet of message) {
      socket.write(Buffer.from([octet]))
      await Bun.sleep(0)
    }
  }

  test('octet by octet', async () => {
    await using server = await cutOff((asked, socket) => void drip(socket, framed(good(asked))))
    expect(await ask(stub(server), NAME, 'A')).toMatchObject(GOOD)
  })

  test('what follows the message is not read', async () => {
    await using server = await cutOff((asked, socket) =>
      socket.write(Buffer.concat([framed(good(asked)), Buffer.alloc(500_000, 255)])),
    )
    expect(await ask(stub(server), NAME, 'A')).toMatchObject(GOOD)
  })

  test.each<[string, (asked: Asked, socket: Socket) => void, string]>([
    [
      'a length that never comes',
      (asked, socket) => socket.write(Buffer.concat([Buffer.from([255, 255]), good(asked)])),
      'timeout',
    ],
    [
      'a length that is not kept',
      (asked, socket) => socket.end(Buffer.concat([Buffer.from([255, 255]), good(asked)])),
      'network',
    ],
    ['half a length', (_asked, socket) => socket.end(Buffer.from([0])), 'network'],
    ['silence', () => {}, 'timeout'],
    ['a closed door', (_asked, socket) => socket.destroy(), 'network'],
    ['a length of zero', (_asked, socket) => socket.write(Buffer.from([0, 0])), 'malformed'],
    [
      'a wrong id',
      (asked, socket) => socket.write(framed(patched(good(asked), 0, ((asked.query.id ?? 0) >> 8) ^ 1))),
      'malformed',
    ],
    ['cut off again', (asked, socket) => socket.write(framed(say(asked, { flags: TC }))), 'malformed'],
    ['noise', (_asked, socket) => socket.write(Buffer.alloc(70_000, 7)), 'malformed'],
    [
      'a message in drops too slow',
      (_asked, socket) => void setInterval(() => socket.write(Buffer.from([1])), 50).unref(),
      'timeout',
    ],
  ])('%s is a failure', async (_what, tcp, reason) => {
    await using server = await cutOff(tcp)
    expect(await ask(stub(server, reason === 'timeout' ? 300 : 20_000), NAME, 'A')).toEqual({
      kind: 'failure',
      reason,
    } as never)
  })
})
