import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type Running, serve, temporaryFolder, writeConfig } from '../../support/binary.ts'
import { metricsAddress, valueIn } from '../../support/metrics.ts'
import { greetedClient } from '../../support/smtp-client.ts'
import { until } from '../../support/until.ts'

let folder: string
let remove: () => void
let running: Running
beforeEach(async () => {
  const made = temporaryFolder()
  folder = made.folder
  remove = made.remove
  writeConfig(folder, { metrics: 'listen = ["127.0.0.1:0"]' })
  running = await serve(folder)
})
afterEach(async () => {
  await running.kill('SIGKILL')
  remove()
})

const ask = (path: string) => fetch(`http://${running.http}${path}`).catch(() => undefined)
const figures = async () => {
  const answer = await fetch(`http://${metricsAddress(running)}/metrics`).catch(() => undefined)
  return (await answer?.text()) ?? ''
}

test('a service that is whole lives and is ready, and its figures say so', async () => {
  for (const path of ['/livez', '/readyz', '/healthz']) expect((await ask(path))?.status).toBe(200)
  const text = await figures()
  expect(valueIn(text, 'mailgauge_ready')).toBe(1)
  expect(valueIn(text, 'mailgauge_alive')).toBe(1)
  expect(valueIn(text, 'mailgauge_not_ready_reason{reason="draining"}')).toBe(0)
  for (const process of ['service', 'analysis']) {
    expect(valueIn(text, `mailgauge_resident_memory_bytes{process="${process}"}`)).toBeGreaterThan(1e7)
  }
  expect(valueIn(text, 'mailgauge_open_fds')).toBeGreaterThan(5)
  expect(valueIn(text, 'mailgauge_database_bytes{file="database"}')).toBeGreaterThan(0)
})

test('one that stops while a message is on its way says so on /readyz, and takes the message', async () => {
  const client = await greetedClient(running.smtp)
  await client.command('MAIL FROM:<a@example.org>')
  await client.command('RCPT TO:<postmaster@test.example>')
  await client.command('DATA')
  client.send('From: a@example.org\r\n')
  running.process.kill('SIGTERM')
  const answer = await until(async () => {
    const asked = await ask('/readyz')
    return asked?.status === 503 && asked
  })
  expect(answer.headers.get('retry-after')).toBe('5')
  expect((await answer.json()).error).toContain('The service is stopping')
  expect((await ask('/livez'))?.status).toBe(200)
  client.send('Subject: x\r\n\r\nbody\r\n.\r\n')
  expect((await client.reply()).code).toBe(250)
  expect(await running.process.exited).toBe(0)
})
