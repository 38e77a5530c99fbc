/**
 * GET /v1/tests/{token} of reports, as a share of a bare Bun.serve that gives the same bytes out of one read of bun:sqlite, in
 * alternating rounds, and the processor time of each. `bun bench/read-report.ts [--quick]`
 */
import { startWorld } from './harness/dns.ts'
import { httpLoad } from './harness/http-load.ts'
import { cpuMs } from './harness/proc.ts'
import { analysedTests, bareServer } from './harness/reports.ts'
import type { Row } from './harness/rows.ts'
import { startService } from './harness/service.ts'
import { type Effort, run, type Subject } from './harness/subject.ts'

const CONNECTIONS = 32

interface Server {
  port: number
  pid: number
  authorization?: string
}

interface Measured {
  perSecond: number[]
  /** Microseconds of processor time of the server for one request. */
  cpu: number[]
  client: number[]
}

const nothing = (): Measured => ({ perSecond: [], cpu: [], client: [] })

async function round(
  { port, pid, authorization }: Server,
  paths: string[],
  seconds: number,
  into: Measured,
): Promise<void> {
  const before = cpuMs(pid)
  const load = { port, paths, connections: CONNECTIONS, seconds, ...(authorization && { authorization }) }
  const { perSecond, requests, client } = await httpLoad(load)
  into.perSecond.push(perSecond)
  into.cpu.push(((cpuMs(pid) - before) / requests) * 1000)
  into.client.push(client)
}

async function measure(effort: Effort, say: (line: string) => void): Promise<Row[]> {
  const world = await startWorld()
  const service = await startService({ dns: world.dns })
  say('having reports made')
  const tokens = await analysedTests(service, world, effort.pick(20, 200))
  const bare = await bareServer(service, tokens)
  const paths = tokens.map((token) => `/v1/tests/${token}`)
  const servers = {
    ours: {
      port: service.http.port,
      pid: service.pid,
      authorization: service.clients[0]?.headers.authorization ?? '',
    },
    bare: { port: bare.facts.port, pid: bare.pid },
  }
  const seconds = effort.pick(1, 3)
  // What a server does in its first second is mostly compiling.
  await round(servers.ours, paths, seconds, nothing())
  await round(servers.bare, paths, seconds, nothing())
  const [ours, theirs] = [nothing(), nothing()]
  for (let at = 0; at < effort.pick(3, 7); at += 1) {
    await round(servers.ours, paths, seconds, ours)
    await round(servers.bare, paths, seconds, theirs)
  }
  await bare.stop()
  await service.stop()
  await world.stop()
  return rowsOf(ours, theirs)
}

function rowsOf(ours: Measured, theirs: Measured): Row[] {
  const client = Math.max(...ours.client, ...theirs.client)
  const name = 'bare Bun.serve'
  return [
    {
      key: 'read-report/rate',
      what: 'GET /v1/tests/{token}',
      unit: '/s',
      better: 'more',
      ours: ours.perSecond,
      peer: { name, values: theirs.perSecond },
      bound: { of: 'ratio', must: 0.5, goal: 0.75 },
      client,
    },
    {
      key: 'read-report/cpu',
      what: 'GET /v1/tests/{token}, CPU of the server',
      unit: 'µs',
      better: 'less',
      ours: ours.cpu,
      peer: { name, values: theirs.cpu },
    },
  ]
}

/** Reading one report. */
export const readReport: Subject = { name: 'read-report', measure }
if (import.meta.main) await run(readReport)
