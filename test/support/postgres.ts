import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SQL } from 'bun'
import { openPostgres, type SharedStore } from '../../src/store/postgres/open.ts'
import type { PostgresOptions } from '../../src/store/postgres/options.ts'
import { addressOf } from '../../src/store/postgres/wire/address.ts'
import { testClock } from './clock.ts'

const INSTALLED = '/usr/lib/postgresql'

export interface Cluster {
  /** The address of a database of it. */
  url(database: string): string
  /** Makes an empty database, or a copy of one, and gives its address. */
  create(database: string, template?: string): Promise<string>
  /** Ends the server and starts it again. */
  restart(how: 'fast' | 'immediate'): Promise<void>
  stop(): Promise<void>
}

/** Where PostgreSQL's programs are, of the newest version; undefined where it is not installed. */
export function programs(): string | undefined {
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

/** The same of tests that end their server and start it again: the one that is given does not do for them. */
export const ownPostgresMissing: string | undefined = programs()
  ? undefined
  : 'skipped: PostgreSQL is not installed (package postgresql)'

/** A server of its own in a temporary folder, or the one that MAILGAUGE_TEST_POSTGRES names. `more`: settings of one of its own. */
export async function cluster(more: readonly string[] = []): Promise<Cluster> {
  const started = GIVEN === undefined || more.length > 0 ? await start(more) : undefined
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
    restart: async (how) => started?.restart(how),
    stop: async () => started?.stop(),
  }
}

async function start(more: readonly string[]) {
  const bin = programs()
  if (!bin) throw new Error('PostgreSQL is not installed.')
  const folder = mkdtempSync(join(tmpdir(), 'mailgauge-postgres-'))
  const data = join(folder, 'data')
  // The server refuses to run as root.
  const isRoot = process.getuid?.() === 0
  if (isRoot) chownSync(folder, idOf('-u'), idOf('-g'))
  const user = isRoot ? ['--reuid=postgres', '--regid=postgres', '--clear-groups'] : []
  const made = spawnSync(
    'setpriv',
    [
      ...user,
      join(bin, 'initdb'),
      '--no-sync',
      '-A',
      'trust',
      '-U',
      'postgres',
      '-E',
      'UTF8',
      '--locale=C',
      '-D',
      data,
    ],
    { encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'], cwd: folder },
  )
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`)
  const port = freePort()
  const settings = [
    'fsync=off',
    'full_page_writes=off',
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'max_connections=200',
    ...more,
  ]
  const up = async () => {
    // Ends with this process, however that ends.
    const child = Bun.spawn(
      [
        'setpriv',
        '--pdeathsig',
        'QUIT',
        ...user,
        join(bin, 'postgres'),
        '-D',
        data,
        ...settings.flatMap((one) => ['-c', one]),
      ],
      { stdio: ['ignore', 'ignore', Bun.file(join(folder, 'log'))], cwd: folder },
    )
    await answering(port)
    return child
  }
  let running = await up()
  return {
    port,
    async restart(how: 'fast' | 'immediate') {
      running.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT')
      await running.exited
      running = await up()
    },
    async stop() {
      running.kill('SIGQUIT')
      await running.exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function answering(port: number): Promise<void> {
  for (let tries = 0; ; tries++) {
    const client = new SQL({
      adapter: 'postgres',
      hostname: '127.0.0.1',
      port,
      username: 'postgres',
      tls: 'disable',
      max: 1,
    })
    try {
      await client.unsafe('SELECT 1')
      return
    } catch (cause) {
      if (tries === 500) throw cause
      await Bun.sleep(20)
    } finally {
      await client.close({ timeout: 0 })
    }
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
let inUse = 0

/** The server of this process, with a database that was migrated once, to be copied. It ends with the last store over it. */
function sharedCluster() {
  inUse += 1
  shared ??= begin()
  return shared
}

async function letGo(): Promise<void> {
  inUse -= 1
  if (inUse > 0) return
  const last = shared
  shared = undefined
  await (await last)?.server.stop()
}

async function begin() {
  const server = await cluster()
  made += 1
  const template = nameOf(`template_${made}`)
  const url = await server.create(template)
  await (await openPostgres({ address: addressOf({ url, tls: 'disable' }), migrate: true })).close()
  return { server, template }
}

const nameOf = (what: string) => `mailgauge_${process.pid}_${what}`

export interface TestPostgres {
  store: SharedStore
  url: string
  /** Another store over the same database, as another host has it. */
  another(options?: Partial<PostgresOptions>): Promise<SharedStore>
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
  const others: SharedStore[] = []
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
      await letGo()
    },
  }
}
