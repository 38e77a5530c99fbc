import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { apiClient } from '../support/api-client.ts'
import { type Running, serve, temporaryFolder, writeConfig } from '../support/binary.ts'
import { maySmallDisk, smallDisk } from '../support/small-disk.ts'
import { greetedClient } from '../support/smtp-client.ts'
import { reportsIn } from '../support/stored-rows.ts'
import { until } from '../support/until.ts'

/** How long the disk is full and not full in turn: a long form is OSCILLATE=600. */
const SECONDS = Number(process.env['OSCILLATE'] ?? 4)
const STREAMS = 12

const mail = (subject: string, filler = '') =>
  `From: a@example.org\r\nTo: b@example.net\r\nSubject: ${subject}\r\nMessage-ID: <${subject}@example.org>\r\n\r\nMessage ${subject}\r\n${filler}\r\n`
const noise = (bytes: number) =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(bytes)))
    .toString('base64')
    .replaceAll(/.{76}/g, '$&\r\n')

describe.if(maySmallDisk)('a disk that is full', () => {
  let folder: string
  let remove: () => void
  let disk: ReturnType<typeof smallDisk>
  let running: Running | undefined

  function start(megabytes: number) {
    const made = temporaryFolder()
    folder = made.folder
    remove = made.remove
    disk = smallDisk(folder, megabytes)
    writeConfig(
      folder,
      { tests: 'messages_per_test = 10000\nbytes_per_test = "4GB"' },
      { store: `directory = "${disk.at}/data"\nmin_free = "0B"` },
    )
  }
  beforeEach(() => {
    running = undefined
  })
  afterEach(async () => {
    await running?.kill('SIGKILL')
    disk.remove()
    remove()
  })

  const said = (part: string) => running?.output().split(part).length ?? 1
  const readyz = () => fetch(`http://${running?.http}/readyz`)
  const webTest = () =>
    fetch(`http://${running?.http}/`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'sec-fetch-site': 'same-origin' },
    })
  async function deliver(address: string, data: string) {
    const client = await greetedClient(running?.smtp ?? { host: '', port: 0 })
    const reply = await client.deliver({ from: 'a@example.org', to: [address], data })
    client.reset()
    return `${reply.code} ${reply.status}`
  }

  test('takes no mail and makes no test, says so everywhere, and both come back by themselves', async () => {
    start(48)
    running = await serve(folder)
    const api = await apiClient(running)
    const own = await api.createTest()
    const anonymous = (await webTest()).headers.get('location') ?? ''
    expect((await readyz()).status).toBe(200)
    expect(await deliver(own.address, mail('first'))).toBe('250 2.6.0')
    await api.ended(own.token)

    disk.fill()
    const refused = await until(async () => {
      const answer = await readyz()
      return answer.status === 503 && answer
    })
    expect(refused.headers.get('cache-control')).toBe('no-store')
    // A write of the service's own may fail before the free space is looked at again.
    expect((await refused.json()).error).toMatch(/the disk (?:has no more free space|takes no write)/)
    const post = () =>
      fetch(`http://${running?.http}/v1/tests`, {
        method: 'POST',
        headers: { authorization: `Bearer ${api.secret}` },
      })
    const noTest = await post()
    expect([noTest.status, noTest.headers.get('retry-after')]).toEqual([503, '60'])
    expect((await noTest.json()).error).toContain('no space')
    expect((await webTest()).status).toBe(503)
    expect(await (await fetch(`http://${running.http}${anonymous}`)).text()).toContain(
      'Mail cannot be accepted at the moment',
    )
    expect(await deliver(own.address, mail('second'))).toBe('452 4.3.1')
    expect((await api.report(own.token)).status).toBe('scored')
    expect((await fetch(`http://${running.http}/healthz`)).status).toBe(200)

    disk.free()
    await until(async () => (await readyz()).status === 200)
    expect((await post()).status).toBe(201)
    expect(await (await fetch(`http://${running.http}${anonymous}`)).text()).not.toContain(
      'Mail cannot be accepted',
    )
    expect(await deliver(own.address, mail('second'))).toBe('250 2.6.0')
    await until(() => said('No mail can be taken') >= 2 && said('Mail is taken again') >= 2)
    expect(said('Mail is taken again')).toBe(2)
  }, 300_000)

  test.each(['SIGTERM', 'SIGKILL'] as const)(
    'does not keep a service from starting that ended by %s',
    async (signal) => {
      start(48)
      running = await serve(folder)
      const api = await apiClient(running)
      const { token, address } = await api.createTest()
      expect(await deliver(address, mail('first'))).toBe('250 2.6.0')
      await api.ended(token)
      await running.kill(signal)
      disk.fill()

      running = await serve(folder)
      expect(
        (
          await fetch(`http://${running.http}/v1/tests/${token}`, {
            headers: { authorization: `Bearer ${api.secret}` },
          })
        ).status,
      ).toBe(200)
      await until(async () => (await readyz()).status === 503)
      expect(await deliver(address, mail('second'))).toBe('452 4.3.1')
      disk.free()
      await until(async () => (await readyz()).status === 200)
      expect(await deliver(address, mail('second'))).toBe('250 2.6.0')
    },
    300_000,
  )

  test(
    'that is full again and again loses nothing and doubles nothing',
    async () => {
      start(64 + SECONDS)
      running = await serve(folder)
      const { smtp } = running
      const api = await apiClient(running)
      const tests = await Promise.all(Array.from({ length: STREAMS }, () => api.createTest()))
      const taken: string[] = []
      const refused = new Map<string, number>()
      const end = Date.now() + SECONDS * 1000
      // On a machine with much other work it goes on until mail was both taken and refused.
      const goesOn = () =>
        Date.now() < end ||
        (Date.now() < end + 120_000 && (taken.length <= STREAMS || !refused.has('452 4.3.1')))

      /** What a message was answered, each over a connection of its own. */
      async function answerTo(address: string, subject: string): Promise<string> {
        // Who was refused often is turned away for a moment, as anybody who sends commands in vain.
        const client = await greetedClient(smtp).catch(() => undefined)
        if (!client) return 'closed'
        const data = mail(subject, noise(6000))
        const reply = await client
          .deliver({ from: 'a@example.org', to: [address], data })
          .catch(() => undefined)
        client.reset()
        return reply ? `${reply.code} ${reply.status}` : 'closed'
      }
      async function stream({ address }: { address: string }, name: number): Promise<void> {
        for (let at = 0; goesOn(); ) {
          const answer = await answerTo(address, `${name}-${at}`)
          if (answer === '250 2.6.0') taken.push(`${name}-${at++}`)
          else refused.set(answer, (refused.get(answer) ?? 0) + 1)
          await Bun.sleep(SECONDS > 60 ? 150 : 60)
        }
      }
      async function oscillate(): Promise<void> {
        while (goesOn()) {
          disk.fill(Math.random() < 0.5 ? 0 : Math.floor(Math.random() * 3_000_000))
          await Bun.sleep(100 + Math.random() * 500)
          disk.free()
          await Bun.sleep(300 + Math.random() * 1500)
        }
        disk.free()
      }
      await Promise.all([oscillate(), ...tests.map(stream)])

      const open = () => new Database(join(disk.at, 'data', 'mailgauge.db'), { readonly: true })
      const count = (sql: string) => {
        const database = open()
        const rows = database.query(sql).values() as [string][]
        database.close()
        return rows.map(([value]) => value)
      }
      // However many wait, and however slow the machine: what ends is counted, not how long it takes.
      const waiting = () => count('SELECT id FROM messages WHERE status IS NULL').length
      for (let left = waiting(); left > 0; left = waiting()) {
        const before = left
        await until(() => waiting() < before)
      }
      const database = open()
      const subjects = reportsIn(database).map(({ report }) => report.headline.subject)
      database.close()
      const failed = count("SELECT reason FROM messages WHERE status = 'failed'")
      const messages = count('SELECT id FROM messages').length
      const integrity = count('PRAGMA integrity_check')
      const lost = messages < taken.length ? taken.length - messages : 0
      const doubled = subjects.length - new Set(subjects).size
      console.log(
        `${SECONDS} s: ${taken.length} taken, refused ${JSON.stringify(Object.fromEntries(refused))}, lost ${lost}, doubled ${doubled}, not scored ${failed.length}`,
        failed.slice(0, 3),
      )
      expect(integrity).toEqual(['ok'])
      expect(taken.length).toBeGreaterThan(STREAMS)
      expect([...refused.keys()].filter((reply) => !['452 4.3.1', 'closed'].includes(reply))).toEqual([])
      expect(messages).toBe(taken.length)
      const missing = taken.filter((subject) => !subjects.includes(subject))
      expect(missing.length).toBeLessThanOrEqual(failed.length)
      expect(doubled).toBe(0)
      await until(() => said('No mail can be taken') === said('Mail is taken again'))
    },
    SECONDS * 5000 + 600_000,
  )
})
