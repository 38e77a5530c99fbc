import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
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
  source: string
}

const ask = async (path: string) => {
  const response = await fetch(`http://${running.http}/v1${path}`, {
    headers: { authorization: `Bearer ${secret}` },
  })
  return { status: response.status, body: await response.json() }
}
/** The monitor, once it is in that state. */
const shownAs = (state: string) =>
  until(async () => {
    const shown = JSON.parse((await run('show', 'Nightly', '--json')).stdout)
    return shown.state === state ? shown : undefined
  })
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
    expect(one.source).toBe('monitor')
    const { status, body } = await ask(`/tests/${one.token}`)
    expect([status, body.address, body.status]).toEqual([200, address, 'scored'])
    expect(body.checks.length).toBeGreaterThan(10)
    // A monitor's test is private: its token alone opens nothing.
    expect((await fetch(`http://${running.http}/t/${one.token}`)).status).toBe(404)
  }
  const database = new Database(join(folder, 'data', 'mailgauge.db'), { readonly: true })
  const lasting = database.query('SELECT (expires_at - created_at) / 86400000 AS days FROM mail_tests').all()
  database.close()
  expect(lasting).toEqual([{ days: 5 }, { days: 5 }])
  const shown = await shownAs('ok')
  expect(shown.messages.map(({ subject }: { subject: string }) => subject)).toEqual(['second', 'first'])
  expect(shown.messages.map(({ token }: { token: string }) => token).toSorted()).toEqual(
    tests.map(({ token }) => token).toSorted(),
  )
})

test('a file sets monitors up beside the running service, and mail to a deleted one is refused', async () => {
  const file = JSON.stringify([{ name: 'CI' }, { name: 'Nightly', interval: '1 day' }])
  const applied = await mailgauge(['monitors', 'apply', '-'], { cwd: folder, stdin: file })
  expect(applied.code).toBe(0)
  expect(applied.stdout).toMatch(/^CI: created, \S+\.\nNightly: unchanged, \S+\.\n$/)
  const address = /^CI: created, (\S+)\.$/m.exec(applied.stdout)?.[1] ?? ''
  const client = await greetedClient(running.smtp)
  await client.command('MAIL FROM:<a@example.org>')
  expect((await client.command(`RCPT TO:<${address}>`)).code).toBe(250)
  expect((await run('delete', 'CI')).code).toBe(0)
  expect(await client.command(`RCPT TO:<${address}>`)).toMatchObject({ code: 550, status: '5.1.1' })
  client.reset()
})

test('a message that scores less than is expected rings, and its alert is shown', async () => {
  const { address, score } = await shownAs('ok')
  expect((await run('change', 'Nightly', '--least-score', String(Math.min(10, score + 1)))).code).toBe(0)
  const client = await greetedClient(running.smtp)
  const data = `From: Shop <news@example.org>\r\nTo: ${address}\r\nSubject: third\r\n\r\nGood morning.\r\n`
  expect((await client.deliver({ from: 'news@example.org', to: [address], data })).code).toBe(250)
  client.reset()
  const { reasons, alerts } = await shownAs('alerting')
  expect(reasons).toMatchObject([{ condition: 'score_low' }])
  expect(alerts).toMatchObject([{ type: 'monitor.alert', name: 'Nightly' }])
})
