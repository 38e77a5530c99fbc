import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { apiClient } from '../support/api-client.ts'
import { serve, temporaryFolder, writeConfig } from '../support/binary.ts'
import { greetedClient } from '../support/smtp-client.ts'
import { reportsIn } from '../support/stored-rows.ts'
import { until } from '../support/until.ts'

const STREAMS = 8
const ROUNDS = 3
const ROUND_MS = 300

/** A message that carries its number, so that it can be told from every other. */
const numbered = (number: string) =>
  `From: a@example.org\r\nSubject: ${number}\r\nMessage-ID: <${number}@example.org>\r\n\r\nMessage ${number}\r\n`

/** The numbers of all messages that have a report, as often as they have one. */
function reported(folder: string): string[] {
  const database = new Database(join(folder, 'data', 'mailgauge.db'), { readonly: true })
  const subjects = reportsIn(database).map(({ report }) => report.headline.subject)
  database.close()
  return subjects
}

function waiting(folder: string): number {
  const database = new Database(join(folder, 'data', 'mailgauge.db'), { readonly: true })
  const [[count]] = database.query('SELECT count(*) FROM messages WHERE status IS NULL').values() as [
    [number],
  ]
  database.close()
  return count
}

test('kill -9 during a stream of messages: each that was answered 250 has a report, none twice', async () => {
  const { folder, remove } = temporaryFolder()
  writeConfig(folder, { tests: 'messages_per_test = 10000' })
  let running = await serve(folder)
  const api = await apiClient(running)
  const tests = await Promise.all(Array.from({ length: STREAMS }, () => api.createTest()))
  const answered: string[] = []

  async function stream(address: string, name: string): Promise<never> {
    const client = await greetedClient(running.smtp)
    for (let at = 0; ; at += 1) {
      const number = `${name}-${at}`
      const reply = await client.deliver({ from: 'a@example.org', to: [address], data: numbered(number) })
      expect(reply.code).toBe(250)
      answered.push(number)
    }
  }

  for (let round = 0; round < ROUNDS; round += 1) {
    const streams = tests.map(({ address }, index) => stream(address, `${round}-${index}`))
    const ended = Promise.allSettled(streams)
    await Bun.sleep(ROUND_MS)
    await until(() => answered.length > (round + 1) * STREAMS)
    await running.kill('SIGKILL')
    await ended
    running = await serve(folder)
  }

  await until(() => waiting(folder) === 0)
  const found = reported(folder)
  expect(answered.length).toBeGreaterThan(ROUNDS * STREAMS)
  expect(answered.filter((number) => !found.includes(number))).toEqual([])
  expect(new Set(found).size).toBe(found.length)
  await running.kill()
  remove()
}, 300_000)
