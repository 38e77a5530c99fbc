import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serialize } from 'node:v8'
import { SQL } from 'bun'
import { type Cluster, cluster, postgresMissing } from '../../test/support/postgres.ts'
import { startChild } from './children.ts'
import type { Analysed } from './filling.ts'
import type { Asked, Done, HostBeginning } from './host-work.ts'
import { median } from './stats.ts'

const ROOT = join(import.meta.dir, '..', '..')
const PROCESS = join(ROOT, 'bench', 'processes', 'store-host.ts')
const ROUND_TRIP_MS = 1
const LOOKS = 200

/** A host in a process of its own. */
interface StoreHost {
  ask(asked: Asked): Promise<Done>
  stop(): Promise<void>
}

/** Starts one and waits until it can work. */
async function startHost(beginning: HostBeginning): Promise<StoreHost> {
  const answers: PromiseWithResolvers<unknown>[] = []
  const next = () => {
    const waiting = Promise.withResolvers<unknown>()
    answers.push(waiting)
    return waiting.promise
  }
  const isReady = next()
  const child = Bun.spawn([process.execPath, PROCESS, JSON.stringify(beginning)], {
    stdio: ['ignore', 'inherit', 'inherit'],
    ipc: (message) => answers.shift()?.resolve(message),
    onExit: () => {
      for (const { reject } of answers) reject(new Error(`Host ${beginning.host} ended`))
    },
  })
  await isReady
  return {
    async ask(asked) {
      const answer = next()
      child.send(asked)
      return (await answer) as Done
    },
    async stop() {
      child.kill()
      await child.exited
    },
  }
}

/** What is measured: one host over SQLite, or some over PostgreSQL. */
export interface Contender {
  name: string
  /** All of its hosts do it at once; those of SQLite are one. */
  ask(asked: Asked): Promise<Done[]>
  stop(): Promise<void>
}

async function contender(name: string, beginnings: readonly HostBeginning[]): Promise<Contender> {
  const hosts: StoreHost[] = []
  // One after the other: the first one makes the tables.
  for (const beginning of beginnings) hosts.push(await startHost(beginning))
  return {
    name,
    // The work is shared, so that each contender does the same in all.
    ask: (asked) =>
      Promise.all(hosts.map((host) => host.ask({ ...asked, count: Math.ceil(asked.count / hosts.length) }))),
    stop: async () => void (await Promise.all(hosts.map((host) => host.stop()))),
  }
}

/** The sources of a commit, with the packages of this tree; undefined where the repository does not have it. */
function treeOf(commit: string, folder: string): string | undefined {
  const tree = join(folder, `tree-${commit}`)
  mkdirSync(tree)
  const command = `git archive ${commit} | tar -x -C '${tree}'`
  Bun.spawnSync(['sh', '-c', command], { cwd: ROOT, stderr: 'ignore' })
  if (!existsSync(join(tree, 'package.json'))) return undefined
  symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'))
  return tree
}

/** Everything that a run has, on one disk. */
export interface Stage {
  sqlite(): Promise<Contender>
  /** Undefined: the repository does not have that commit. */
  sqliteOf(commit: string): Promise<Contender | undefined>
  postgres(hosts: number, far: boolean): Promise<Contender>
  /** Milliseconds of the least statement: beside the server, and with the network between. */
  roundTrips(): Promise<{ near: number; far: number }>
  /** A connection of somebody else's to the database of a contender. */
  look(contender: Contender): SQL
  stop(): Promise<void>
}

/** Durable, unlike a server of tests. */
const SETTINGS = ['fsync=on', 'full_page_writes=on', 'shared_buffers=512MB', 'max_wal_size=4GB']

/** Starts a server of its own. Throws where PostgreSQL is not installed. */
export async function openStage(analysed: readonly Analysed[]): Promise<Stage> {
  if (postgresMissing) throw new Error(postgresMissing)
  const folder = mkdtempSync(join(tmpdir(), 'mailgauge-bench-hosts-'))
  const file = join(folder, 'analysed')
  writeFileSync(file, serialize(analysed))
  const server: Cluster = await cluster(SETTINGS)
  const delay = await startChild<{ port: number }>('delay', [
    new URL(server.url('postgres')).port,
    String(ROUND_TRIP_MS),
  ])
  const through = (url: string) => Object.assign(new URL(url), { port: String(delay.facts.port) }).href
  const urls = new Map<Contender, string>()
  let made = 0

  async function sqliteIn(tree: string, name: string) {
    const sqlite = join(folder, `data-${made++}`)
    mkdirSync(sqlite)
    return contender(name, [{ tree, host: 0, sqlite, analysed: file }])
  }

  return {
    sqlite: () => sqliteIn(ROOT, 'SQLite'),
    async sqliteOf(commit) {
      const tree = treeOf(commit, folder)
      return tree === undefined ? undefined : sqliteIn(tree, `SQLite at ${commit}`)
    },
    async postgres(hosts, far) {
      const url = await server.create(`bench_${made++}`)
      const postgres = far ? through(url) : url
      const one = await contender(
        `${hosts} ${hosts === 1 ? 'host' : 'hosts'}${far ? `, ${ROUND_TRIP_MS} ms away` : ' beside the server'}`,
        Array.from({ length: hosts }, (_, host) => ({ tree: ROOT, host, postgres, analysed: file })),
      )
      urls.set(one, url)
      return one
    },
    async roundTrips() {
      const url = server.url('postgres')
      return { near: await roundTrip(url), far: await roundTrip(through(url)) }
    },
    look: (one) => new SQL(urls.get(one) ?? '', { max: 1 }),
    async stop() {
      await delay.stop()
      await server.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

async function roundTrip(url: string): Promise<number> {
  const client = new SQL(url, { max: 1 })
  const taken: number[] = []
  for (let look = 0; look < LOOKS; look += 1) {
    const before = performance.now()
    await client.unsafe('SELECT 1')
    taken.push(performance.now() - before)
  }
  await client.close()
  return median(taken)
}

/** How many a second all of them did, from the first's beginning to the last's end. */
export function rateOf(done: readonly Done[]): number {
  const count = done.reduce((sum, one) => sum + one.count, 0)
  const took = Math.max(...done.map(({ ended }) => ended)) - Math.min(...done.map(({ began }) => began))
  return (count / took) * 1000
}
