import { afterAll, describe, expect } from 'bun:test'
import { type AccountOfTest, accountAt, type Hosts, makeTest, startHosts } from '../../support/hosts/hosts.ts'
import { type MailLoad, spendUnits, startMail, type UnitLoad } from '../../support/hosts/load.ts'
import { type Receiver, startReceiver, TO_LOOPBACK, tellScored } from '../../support/hosts/receiver.ts'
import { beforeAll, test } from '../../support/hosts/telling.ts'
import { ownPostgresMissing } from '../../support/postgres.ts'
import { until } from '../../support/until.ts'

/** The long form: HOSTS_MAILS=10000. */
const MAILS = Number(process.env['HOSTS_MAILS'] ?? 600)
const ADDRESSES = 10
const PER_ADDRESS = Math.ceil(MAILS / ADDRESSES)
const FULL_REPORTS = 6
const UNITS = Math.ceil(MAILS / 15)
const TOO_MANY = 15
/** What a busy machine may take until all is analysed and told. */
const END_MS = 600_000 + MAILS * 400
/** Longer than claims hold (60 s): others take over what a host has that is stopped. */
const STOPPED_MS = 75_000

interface Row {
  id: string
  token: string
  status: string | null
  reports: number
}

if (ownPostgresMissing) test.skip(`${MAILS} messages through faults, ${ownPostgresMissing}`, () => {})
else
  describe(`${MAILS} messages while hosts are killed and stopped and the database is restarted`, () => {
    let hosts: Hosts
    let receiver: Receiver
    let shown: AccountOfTest
    let metered: AccountOfTest
    let mail: MailLoad
    let units: UnitLoad
    let rows: Row[]

    beforeAll(
      async () => {
        receiver = startReceiver()
        const unlimited = 'api = true\nrate_per_minute = 1000000\nburst = 1000000'
        hosts = await startHosts({
          extra: { tests: `messages_per_test = ${PER_ADDRESS}`, analysis: 'processes = 2' },
          instead: {
            webhooks: TO_LOOPBACK,
            'plans.shown': `${unlimited}\nfull_reports_per_month = ${FULL_REPORTS}`,
            'plans.metered': `${unlimited}\nmonthly_tests = ${UNITS}`,
          },
        })
        shown = await accountAt(hosts.all[0], 'shown', 'shown')
        metered = await accountAt(hosts.all[0], 'metered', 'metered')
        await tellScored(hosts.all[1], 'shown', receiver)
        const addresses: string[] = []
        for (let at = 0; at < ADDRESSES; at += 1)
          addresses.push((await makeTest(hosts.all[at % 3] ?? hosts.all[0], shown)).address)
        mail = startMail(hosts.all, addresses)
        try {
          let isOver = false
          const spending = spendUnits(hosts.all, metered, {
            asks: UNITS + TOO_MANY,
            pauseMs: 2000,
            isOver: () => isOver,
          })
          const faults = throughFaults(hosts, mail).catch((cause) => {
            isOver = true
            throw cause
          })
          ;[units] = await Promise.all([spending, faults])
          rows = await analysed(hosts)
        } finally {
          mail.stop()
        }
      },
      1_200_000 + 2 * END_MS,
    )
    afterAll(async () => {
      mail?.stop()
      await hosts?.done()
      await receiver?.stop()
    })

    test('of all that was answered 250 nothing is lost', () => {
      const kept = new Set(rows.map(({ id }) => id))
      expect([...mail.answered.keys()].filter((id) => !kept.has(id))).toEqual([])
      expect(mail.answered.size).toBeGreaterThan(MAILS / 2)
      // What came besides is what its sender was told nothing of, or to send again.
      const besides = rows.filter(({ id }) => !mail.answered.has(id))
      expect(besides.length).toBeLessThanOrEqual(mail.unknown())
      expect([...mail.strange]).toEqual([])
    })

    test('each message has one report, and was counted and told once', async () => {
      expect(rows.filter(({ status, reports }) => status !== 'scored' || reports !== 1)).toEqual([])
      const often = await hosts.query(
        `SELECT m.id, count(o.seq)::int AS events FROM messages m LEFT JOIN outbox o
          ON o.subject = m.id AND o.type IN ('test.scored', 'test.failed') GROUP BY m.id HAVING count(o.seq) <> 1`,
      )
      expect(often).toEqual([])
      const history = await hosts.query(
        `SELECT sum(scored)::int AS scored, sum(failed)::int AS failed,
          (SELECT count(*)::int FROM history) AS entries FROM history_days WHERE domain = ''`,
      )
      expect(history).toEqual([{ scored: rows.length, failed: 0, entries: rows.length }])
    })

    test('addresses took just as many messages as they may', async () => {
      const byAddress = Map.groupBy(rows, ({ token }) => token)
      expect([...byAddress.values()].map((some) => some.length)).toEqual(Array(ADDRESSES).fill(PER_ADDRESS))
      const wrong = await hosts.query(
        `SELECT t.token FROM mail_tests t LEFT JOIN messages m ON m.test_seq = t.seq GROUP BY t.seq
          HAVING t.message_count <> count(m.seq) OR t.message_bytes <> coalesce(sum(m.size), 0)`,
      )
      expect(wrong).toEqual([])
    })

    test('units and full reports are exact', async () => {
      expect([...units.strange]).toEqual([])
      expect(units.granted.size).toBe(UNITS)
      expect(units.refused.size).toBe(TOO_MANY)
      expect(new Set(units.granted.values()).size).toBe(UNITS)
      const spent = await hosts.query<{ used: number; tokens: string }>(
        `SELECT (SELECT sum(used)::int FROM allowance_uses WHERE account_id = $1) AS used,
          string_agg(token, ' ') AS tokens FROM mail_tests WHERE account_id = $1`,
        [metered.id],
      )
      expect(spent[0]?.used).toBe(UNITS)
      expect(spent[0]?.tokens.split(' ').toSorted()).toEqual([...units.granted.values()].toSorted())
      const reports = await hosts.query(
        `SELECT (SELECT sum(used)::int FROM full_report_uses WHERE owner = $1) AS used,
          count(DISTINCT report_number)::int AS numbers, max(report_number)::int AS last,
          sum(gated)::int AS gated FROM mail_tests WHERE account_id = $1`,
        [shown.id],
      )
      expect(reports).toEqual([
        { used: ADDRESSES, numbers: ADDRESSES, last: ADDRESSES, gated: ADDRESSES - FULL_REPORTS },
      ])
    })

    test(
      'the webhook was told of each message at least once, each time with the same id',
      async () => {
        await until(async () => {
          const [left] = await hosts.query<{ n: number }>(
            `SELECT (SELECT count(*)::int FROM deliveries WHERE state <> 'delivered') +
              (SELECT count(*)::int FROM outbox o WHERE NOT EXISTS (SELECT 1 FROM outbox_positions p
                WHERE p.consumer = 'destinations' AND p.position >= o.id)) AS n`,
          )
          return left?.n === 0
        }, END_MS)
        expect(rows.filter(({ id }) => !receiver.came.has(id))).toEqual([])
        const several = [...receiver.came].filter(([, ids]) => new Set(ids).size !== 1)
        expect(several).toEqual([])
        expect(receiver.unverified).toEqual([])
        const [made] = await hosts.query<{ rows: number; ids: number }>(
          'SELECT count(*)::int AS rows, count(DISTINCT message_id)::int AS ids FROM deliveries',
        )
        expect(made).toEqual({ rows: rows.length, ids: rows.length })
      },
      END_MS + 60_000,
    )

    test('all hosts are ready again, and each takes part', async () => {
      for (const host of hosts.all) await until(async () => (await host.readyz()) === 200)
      const names = await hosts.query<{ name: string }>('SELECT name FROM hosts ORDER BY name')
      expect(names.map(({ name }) => name)).toEqual(['mx1', 'mx2', 'mx3'])
    })
  })

