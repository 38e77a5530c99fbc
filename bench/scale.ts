/**
 * A database with many tests, each with a message and its report, that came through accept and finish: start, reads, lists and pages,
 * and reads while retention deletes a fifth of it. `bun bench/scale.ts [tests, 1,000,000 if absent]`; a million takes 20 GB.
 */

import { Database } from 'bun:sqlite'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { analysedMessages, type Filling, fillWithReports } from './harness/filling.ts'
import { httpLoad } from './harness/http-load.ts'
import { residentMb } from './harness/proc.ts'
import type { Row } from './harness/rows.ts'
import { benchFolder, type Service, serveIn } from './harness/service.ts'
import { told } from './harness/stats.ts'
import { type Effort, run, type Subject } from './harness/subject.ts'

/** One test of so many has expired when the service starts. */
const EXPIRED_SHARE = 0.2
const PER_SECOND = 100
const DELETED_WITHIN_MS = 3_600_000

function sizeMb(folder: string): number {
  const data = join(folder, 'data')
  const bytes = readdirSync(data).reduce((total, name) => total + statSync(join(data, name)).size, 0)
  return bytes / 1024 ** 2
}

function counted(folder: string): number {
  const database = new Database(join(folder, 'data', 'mailgauge.db'), { readonly: true })
  const row = database.query<{ count: number }, []>('SELECT count(*) AS count FROM mail_tests').get()
  database.close()
  return row?.count ?? 0
}

interface Load {
  port: number
  authorization: string
  connections: number
  seconds: number
}

const one = (key: string, what: string, unit: string, value: number, note?: string): Row => ({
  key: `scale/${key}`,
  what,
  unit,
  better: 'less',
  ours: [value],
  ...(note !== undefined && { note }),
})

async function reads(load: Load, { tokens, anonymous, listed }: Filling): Promise<Row[]> {
  const median = async (paths: string[]) => (await httpLoad({ ...load, connections: 1, paths })).p50
  return [
    one('read', 'GET of a report, median', 'ms', await median(tokens.map((token) => `/v1/tests/${token}`))),
    one(
      'list',
      'first page of the list, median',
      'ms',
      await median(['/v1/tests']),
      `${listed} tests listed`,
    ),
    one(
      'list-middle',
      'page in the middle of the list, median',
      'ms',
      await median([`/v1/tests?offset=${listed >> 1}`]),
    ),
    one('page', 'page of a report, median', 'ms', await median(anonymous.map((token) => `/t/${token}`))),
  ]
}

/** Reads while expired tests are deleted, and afterwards. */
async function retention(service: Service, load: Load, filling: Filling, say: (line: string) => void) {
  const paths = filling.tokens.map((token) => `/v1/tests/${token}`)
  const steady = { ...load, paths, perSecond: PER_SECOND, connections: 16 }
  const during: number[] = []
  const [began, expired] = [performance.now(), counted(service.folder) - filling.kept]
  let left = expired
  // It begins within five minutes.
  while (left > 0 && performance.now() - began < DELETED_WITHIN_MS) {
    const before = left
    const { p99 } = await httpLoad(steady)
    left = counted(service.folder) - filling.kept
    if (left < before) during.push(p99)
    say(`${left} expired tests are left`)
  }
  const idle: number[] = []
  for (let at = 0; at < Math.max(1, Math.min(5, during.length)); at += 1)
    idle.push((await httpLoad(steady)).p99)
  const pace = (expired - left) / (during.length * load.seconds)
  return { during, idle, pace }
}

async function measure(effort: Effort, say: (line: string) => void): Promise<Row[]> {
  const count = effort.given ?? effort.pick(2_000, 1_000_000)
  const { folder, remove } = benchFolder()
  const messages = await analysedMessages()
  const began = performance.now()
  const filling = await fillWithReports(folder, { count, expired: EXPIRED_SHARE, messages, say })
  const seconds = (performance.now() - began) / 1000
  const full = sizeMb(folder)
  say(`${told(count / seconds)} tests a second, ${told(full)} MB`)
  // It deletes what has expired as soon as it starts, and is not waited for.
  const service = await serveIn(folder, 1, false)
  const authorization = service.clients[0]?.headers.authorization ?? ''
  const load = { port: service.http.port, authorization, connections: 1, seconds: effort.pick(2, 10) }
  const { during, idle, pace } = await retention(service, load, filling, say)
  const rows = [
    one('start', `start with ${count} tests`, 'ms', service.startMs),
    ...(await reads(load, filling)),
    one('resident', 'service, resident', 'MB', residentMb(service.pid)),
  ]
  const deletedMb = sizeMb(folder)
  await service.stop()
  await fillWithReports(folder, { count: Math.round(count * EXPIRED_SHARE), expired: 0, messages, say })
  const refilled = sizeMb(folder)
  remove()
  return [
    ...rows,
    {
      key: 'scale/retention',
      what: 'p99 of reads while expired tests are deleted',
      unit: 'ms',
      better: 'less',
      ours: during,
      peer: { name: 'afterwards', values: during.map((_, at) => idle[at % idle.length] ?? Number.NaN) },
      bound: { of: 'ratio', must: 3 },
      note: `${told(pace)} tests deleted a second`,
    },
    one(
      'size',
      'data directory when it was full',
      'MB',
      full,
      `${told(deletedMb)} MB once a fifth was deleted, ${told(refilled)} MB when as much had come again`,
    ),
  ]
}

/** Many tests. */
export const scale: Subject = { name: 'scale', measure }
if (import.meta.main) await run(scale)
