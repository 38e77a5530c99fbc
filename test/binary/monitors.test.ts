import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mailgauge, type Running, serve, temporaryFolder, writeConfig } from '../support/binary.ts'
import { greetedClient } from '../support/smtp-client.ts'
import { until } from '../support/until.ts'

const { folder, remove } = temporaryFolder()
let running: Running
let secret = ''

beforeAll(async () => {
  writeConfig(folder, { tests: 'lifetime = "5 days"' })
  running = await serve(folder)
  secret = (await mailgauge(['key', 'create'], { cwd: folder })).stdout.trim()
})
afterAll(async () => {
  await running.kill()
  remove()
})

interface ListedTest {
  token: string
  status: string
  created_at: string
  expires_at: string
}

const ask = async (path: string) => {
  const response = await fetch(`http://${running.http}/v1${path}`, {
    headers: { authorization: `Bearer ${secret}` },
  })
  return { status: response.status, body: await response.json() }
}
const run = (...args: string[]) => mailgauge(['monitors', ...args], { cwd: folder })

test('mail to a monitor of a running service is a test of source monitor, with its address', async () => {
  const made = await run('create', 'Nightly', '--every', '1 day')
  expect(made.code).toBe(0)
  const address = made.stdout.trim()
  expect(address).toMatch(/^[a-z2-7]{16}@test\.example$/)
  const client = await greetedClient(running.smtp)
  const data = (subject: string) =>
    `From: Shop <news@example.org>\r\nTo: ${address}\r\nDate: Mon, 23 Nov 2026 12:00:00 +0000\r\nMessage-ID: <${subject}@example.org>\r\nSubject: ${subject}\r\n\r\nGood morning.\r\n`
  for (const [to, subject] of [
    [address, 'first'],
    [address.replace('@', '+list@'), 'second'],
  ] as const)
    expect((await client.deliver({ from: 'news@example.org', to: [to], data: data(subject) })).code).toBe(250)
  client.reset()
  const tests = await until(async () => {
    const { body } = await ask('/tests')
    const all: ListedTest[] = body.tests
    return all.length === 2 && all.every(({ status }) => status === 'scored') ? all : undefined
  })
  for (const one of tests) {
    expect(one).toMatchObject({ source: 'monitor', address, score: expect.any(Number) })
    const lasts = Date.parse(one.expires_at) - Date.parse(one.created_at)
    expect(lasts).toBe(5 * 86_400_000)
    expect(await ask(`/tests/${one.token}`)).toMatchObject({
      status: 200,
      body: { source: 'monitor', address, checks: expect.any(Array) },
    })
    // A monitor's test is private: its token alone opens nothing.
    expect((await fetch(`http://${running.http}/t/${one.token}`)).status).toBe(404)
  }
  const shown = JSON.parse((await run('show', 'Nightly', '--json')).stdout)
  expect(shown.messages.map(({ subject }: { subject: string }) => subject)).toEqual(['second', 'first'])
  expect(shown.messages.map(({ token }: { token: string }) => token).toSorted()).toEqual(
    tests.map(({ token }) => token).toSorted(),
  )
})

test('a file sets monitors up beside the running service, and mail to a deleted one is refused', async () => {
  const file = JSON.stringify([{ name: 'CI' }, { name: 'Nightly', interval: '1 day' }])
  const applied = await mailgauge(['monitors', 'apply', '-'], { cwd: folder, stdin: file })
  expect(applied.code).toBe(0)
  expect(applied.stdout).toMatch(/^CI: created, \S+\.\nNightly: is so already, \S+\.\n$/)
  const address = /^CI: created, (\S+)\.$/m.exec(applied.stdout)?.[1] ?? ''
  const client = await greetedClient(running.smtp)
  await client.command('MAIL FROM:<a@example.org>')
  expect((await client.command(`RCPT TO:<${address}>`)).code).toBe(250)
  expect((await run('delete', 'CI')).code).toBe(0)
  expect(await client.command(`RCPT TO:<${address}>`)).toMatchObject({ code: 550, status: '5.1.1' })
  client.reset()
})
