/**
 * Deliveries that are all due at a start: 10,000 for 40 webhooks of two accounts over eight hosts, how long they take and how far the
 * service grows meanwhile; the same with bodies of 19 KB, and with half of the endpoints dead. `bun bench/deliveries.ts [--quick] [deliveries]`
 */
import { join } from 'node:path'
import type { Server } from 'bun'
import { openStore } from '../src/store/sqlite/open.ts'
import type { Store } from '../src/store/store.ts'
import { mailgauge, serve } from '../test/support/binary.ts'
import { delivery } from '../test/support/destinations.ts'
import { until } from '../test/support/until.ts'
import { residentMb } from './harness/proc.ts'
import type { Row } from './harness/rows.ts'
import { benchFolder } from './harness/service.ts'
import { type Effort, run, type Subject } from './harness/subject.ts'

const HOSTS = 8
const ACCOUNTS = ['one', 'two']
const WEBHOOKS = 20
const AT_ONCE = 500

interface Scene {
  key: string
  what: string
  count: number
  bytes: number
  /** The share of webhooks that lead where nobody answers. */
  dead: number
}

interface Drained {
  seconds: number
  megabytes: number
  before: number
}

/** Servers that take everything, and one that never answers. */
function receivers() {
  const came = { count: 0 }
  const take = (): Server<undefined> =>
    Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      async fetch(request) {
        await request.arrayBuffer()
        came.count += 1
        return new Response(null, { status: 204 })
      },
    })
  const hanging = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    fetch: () => new Promise<Response>(() => {}),
  })
  const taking = Array.from({ length: HOSTS }, take)
  return {
    came,
    urlOf: (at: number, isDead: boolean) =>
      `http://127.0.0.1:${(isDead ? hanging : taking[at % HOSTS])?.port}/hook`,
    stop: () => Promise.all([hanging, ...taking].map((server) => server.stop(true))),
  }
}

/** A data directory with the webhooks; gives the ids of those that answer, and of the others. */
async function prepare(folder: string, urlOf: (at: number, isDead: boolean) => string, dead: number) {
  const first = await serve(folder)
  const ids: Record<'good' | 'dead', string[]> = { good: [], dead: [] }
  for (const account of ACCOUNTS) {
    await mailgauge(['account', 'create', account], { cwd: folder })
    const wanted = Array.from({ length: WEBHOOKS }, (_, at) => {
      const isDead = at < WEBHOOKS * dead
      return { name: `${isDead ? 'dead' : 'good'} ${at}`, kind: 'webhook', url: urlOf(at, isDead) }
    })
    const args = ['alerts', 'apply', '-', '--account', account, '--json']
    const applied = await mailgauge(args, { cwd: folder, stdin: JSON.stringify(wanted) })
    const made = JSON.parse(applied.stdout) as { id: string; name: string }[]
    for (const { id, name } of made) ids[name.startsWith('dead') ? 'dead' : 'good'].push(id)
  }
  await first.kill()
  return ids
}

/** Behind so many events that were spread before. */
async function fill(
  store: Store,
  ids: readonly string[],
  { count, bytes }: Pick<Scene, 'count' | 'bytes'>,
  behind: number,
): Promise<void> {
  const body = JSON.stringify({ type: 'test.scored', data: { text: 'x'.repeat(bytes) } })
  for (let at = 0; at < count; at += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - at) }, (_, index) => ({
      event: behind + at + index + 1,
      delivery: delivery(ids[(at + index) % ids.length] ?? '', { createdAt: new Date(), body }),
    }))
    await store.deliveries.spread(behind + at + AT_ONCE, some)
  }
}

async function drain(scene: Scene): Promise<Drained> {
  const hooks = receivers()
  const { folder, remove } = benchFolder({ extra: { webhooks: 'allow_private = ["127.0.0.0/8"]' } })
  const ids = await prepare(folder, hooks.urlOf, scene.dead)
  const store = await openStore({ directory: join(folder, 'data'), migrate: false })
  // Due for longer than what is taken.
  await fill(store, ids.dead, { ...scene, count: ids.dead.length * 50 }, 0)
  await fill(store, ids.good, scene, 100_000)
  await store.close()
  const service = await serve(folder)
  const before = residentMb(service.process.pid)
  const begun = performance.now()
  let most = before
  await until(() => {
    most = Math.max(most, residentMb(service.process.pid))
    return hooks.came.count >= scene.count
  }, 900_000)
  const seconds = (performance.now() - begun) / 1000
  await service.kill('SIGKILL')
  await hooks.stop()
  remove()
  return { seconds, megabytes: most - before, before }
}

async function measure(effort: Effort, say: (line: string) => void): Promise<Row[]> {
  const count = effort.given ?? effort.pick(1_000, 10_000)
  const scenes: Scene[] = [
    { key: 'small', what: `${count} of 1 KB`, count, bytes: 1_000, dead: 0 },
    { key: 'large', what: `${count} of 19 KB`, count, bytes: 19_000, dead: 0 },
    { key: 'dead', what: `${count} of 1 KB, half of the endpoints dead`, count, bytes: 1_000, dead: 0.5 },
  ]
  const rows: Row[] = []
  for (const scene of scenes) {
    const { seconds, megabytes, before } = await drain(scene)
    say(`${scene.what}: ${Math.round(scene.count / seconds)} a second, ${before.toFixed(0)} MB before`)
    const about = { better: 'less' as const }
    rows.push(
      {
        ...about,
        key: `deliveries/${scene.key}`,
        what: `${scene.what}, until all are taken`,
        unit: 's',
        ours: [seconds],
      },
      {
        ...about,
        key: `deliveries/${scene.key}-memory`,
        what: `${scene.what}, growth meanwhile`,
        unit: 'MB',
        ours: [megabytes],
      },
    )
  }
  return rows
}

const deliveries: Subject = { name: 'deliveries', measure }
if (import.meta.main) await run(deliveries)
