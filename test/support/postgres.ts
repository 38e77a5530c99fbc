import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SQL } from 'bun'
import { openPostgres } from '../../src/store/postgres/open.ts'
import type { PostgresOptions } from '../../src/store/postgres/options.ts'
import { addressOf } from '../../src/store/postgres/wire/address.ts'
import type { Store } from '../../src/store/store.ts'
import { testClock } from './clock.ts'

const INSTALLED = '/usr/lib/postgresql'

export interface Cluster {
  /** The address of a database of it. */
  url(database: string): string
  /** Makes an empty database, or a copy of one, and gives its address. */
  create(database: string, template?: string): Promise<string>
  /** Ends the server and starts it again. */
  restart(how: 'fast' | 'immediate'): void
  stop(): void
}

/** Where PostgreSQL's programs are, newest first; undefined where it is not installed. */
function programs(): string | undefined {
  const versions = existsSync(INSTALLED) ? readdirSync(INSTALLED).map(Number).filter(Number.isInteger) : []
  return versions
    .toSorted((one, other) => other - one)
    .map((version) => join(INSTALLED, String(version), 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')))
}

const GIVEN = process.env['MAILGAUGE_TEST_POSTGRES']

/** Why tests over PostgreSQL are skipped; undefined where they can run. */
export const postgresMissing: string | undefined =
  GIVEN !== undefined || programs() ? undefined : 'skipped: PostgreSQL is not installed (package postgresql)'

/** A server of its own in a temporary folder, or the one that MAILGAUGE_TEST_POSTGRES names. */
export async function cluster(): Promise<Cluster> {
  const started = GIVEN === undefined ? start() : undefined
  const base = started ? `postgres://postgres@127.0.0.1:${started.port}/postgres` : String(GIVEN)
  const url = (database: string) => Object.assign(new URL(base), { pathname: `/${database}` }).href
  return {
    url,
    async create(database, template) {
      const admin = new SQL(base, { max: 1 })
      try {
        const like = template ? `TEMPLATE "${template}"` : `TEMPLATE template0 ENCODING 'UTF8'`
        await admin.unsafe(`CREATE DATABASE "${database}" ${like}`)
      } finally {
        await admin.close()
      }
      return url(database)
    },
    restart: (how) => started?.restart(how),
    stop: () => started?.stop(),
  }
}

function start() {
  const bin = programs()
  if (!bin) throw new Error('PostgreSQL is not installed.')
  const folder = mkdtempSync(join(tmpdir(), 'mailgauge-postgres-'))
  const data = join(folder, 'data')
  // The server refuses to run as root.
  const isRoot = process.getuid?.() === 0
  if (isRoot) chownSync(folder, idOf('-u'), idOf('-g'))
  const run = (program: string, ...args: string[]) => {
    const command = [join(bin, program), ...args]
    const all = isRoot
      ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', ...command]
      : command
    const done = spawnSync(all[0] ?? '', all.slice(1), {
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
      cwd: folder,
    })
    if (done.status !== 0) throw new Error(`${program}: ${done.stderr}`)
  }
  run('initdb', '--no-sync', '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C', '-D', data)
  const port = freePort()
  const settings = `-c fsync=off -c full_page_writes=off -c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories= -c max_connections=200`
  const up = () => run('pg_ctl', '-w', '-D', data, '-l', join(folder, 'log'), '-o', settings, 'start')
  const down = (how: string) => run('pg_ctl', '-w', '-D', data, '-m', how, 'stop')
  up()
  return {
    port,
    restart(how: 'fast' | 'immediate') {
      down(how)
      up()
    },
    stop() {
      down('immediate')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function idOf(which: '-u' | '-g'): number {
  return Number(spawnSync('id', [which, 'postgres'], { encoding: 'utf8' }).stdout)
}

/** A port that nobody listens on; the server cannot say which it took. */
function freePort(): number {
  const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  const { port } = listener
  listener.stop(true)
  return port
}

let shared: Promise<{ server: Cluster; template: string }> | undefined
let made = 0

/** The server of this process, with a database that was migrated once, to be copied. */
function sharedCluster() {
  shared ??= begin()
  return shared
}

async function begin() {
  const server = await cluster()
  process.on('exit', () => server.stop())
  const template = nameOf('template')
  const url = await server.create(template)
  await (await openPostgres({ address: addressOf({ url, tls: 'disable' }), migrate: true })).close()
  return { server, template }
}

const nameOf = (what: string) => `mailgauge_${process.pid}_${what}`

export interface TestPostgres {
  store: Store
  url: string
  /** Another store over the same database, as another host has it. */
  another(options?: Partial<PostgresOptions>): Promise<Store>
  /** Runs a statement on the database itself. */
  query<R = Record<string, unknown>>(text: string, values?: unknown[]): Promise<R[]>
  done(): Promise<void>
}

/** A store over a database of its own, whose time stands still unless it is given a clock. */
export async function testPostgres(options: Partial<PostgresOptions> = {}): Promise<TestPostgres> {
  const { server, template } = await sharedCluster()
  made += 1
  const url = await server.create(nameOf(String(made)), template)
  const clock = testClock()
  const open = (more: Partial<PostgresOptions> = {}) =>
    openPostgres({ address: addressOf({ url, tls: 'disable' }), migrate: true, clock, ...options, ...more })
  const others: Store[] = []
  const store = await open()
  const direct = new SQL(url, { max: 1 })
  return {
    store,
    url,
    async another(more) {
      const other = await open(more)
      others.push(other)
      return other
    },
    query: async <R>(text: string, values: unknown[] = []) => [...(await direct.unsafe(text, values))] as R[],
    async done() {
      await Promise.all([store, ...others].map((one) => one.close()))
      await direct.close()
    },
  }
}
