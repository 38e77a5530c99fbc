import { expect, test } from 'bun:test'
import { apiClient } from '../support/api-client.ts'
import { serve, temporaryFolder, writeConfig } from '../support/binary.ts'
import { greetedClient } from '../support/smtp-client.ts'
import { until } from '../support/until.ts'

const noise = (bytes: number) =>
  Buffer.from(crypto.getRandomValues(new Uint8Array((bytes * 3) / 4)))
    .toString('base64')
    .replaceAll(/.{76}/g, '$&\r\n')
const mail = (bytes: number) => `From: a@example.org\r\nSubject: x\r\n\r\n${noise(bytes)}\r\n`

test('strangers fill their share of the store, each their own, and accounts go on', async () => {
  const { folder, remove } = temporaryFolder()
  writeConfig(folder, {
    anonymous: 'max_bytes = "4MB"\ntests_per_hour = 1000',
    tests: 'bytes_per_test = "1MB"',
    smtp: 'max_message = "1MB"',
    http: 'trusted_proxies = ["127.0.0.1/32"]',
  })
  const running = await serve(folder)
  const api = await apiClient(running)
  const own = await api.createTest()

  const post = (path: string, client: string) =>
    fetch(`http://${running.http}${path}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': client },
    })
  const page = async (path: string) => (await fetch(`http://${running.http}${path}`)).text()
  async function stranger(client: string) {
    const made = await post('/', client)
    const path = made.headers.get('location') ?? ''
    const address = /data-copy="([^"]+)"/.exec(path && (await page(path)))?.[1] ?? ''
    return { status: made.status, path, address }
  }
  async function fill(address: string, bytes: number): Promise<string> {
    const client = await greetedClient(running.smtp)
    for (let sent = 0; sent < 60; sent += 1) {
      const { code, status } = await client.deliver({ to: [address], data: mail(bytes) })
      if (code === 250) continue
      // Without a recipient DATA is refused: what counts is what the recipient was told.
      await client.command('RSET')
      await client.command('MAIL FROM:<a@example.org>')
      const told = await client.command(`RCPT TO:<${address}>`)
      client.reset()
      return told.code === 250 ? `${code} ${status}` : `${told.code} ${told.status}`
    }
    return 'never'
  }

  // One network fills its own share: two tests hold less together than each might alone.
  const [first, second] = [await stranger('192.0.2.1'), await stranger('192.0.2.1')]
  expect(await fill(first.address, 200_000)).toBe('452 4.2.2')
  expect(await fill(second.address, 1000)).toBe('452 4.2.2')
  const again = await post('/', '192.0.2.1')
  expect([again.status, again.headers.get('retry-after')]).toEqual([429, '3600'])

  // The others fill the share of all.
  const others = ['192.0.2.2', '192.0.2.3', '192.0.2.4', '192.0.2.5', '192.0.2.6']
  const answers = new Set<string>()
  for (const client of others) {
    const { status, address } = await stranger(client)
    answers.add(status === 303 ? await fill(address, 150_000) : String(status))
  }
  expect([...answers].every((answer) => ['452 4.2.2', '452 4.3.1', '503'].includes(answer))).toBe(true)
  const late = await until(async () => {
    const answer = await post('/', '198.51.100.1')
    const { address } = { address: answer.headers.get('location') }
    if (answer.status === 503) return answer
    await fill(/data-copy="([^"]+)"/.exec(await page(address ?? ''))?.[1] ?? '', 60_000)
    return undefined
  })
  expect(late.headers.get('retry-after')).toBe('60')
  expect(await late.text()).toContain('no space left for tests without an account')

  // Accounts notice nothing.
  expect((await fetch(`http://${running.http}/readyz`)).status).toBe(200)
  const client = await greetedClient(running.smtp)
  expect((await client.deliver({ to: [own.address], data: mail(300_000) })).code).toBe(250)
  client.reset()
  expect((await api.createTest()).token).toMatch(/^[a-z2-7]{26}$/)

  // What is deleted is free again.
  expect((await post(`${first.path}/delete`, '192.0.2.1')).status).toBe(303)
  await until(async () => (await post('/', '192.0.2.1')).status === 303)
  await running.kill()
  remove()
}, 300_000)
