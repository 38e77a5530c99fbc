import { Database } from 'bun:sqlite'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { KINDS, signedMessages } from '../messages.ts'
import { type Child, startChild } from './children.ts'
import type { World } from './dns.ts'
import type { Service } from './service.ts'
import { sendAll } from './smtp.ts'

const SIZE = 10_240

/** Has tests analysed to their reports, one message each, and gives their tokens. */
export async function analysedTests(service: Service, world: World, count: number): Promise<string[]> {
  const each = await Promise.all(
    KINDS.map((kind) => signedMessages(kind, SIZE, Math.ceil(count / KINDS.length), world.privateKeyPem)),
  )
  const [client] = service.clients
  if (!client) throw new Error('There is no account')
  const tests = await Promise.all(Array.from({ length: count }, () => client.createTest()))
  const untilScored = service.followScored()
  await sendAll(
    service.smtp,
    tests.map(({ address }) => address),
    each.flat().slice(0, count),
  )
  await untilScored(count)
  return tests.map(({ token }) => token)
}

/** A bare server that gives the very same answers out of one read. */
export async function bareServer(
  service: Service,
  tokens: readonly string[],
): Promise<Child<{ port: number }>> {
  const folder = mkdtempSync(join(tmpdir(), 'mailgauge-bench-bare-'))
  const file = join(folder, 'bare.db')
  const database = new Database(file)
  database.run('CREATE TABLE reports (token TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID')
  const insert = database.query('INSERT INTO reports VALUES (?, ?)')
  for (const token of tokens) {
    const answer = await service.clients[0]?.get(`/v1/tests/${token}`)
    insert.run(token, (await answer?.text()) ?? '')
  }
  database.close()
  const child = await startChild<{ port: number }>('http-bare', [file])
  return {
    ...child,
    async stop() {
      await child.stop()
      rmSync(folder, { recursive: true })
    },
  }
}
