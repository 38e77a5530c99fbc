/**
 * GET /v1/tests/{token} at a steady rate while 50 sessions send mail as fast as it is taken: the slowest of a hundred, as a multiple of
 * the same on the idle service. `bun bench/burst.ts [--quick]`; needs Postfix's smtp-source.
 */
import { startWorld, type World } from './harness/dns.ts'
import { type HttpLoadResult, httpLoad } from './harness/http-load.ts'
import { analysedTests } from './harness/reports.ts'
import type { Row } from './harness/rows.ts'
import { startService } from './harness/service.ts'
import { flood, smtpSourceIsHere } from './harness/smtp.ts'
import { type Effort, run, type Subject } from './harness/subject.ts'
import { signedMessages } from './messages.ts'

const PER_SECOND = 200
const CONNECTIONS = 16
const SESSIONS = 50
const SOURCES = 5

async function measure(effort: Effort, say: (line: string) => void): Promise<Row[]> {
  if (!smtpSourceIsHere) {
    say('smtp-source is absent (apt-get install postfix): the burst was not measured.')
    return []
  }
  const world = await startWorld()
  const bodies = await signedMessages('newsletter', 10_240, SOURCES, world.privateKeyPem)
  const [idle, busy]: HttpLoadResult[][] = [[], []]
  for (let at = 0; at < effort.pick(2, 5); at += 1) {
    say(`round ${at + 1}`)
    const seen = await round(world, bodies, effort)
    idle?.push(seen.idle)
    busy?.push(seen.busy)
  }
  await world.stop()
  return rowsOf(idle ?? [], busy ?? [])
}

/** A service of its own, so that what came in need not be analysed before the next round. */
async function round(world: World, bodies: readonly Buffer[], effort: Effort) {
  const service = await startService({ dns: world.dns, accounts: SOURCES })
  const tokens = await analysedTests(service, world, effort.pick(20, 100))
  const tests = await Promise.all(service.clients.map((client) => client.createTest()))
  const load = {
    port: service.http.port,
    paths: tokens.map((token) => `/v1/tests/${token}`),
    authorization: service.clients[0]?.headers.authorization ?? '',
    connections: CONNECTIONS,
    perSecond: PER_SECOND,
    seconds: effort.pick(2, 5),
  }
  await httpLoad(load)
  const idle = await httpLoad(load)
  const addresses = tests.map(({ address }) => address)
  const flooding = flood({ port: service.smtp.port, addresses, sessions: SESSIONS, bodies })
  await Bun.sleep(500)
  const busy = await httpLoad(load)
  await flooding.stop()
  await service.stop()
  return { idle, busy }
}

function rowsOf(idle: readonly HttpLoadResult[], busy: readonly HttpLoadResult[]): Row[] {
  const p99 = (all: readonly HttpLoadResult[]) => all.map((one) => one.p99)
  return [
    {
      key: 'burst/p99',
      what: `GET of ${PER_SECOND} reports a second beside ${SESSIONS} sessions that send, p99`,
      unit: 'ms',
      better: 'less',
      ours: p99(busy),
      peer: { name: 'idle', values: p99(idle) },
      bound: { of: 'ratio', must: 4, goal: 2 },
      client: Math.max(...busy.map(({ client }) => client)),
    },
  ]
}

/** Reading while mail comes in. */
export const burst: Subject = { name: 'burst', measure }
if (import.meta.main) await run(burst)