/** Mail goes on while one host is killed and comes back, another is stopped and goes on, and the database is restarted twice. */
async function throughFaults({ all, cluster }: Hosts, mail: MailLoad): Promise<void> {
  const [first, second] = all
  const flow = async () => {
    const goal = Math.ceil(mail.answered.size + MAILS / 10)
    mail.allow(goal)
    await until(() => mail.answered.size >= goal, END_MS)
  }
  await flow()
  await first.running().kill('SIGKILL')
  const back = first.startAgain()
  // Looked at below; until then it is nobody's failure.
  back.catch(() => {})
  await flow()
  second.running().process.kill('SIGSTOP')
  const stoppedAt = performance.now()
  await flow()
  await cluster.restart('fast')
  await flow()
  await back
  await Bun.sleep(Math.max(0, stoppedAt + STOPPED_MS - performance.now()))
  second.running().process.kill('SIGCONT')
  await flow()
  await cluster.restart('immediate')
  await flow()
  mail.allow(Number.POSITIVE_INFINITY)
  await mail.full
}

/** All that is kept, once nothing waits for its analysis. */
async function analysed({ query }: Hosts): Promise<Row[]> {
  await until(async () => {
    const [left] = await query<{ n: number }>('SELECT count(*)::int AS n FROM messages WHERE status IS NULL')
    await Bun.sleep(500)
    return left?.n === 0
  }, END_MS)
  return query<Row>(
    `SELECT m.id, t.token, m.status,
      (SELECT count(*)::int FROM reports r WHERE r.message_seq = m.seq) AS reports
      FROM messages m JOIN mail_tests t ON t.seq = m.test_seq`,
  )
}
