import { afterAll, describe, expect } from 'bun:test'
import {
  type AccountOfTest,
  accountAt,
  admittedAtOnce,
  type Hosts,
  makeTest,
  startHosts,
} from '../../support/hosts/hosts.ts'
import { createSender, numbered } from '../../support/hosts/sender.ts'
import { beforeAll, test } from '../../support/hosts/telling.ts'
import { ownPostgresMissing } from '../../support/postgres.ts'
import { until } from '../../support/until.ts'
import { readEvents } from '../../web/events.ts'

const UNITS = 20
const TESTS_PER_HOUR = 9
const FREE_AGAIN_MS = 3_600_000 / TESTS_PER_HOUR
const BURST = 11

interface WireTest {
  status: string
  message_id?: string
}

interface LiveState {
  messages: number
  newest: string
}

if (ownPostgresMissing) test.skip(`three hosts over one database, ${ownPostgresMissing}`, () => {})
else
  describe('three hosts over one database', () => {
    let hosts: Hosts
    let account: AccountOfTest
    const begun = performance.now()

    beforeAll(async () => {
      hosts = await startHosts({
        extra: { anonymous: `tests_per_hour = ${TESTS_PER_HOUR}` },
        instead: {
          'plans.metered': `api = true\nrate_per_minute = 1000000\nburst = 1000000\nmonthly_tests = ${UNITS}`,
          'plans.slow': `api = true\nrate_per_minute = 1\nburst = ${BURST}`,
        },
      })
      account = await accountAt(hosts.all[0], 'shop')
    }, 300_000)
    afterAll(() => hosts?.done())

    /** What whoever waits is told; without a database they ask again. */
    async function waitAt(at: 0 | 1 | 2, token: string): Promise<WireTest> {
      for (;;) {
        const response = await hosts.all[at].ask(`/v1/tests/${token}?wait=60`, {
          headers: account.headers,
          signal: AbortSignal.timeout(90_000),
        })
        if (response?.status === 200) return (await response.json()) as WireTest
        expect(response?.status).toBe(503)
        await Bun.sleep(200)
      }
    }
    const mailTo = async (at: 0 | 1 | 2, address: string, number: string) => {
      const sender = createSender(() => hosts.all[at].running().smtp)
      const sent = await sender.send(address, numbered(number))
      sender.drop()
      if (sent.kind !== 'taken') throw new Error(JSON.stringify(sent))
      return sent.id
    }

    test('a test is made on one, its mail comes to another, and who waits on the third is told', async () => {
      for (const [made, mailed, waited] of [
        [0, 1, 2],
        [1, 2, 0],
        [2, 0, 1],
      ] as const) {
        const { token, address } = await makeTest(hosts.all[made], account)
        const waiting = waitAt(waited, token)
        const id = await mailTo(mailed, address, `across-${made}`)
        // Nobody looks again by the clock: it is pending after the whole wait unless the change was told.
        expect(await waiting).toMatchObject({ status: 'scored', message_id: id })
      }
    }, 300_000)

    test('a live page of one host follows mail that comes to another', async () => {
      const [first, , third] = hosts.all
      const made = await first.ask('/', {
        method: 'POST',
        redirect: 'manual',
        headers: { 'sec-fetch-site': 'same-origin' },
      })
      expect(made?.status).toBe(303)
      const path = made?.headers.get('location') ?? ''
      const page = await (await third.ask(path))?.text()
      const address = /data-copy="([^"]+)"/.exec(page ?? '')?.[1] ?? ''
      const live = await third.ask(`${path}/events`, { signal: AbortSignal.timeout(240_000) })
      const events = readEvents(live ?? new Response())
      expect(await events.next()).toMatchObject({ event: 'state', data: { messages: 0, newest: 'none' } })
      await mailTo(1, address, 'live')
      const told: LiveState[] = []
      while (told.at(-1)?.newest !== 'scored') {
        const sent = await events.next()
        if (!sent) throw new Error(`the page was told ${JSON.stringify(told)}`)
        expect(sent.event).toBe('change')
        told.push(sent.data as LiveState)
      }
      expect(told.at(-1)).toMatchObject({ messages: 1 })
      await events.close()
    }, 300_000)

    test('who waits across a restart of the database is told all the same', async () => {
      const { token, address } = await makeTest(hosts.all[0], account)
      const waiting = waitAt(2, token)
      // Mostly it is held by now; where it is not, it is asked again.
      await Bun.sleep(1000)
      await hosts.cluster.restart('fast')
      const sender = createSender(() => hosts.all[1].running().smtp)
      while ((await sender.send(address, numbered('across a restart'))).kind !== 'taken') await Bun.sleep(100)
      sender.drop()
      expect(await waiting).toMatchObject({ status: 'scored' })
    }, 300_000)

    test('units are spent once over all hosts', async () => {
      // The database was restarted before: each host looks at it now and then, and refuses until it has seen it.
      for (const host of hosts.all) await until(async () => (await host.readyz()) === 200)
      const metered = await accountAt(hosts.all[1], 'metered', 'metered')
      const answers = await Promise.all(
        Array.from({ length: 2 * UNITS }, async (_, at) => {
          const response = await hosts.all[at % 3]?.ask('/v1/tests', {
            method: 'POST',
            headers: metered.headers,
          })
          await response?.body?.cancel()
          return response?.status
        }),
      )
      expect(answers.filter((status) => status === 201)).toHaveLength(UNITS)
      expect(answers.filter((status) => status === 429)).toHaveLength(UNITS)
      const [counted] = await hosts.query<{ used: number; made: number }>(
        `SELECT (SELECT sum(used)::int FROM allowance_uses WHERE account_id = $1) AS used,
          (SELECT count(*)::int FROM mail_tests WHERE account_id = $1) AS made`,
        [metered.id],
      )
      expect(counted).toEqual({ used: UNITS, made: UNITS })
    }, 300_000)

    test('one idempotency key at all hosts at once makes one test', async () => {
      const headers = { ...account.headers, 'idempotency-key': 'the-same-everywhere' }
      const tokens = new Set<string>()
      for (let round = 0; round < 3; round += 1) {
        const answers = await Promise.all(
          hosts.all.map((host) => host.ask('/v1/tests', { method: 'POST', headers })),
        )
        for (const answer of answers) {
          expect([201, 409]).toContain(answer?.status ?? 0)
          const { token } = ((await answer?.json()) ?? {}) as { token?: string }
          if (token !== undefined) tokens.add(token)
        }
      }
      expect(tokens.size).toBe(1)
    }, 300_000)

    test('the rate of an account is that of all hosts together', async () => {
      const slow = await accountAt(hosts.all[2], 'slow', 'slow')
      const from = performance.now()
      const admitted = await admittedAtOnce(hosts, slow, 60)
      const minutes = Math.ceil((performance.now() - from) / 60_000)
      expect(admitted).toBeGreaterThanOrEqual(BURST + 1)
      expect(admitted).toBeLessThanOrEqual(BURST + 1 + minutes)
    }, 300_000)

    test('what a client without an account may make in an hour is counted over all hosts', async () => {
      const makeAt = async (at: number) => {
        const response = await hosts.all[at % 3]?.ask('/', {
          method: 'POST',
          redirect: 'manual',
          headers: { 'sec-fetch-site': 'same-origin' },
        })
        await response?.body?.cancel()
        return response?.status
      }
      const answers = await Promise.all(Array.from({ length: 3 * TESTS_PER_HOUR }, (_, at) => makeAt(at)))
      expect(answers.filter((status) => status !== 303 && status !== 429)).toEqual([])
      const [counted] = await hosts.query<{ made: number }>(
        'SELECT count(*)::int AS made FROM mail_tests WHERE account_id IS NULL',
      )
      // With the one of the live page, and what came free since.
      const free = Math.ceil((performance.now() - begun) / FREE_AGAIN_MS)
      expect(counted?.made).toBeGreaterThanOrEqual(TESTS_PER_HOUR)
      expect(counted?.made).toBeLessThanOrEqual(TESTS_PER_HOUR + free)
    }, 300_000)
  })
