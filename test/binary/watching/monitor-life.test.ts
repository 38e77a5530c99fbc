import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { mailgauge, type Running, serve, temporaryFolder, writeConfig } from '../../support/binary.ts'
import { metricsAddress } from '../../support/metrics.ts'
import { greetedClient } from '../../support/smtp-client.ts'
import { until } from '../../support/until.ts'

const { folder, remove } = temporaryFolder()
let running: Running

beforeAll(async () => {
  writeConfig(folder, {}, { metrics: 'listen = ["127.0.0.1:0"]' })
  running = await serve(folder)
})
afterAll(async () => {
  await running.kill()
  remove()
})

const create = async (...args: string[]) => {
  const made = await mailgauge(['monitors', 'create', ...args], { cwd: folder })
  expect(made.code).toBe(0)
  return made.stdout.trim()
}
const show = async (name: string) =>
  JSON.parse((await mailgauge(['monitors', 'show', name, '--json'], { cwd: folder })).stdout)

/** A message, or one that lacks what every message has. */
async function send(to: string, isBad = false): Promise<void> {
  const client = await greetedClient(running.smtp)
  const fields = [
    'From: News <news@news.example>',
    `To: ${to}`,
    'Subject: News',
    ...(isBad
      ? []
      : [`Date: ${new Date().toUTCString()}`, `Message-ID: <${crypto.randomUUID()}@news.example>`]),
  ]
  const data = `${fields.join('\r\n')}\r\n\r\nGood morning.\r\n`
  expect((await client.deliver({ from: 'news@news.example', to: [to], data })).code).toBe(250)
  client.reset()
}

interface Row {
  type: string
  payload: string
}

function told(type = 'monitor.%') {
  const database = new Database(join(folder, 'data', 'mailgauge.db'), { readonly: true })
  // Right behind a kill its log is read in.
  database.run('PRAGMA busy_timeout = 10000')
  const rows = database
    .query('SELECT type, payload FROM outbox WHERE type LIKE ? ORDER BY id')
    .all(type) as Row[]
  database.close()
  return rows.map((row) => ({ type: row.type, ...JSON.parse(row.payload) }))
}

const inShort = (name: string) =>
  told()
    .filter((one) => one.name === name)
    .map(({ type, reasons }) => `${type} ${reasons.map((one: { condition: string }) => one.condition)}`)

/** So many messages were scored in all. */
const scored = (count: number) => until(() => told('test.scored').length >= count)

test('good mail, bad mail, a kill, and good mail again: one alert, one recovery', async () => {
  const address = await create('Nightly', '--must-pass', 'headers')
  await send(address)
  await scored(1)
  await until(async () => (await show('Nightly')).state === 'ok')
  expect(inShort('Nightly')).toEqual([])
  await send(address, true)
  await until(() => inShort('Nightly').length > 0)
  expect(told('monitor.alert')).toMatchObject([
    {
      name: 'Nightly',
      state: 'alerting',
      reasons: [
        {
          condition: 'check_failed',
          about: 'headers',
          says: expect.stringContaining('The check Headers failed: '),
        },
      ],
    },
  ])
  await running.kill('SIGKILL')
  running = await serve(folder)
  await send(address, true)
  await scored(3)
  await send(address)
  await scored(4)
  await send(address)
  await until(() => inShort('Nightly').length > 1)
  expect(inShort('Nightly')).toEqual(['monitor.alert check_failed', 'monitor.recovered check_failed'])
  expect((await show('Nightly')).state).toBe('ok')
})

test('a message that does not come makes a monitor silent, and one that does ends it; the figures show both', async () => {
  const address = await create('Pulse', '--every', '1 minute', '--grace', '0 minutes')
  await send(address)
  await until(() => inShort('Pulse').length > 0)
  expect(inShort('Pulse')).toEqual(['monitor.alert nothing_received'])
  const { id } = await show('Pulse')
  const figures = async () =>
    (await (await fetch(`http://${metricsAddress(running)}/metrics`)).text()).split('\n')
  await until(async () =>
    (await figures()).some(
      (one) => one.includes(`monitor_state{monitor="${id}"`) && one.endsWith('state="silent"} 1'),
    ),
  )
  await send(address)
  await until(() => inShort('Pulse').length > 1)
  expect(inShort('Pulse')).toEqual(['monitor.alert nothing_received', 'monitor.recovered nothing_received'])
  await until(async () =>
    (await figures()).some(
      (one) => one.includes(`monitor_state{monitor="${id}"`) && one.endsWith('state="ok"} 1'),
    ),
  )
})
