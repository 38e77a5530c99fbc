/** Processor time of the service for one page of a report. `bun bench/page.ts [--quick]` */
import { startWorld, type World } from './harness/dns.ts'
import { httpLoad } from './harness/http-load.ts'
import { cpuMs } from './harness/proc.ts'
import type { Row } from './harness/rows.ts'
import { type Service, startService } from './harness/service.ts'
import { sendAll } from './harness/smtp.ts'
import { type Effort, run, type Subject } from './harness/subject.ts'
import { yardstickMs } from './harness/yardstick.ts'
import { KINDS, signedMessages } from './messages.ts'

const SIZE = 10_240
const CONNECTIONS = 4

async function pages(service: Service, world: World, count: number): Promise<string[]> {
  const messages = await Promise.all(
    KINDS.map((kind) => signedMessages(kind, SIZE, count, world.privateKeyPem)),
  )
  const raws = messages.flat()
  const tests = await Promise.all(raws.map(() => service.anonymousTest()))
  const untilScored = service.followScored()
  await sendAll(
    service.smtp,
    tests.map(({ address }) => address),
    raws,
    4,
  )
  await untilScored(raws.length)
  return tests.map(({ token }) => `/t/${token}`)
}

async function measure(effort: Effort, say: (line: string) => void): Promise<Row[]> {
  const world = await startWorld()
  const service = await startService({ dns: world.dns })
  say('having reports made')
  const paths = await pages(service, world, effort.pick(3, 10))
  const load = { port: service.http.port, paths, connections: CONNECTIONS, seconds: effort.pick(1, 3) }
  await httpLoad(load)
  const [ours, yardstick, clients]: number[][] = [[], [], []]
  for (let at = 0; at < effort.pick(3, 7); at += 1) {
    const before = cpuMs(service.pid)
    const { requests, client } = await httpLoad(load)
    ours?.push((cpuMs(service.pid) - before) / requests)
    clients?.push(client)
    yardstick?.push(yardstickMs())
  }
  await service.stop()
  await world.stop()
  return [
    {
      key: 'page/cpu',
      what: 'report page, CPU for each',
      unit: 'ms',
      better: 'less',
      ours: ours ?? [],
      peer: { name: 'yardstick', values: yardstick ?? [] },
      bound: { of: 'ours', must: 2, goal: 1 },
      client: Math.max(...(clients ?? [])),
    },
  ]
}

/** Pages of reports. */
export const page: Subject = { name: 'page', measure }
if (import.meta.main) await run(page)
