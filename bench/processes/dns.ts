/**
 * A DNS server on loopback that answers from a zone, which stands in the file that is named: what was asked before is answered from
 * memory, so that it takes hardly any time of the processors that are measured.
 */
import { readFileSync } from 'node:fs'
import { type Answer, decode, encode } from 'dns-packet'
import type { Zone } from '../harness/zone.ts'

const MOST_KEPT = 200_000
const AUTHORITATIVE = 1 << 10
const NAME_ERROR = 3
const TTL = 60

// Bytes come out of JSON as plain objects.
const zone: Zone = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'), (_key, value) =>
  value?.type === 'Buffer' ? Buffer.from(value.data) : value,
)
const kept = new Map<string, Buffer>()

function answerTo(bytes: Buffer): Buffer {
  // Without the id, which is another one each time.
  const key = bytes.toString('latin1', 2)
  let reply = kept.get(key)
  if (!reply) {
    reply = Buffer.from(made(bytes))
    if (kept.size < MOST_KEPT) kept.set(key, reply)
  }
  reply[0] = bytes[0] ?? 0
  reply[1] = bytes[1] ?? 0
  return reply
}

function made(bytes: Buffer): Buffer {
  const { id = 0, questions = [] } = decode(bytes)
  const [{ name, type } = { name: '', type: 'A' }] = questions
  const records = zone[name.toLowerCase()]
  const answers = (records ?? [])
    .filter((record) => record.type === type)
    .map((record) => ({ ...record, name, ttl: TTL }) as Answer)
  return encode({
    type: 'response',
    id,
    flags: AUTHORITATIVE | (exists(name.toLowerCase()) ? 0 : NAME_ERROR),
    questions,
    answers,
  })
}

/** A name exists where it, or one below it, has records (RFC 8020). */
const names = new Set(Object.keys(zone).flatMap((name) => ancestors(name)))
const exists = (name: string) => names.has(name)

function ancestors(name: string): string[] {
  const labels = name.split('.')
  return labels.map((_label, at) => labels.slice(at).join('.'))
}

const socket = await Bun.udpSocket({
  hostname: '127.0.0.1',
  port: 0,
  socket: {
    data(from, bytes, port, address) {
      try {
        from.send(answerTo(bytes), port, address)
      } catch {
        // Not a question.
      }
    },
    // Whoever asked is gone.
    error() {},
  },
})
console.log(JSON.stringify({ address: `127.0.0.1:${socket.port}` }))
