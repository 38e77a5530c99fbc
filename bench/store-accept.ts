// How fast received mail becomes durable: one transaction for each message against the store's writer, side by side.
//   bun bench/store-accept.ts [messages] [bytes] [at once]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from '#sqlite'
import type { Envelope } from '../src/core/message.ts'
import { openStore } from '../src/store/sqlite/open.ts'

const [count = 4000, size = 10_240, atOnce = 50] = process.argv.slice(2).map(Number)
const rounds = 3
const bounds = { messagesPerTest: 20, bytesPerTest: 100_000_000 }

const words = 'the quick report counts down from ten and says what it saw and how to fix it'.split(' ')
function mail(): Uint8Array {
  let text = 'Subject: bench\r\n\r\n'
  while (text.length < size) text += `${words[Math.floor(Math.random() * words.length)]} ${Math.random()} `
  return new TextEncoder().encode(text.slice(0, size))
}
const mails = Array.from({ length: 100 }, mail)
const mailAt = (index: number) => mails[index % mails.length] ?? mail()

const envelope: Envelope = {
  transport: 'smtp',
  rcptTo: 'x@test.example',
  mailParameters: {},
  tls: 'none',
  connectedAt: new Date(),
  receivedAt: new Date(),
  transcript: [],
}

/** What a store without batches would do: the same rows, committed one message at a time. */
function oneByOne(directory: string): number {
  const driver = new Sqlite(join(directory, 'one.db'))
  driver.pragma('journal_mode = WAL')
  driver.pragma('synchronous = FULL')
  driver.exec(
    'CREATE TABLE m (seq INTEGER PRIMARY KEY, id TEXT UNIQUE); CREATE TABLE b (seq INTEGER PRIMARY KEY, e TEXT, r BLOB)',
  )
  const message = driver.prepare('INSERT INTO m (id) VALUES (?)')
  const body = driver.prepare('INSERT INTO b (e, r) VALUES (?, ?)')
  const accept = driver.transaction((id: string, raw: Uint8Array) => {
    message.run(id)
    body.run(JSON.stringify(envelope), raw)
  })
  const began = performance.now()
  for (let i = 0; i < count; i += 1) accept.immediate(`m${i}`, mailAt(i))
  const took = performance.now() - began
  driver.close()
  return took
}

async function batched(directory: string): Promise<number> {
  const store = await openStore({ directory, migrate: true })
  const createdAt = new Date()
  const expiresAt = new Date(createdAt.getTime() + 86_400_000)
  const tokenOf = (index: number) => `token-${Math.floor(index / bounds.messagesPerTest)}`
  for (let i = 0; i < count; i += bounds.messagesPerTest) {
    const token = tokenOf(i)
    await store.mailTests.allocate({
      test: { token, localPart: token, source: 'anonymous', status: 'pending', createdAt, expiresAt },
    })
  }
  let next = 0
  async function session(): Promise<void> {
    while (next < count) {
      const id = next
      next += 1
      await store.messages.accept([{ id: `m${id}`, token: tokenOf(id), envelope, raw: mailAt(id) }], bounds)
    }
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: atOnce }, session))
  const took = performance.now() - began
  await store.close()
  return took
}

console.log(`${count} messages of ${size} bytes, ${atOnce} at once`)
for (let round = 1; round <= rounds; round += 1) {
  const directory = mkdtempSync(join(tmpdir(), 'mailgauge-bench-'))
  const alone = oneByOne(directory)
  const together = await batched(directory)
  rmSync(directory, { recursive: true })
  const each = (took: number) => `${((took / count) * 1000).toFixed(0)} µs each`
  console.log(
    `round ${round}: one by one ${each(alone)}, the store ${each(together)}, ratio ${(alone / together).toFixed(2)}`,
  )
}
