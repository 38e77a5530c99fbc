import { afterAll, describe, expect } from 'bun:test'
import { temporaryFolder } from '../../support/binary.ts'
import {
  type AccountOfTest,
  accountAt,
  admittedAtOnce,
  type Hosts,
  hasEnded,
  makeTest,
  startHosts,
} from '../../support/hosts/hosts.ts'
import { type Receiver, startReceiver, TO_LOOPBACK, tellScored } from '../../support/hosts/receiver.ts'
import { createSender, numbered, type Sent } from '../../support/hosts/sender.ts'
import { beforeAll, test } from '../../support/hosts/telling.ts'
import { timeIn, wrongClockMissing, wrongClocks } from '../../support/hosts/wrong-clock.ts'
import { ownPostgresMissing } from '../../support/postgres.ts'
import { until } from '../../support/until.ts'

const HOUR_MS = 3_600_000
/** By how many seconds the clock of a host is off. */
const OFF: Readonly<Record<string, number>> = { mx1: 0, mx2: 3600, mx3: -3600 }
/** Much less than an hour, and more than a test takes. */
const NEAR_MS = 20 * 60_000
const BURST = 11

const missing = ownPostgresMissing ?? wrongClockMissing

if (missing) test.skip(`hosts whose clocks are an hour off, ${missing}`, () => {})
else
  describe('one host whose clock is an hour fast, and one whose clock is an hour slow', () => {
    let hosts: Hosts
    let account: AccountOfTest
    let receiver: Receiver
    const place = temporaryFolder()

    beforeAll(async () => {
      const environmentOf = wrongClocks(place.folder)
      const environment = (name: string) => (OFF[name] ? environmentOf(OFF[name]) : {})
      for (const seconds of [3600, -3600]) {
        const apart = timeIn(environmentOf(seconds)) - Date.now()
        expect(Math.abs(apart - seconds * 1000), 'the binary has the wrong clock').toBeLessThan(NEAR_MS)
      }
      receiver = startReceiver()
      hosts = await startHosts({
        environment,
        instead: {
          webhooks: TO_LOOPBACK,
          'plans.slow': `api = true\nrate_per_minute = 1\nburst = ${BURST}`,
        },
      })
      account = await accountAt(hosts.all[0], 'shop')
      await tellScored(hosts.all[1], 'shop', receiver)
    }, 300_000)
    afterAll(async () => {
      await hosts?.done()
      await receiver?.stop()
      place.remove()
    })

    const sendAt = async (at: 0 | 1 | 2, address: string, number: string): Promise<Sent> => {
      const sender = createSender(() => hosts.all[at].running().smtp)
      const sent = await sender.send(address, numbered(number))
      sender.drop()
      return sent
    }
    const moveExpiry = (token: string, fromNowMs: number) =>
      hosts.query('UPDATE mail_tests SET expires_at = mailgauge_now() + $1::bigint WHERE token = $2', [
        fromNowMs,
        token,
      ])
    const statusAt = async (at: 0 | 1 | 2, token: string) => {
      const response = await hosts.all[at].ask(`/v1/tests/${token}`, { headers: account.headers })
      await response?.body?.cancel()
      return response?.status
    }

    test('what each host writes has the time of the database', async () => {
      for (const at of [0, 1, 2] as const) {
        const { address } = await makeTest(hosts.all[at], account)
        for (const mailed of [0, 1, 2] as const)
          expect(await sendAt(mailed, address, `${at} by ${mailed}`)).toMatchObject({ kind: 'taken' })
      }
      await until(async () => {
        const [left] = await hosts.query<{ n: number }>(
          'SELECT count(*)::int AS n FROM messages WHERE status IS NULL',
        )
        return left?.n === 0
      })
      const far = await hosts.query(
        `SELECT what, ((at - mailgauge_now()) / 60000)::int AS minutes FROM (
          SELECT 'test' AS what, created_at AS at FROM mail_tests
          UNION ALL SELECT 'message', received_at FROM messages
          UNION ALL SELECT 'event', at FROM outbox
          UNION ALL SELECT 'delivery', created_at FROM deliveries
          UNION ALL SELECT 'host', seen_at FROM hosts
          UNION ALL SELECT 'key', created_at FROM api_keys) AS written
          WHERE abs(at - mailgauge_now()) > $1::bigint`,
        [NEAR_MS],
      )
      expect(far).toEqual([])
    }, 300_000)

    test('each message is analysed once, and told of with a time that receivers take', async () => {
      const ids = await hosts.query<{ id: string; tries: number }>(
        'SELECT id, lost_tries::int AS tries FROM messages',
      )
      expect(ids.filter(({ tries }) => tries > 0)).toEqual([])
      await until(() => ids.every(({ id }) => receiver.came.has(id)))
      expect([...receiver.came].filter(([, some]) => new Set(some).size !== 1)).toEqual([])
      expect(receiver.unverified).toEqual([])
      const often = await hosts.query(
        `SELECT subject FROM outbox WHERE type = 'test.scored' GROUP BY subject HAVING count(*) <> 1`,
      )
      expect(often).toEqual([])
    }, 300_000)

    test('a test ends for all hosts at one time', async () => {
      const { token, address } = await makeTest(hosts.all[2], account)
      await moveExpiry(token, HOUR_MS / 2)
      for (const at of [0, 1, 2] as const) {
        expect(await statusAt(at, token)).toBe(200)
        expect(await sendAt(at, address, `open ${at}`)).toMatchObject({ kind: 'taken' })
      }
      await moveExpiry(token, -HOUR_MS / 2)
      for (const at of [0, 1, 2] as const) {
        expect(await statusAt(at, token)).toBe(404)
        expect(await sendAt(at, address, `over ${at}`)).toMatchObject({
          kind: 'refused',
          reply: { code: 550 },
        })
      }
    }, 300_000)

    test('the rate of an account is as exact as with right clocks', async () => {
      const slow = await accountAt(hosts.all[1], 'slow', 'slow')
      const from = performance.now()
      const admitted = await admittedAtOnce(hosts, slow, 60)
      const minutes = Math.ceil((performance.now() - from) / 60_000)
      expect(admitted).toBeGreaterThanOrEqual(BURST + 1)
      expect(admitted).toBeLessThanOrEqual(BURST + 1 + minutes)
    }, 300_000)

    test('no host takes another for gone', async () => {
      await until(async () => {
        const alive = await hosts.query<{ n: number }>(
          // Each said twice at least that it is there.
          'SELECT count(*)::int AS n FROM hosts WHERE seen_at >= started_at + 15000',
        )
        return alive[0]?.n === 3
      })
      for (const host of hosts.all) {
        expect(hasEnded(host.running())).toBe(false)
        expect(await host.readyz()).toBe(200)
      }
    }, 300_000)
  })
