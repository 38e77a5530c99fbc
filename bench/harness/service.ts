import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { mailgauge, type Running, serve, temporaryFolder, writeConfig } from '../../test/support/binary.ts'
import { familyCpuMs, settled } from './proc.ts'

/** A test address of the service. */
export interface TestAddress {
  token: string
  address: string
}

/** One account of the service, by its key. */
export interface Client {
  headers: { authorization: string }
  createTest(): Promise<TestAddress>
  get(path: string): Promise<Response>
}

/** The binary, as it is run, with an account or several. */
export interface Service {
  pid: number
  http: { port: number; base: string }
  smtp: { host: string; port: number }
  folder: string
  /** Milliseconds until it listened. */
  startMs: number
  clients: Client[]
  /** Milliseconds of processor time so far: the service with its analysis processes. */
  cpuMs(): number
  running: Running
  /** Makes a test on the web site, without an account. */
  anonymousTest(): Promise<TestAddress>
  /** Waits, from now on, until so many more messages have a report. All that came before have theirs. */
  followScored(): (count: number) => Promise<void>
  stop(): Promise<void>
}

export interface ServiceOptions {
  /** ip:port of the DNS server. */
  dns?: string
  accounts?: number
  /** TOML for sections, beside what is set for every bench. */
  extra?: Record<string, string>
}

const SETTINGS: Record<string, string> = {
  http: 'listen = ["127.0.0.1:0"]',
  smtp: 'listen = ["127.0.0.1:0"]\ndomain = "test.example"\nhostname = "mx.test.example"\nmax_connections_per_address = 400',
  store: 'directory = "data"\nmin_free = "0B"\nmax_bytes = "64GB"',
  tests: 'messages_per_test = 10000\nbytes_per_test = "64GB"',
  anonymous: 'tests_per_hour = 100000',
  'plans.self-hosted': 'rate_per_minute = 1000000\nburst = 1000000',
  analysis: 'time_limit = "2m"',
  log: 'level = "info"\nformat = "json"',
}

/** A folder with the configuration of a bench. */
export function benchFolder({ dns = '127.0.0.1:1', extra = {} }: ServiceOptions = {}) {
  const made = temporaryFolder()
  writeConfig(made.folder, extra, { ...SETTINGS, dns: `servers = ["${dns}"]\ntimeout = "2s"\ntries = 2` })
  return made
}

/** Starts the binary in a folder of its own and waits until it has done what it does at its start. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const { folder, remove } = benchFolder(options)
  const service = await serveIn(folder, options.accounts ?? 1)
  return {
    ...service,
    async stop() {
      await service.stop()
      remove()
    },
  }
}

/** Starts the binary in a folder that is kept, and waits, unless it is told not to, until it has done what it does at its start. */
export async function serveIn(folder: string, accounts = 1, waits = true): Promise<Service> {
  const secrets: string[] = []
  for (let at = 0; at < accounts; at += 1) secrets.push(await accountKey(folder, `bench-${at}`))
  const began = performance.now()
  const running = await serve(folder)
  const startMs = performance.now() - began
  const base = `http://${running.http}`
  const reports = reportsIn(join(folder, 'data'))
  if (waits) await settled(() => familyCpuMs(running.process.pid))
  return {
    pid: running.process.pid,
    http: { port: Number(running.http.split(':')[1]), base },
    smtp: running.smtp,
    folder,
    startMs,
    running,
    clients: secrets.map((secret) => clientOf(base, secret)),
    cpuMs: () => familyCpuMs(running.process.pid),
    anonymousTest: () => anonymousTest(base),
    followScored: reports.follow,
    async stop() {
      reports.close()
      await running.kill('SIGKILL')
    },
  }
}

/** A key of an account that is made where it is not there. */
async function accountKey(folder: string, name: string): Promise<string> {
  await mailgauge(['account', 'create', name], { cwd: folder })
  const args = ['key', 'create', '--account', name, '--name', 'bench', '--scopes', 'tests:write,tests:read']
  const { stdout, stderr } = await mailgauge(args, { cwd: folder })
  const [secret] = /mg_[0-9A-Za-z]{39}/.exec(stdout) ?? []
  if (secret === undefined) throw new Error(`No key was made: ${stderr}`)
  return secret
}

function clientOf(base: string, secret: string): Client {
  const headers = { authorization: `Bearer ${secret}` }
  return {
    headers,
    get: (path) => fetch(`${base}${path}`, { headers }),
    async createTest() {
      const answer = await fetch(`${base}/v1/tests`, { method: 'POST', headers })
      if (answer.status !== 201) throw new Error(`No test was made: ${answer.status} ${await answer.text()}`)
      return (await answer.json()) as TestAddress
    },
  }
}

async function anonymousTest(base: string): Promise<TestAddress> {
  const headers = { 'sec-fetch-site': 'same-origin', origin: base }
  const made = await fetch(`${base}/`, { method: 'POST', redirect: 'manual', headers })
  const page = made.headers.get('location')
  if (page === null) throw new Error(`No test was made: ${made.status}`)
  const text = await (await fetch(new URL(page, base))).text()
  const [address] = /[a-z2-7]{12}@test\.example/.exec(text) ?? []
  if (address === undefined) throw new Error('The page of the test names no address')
  return { token: new URL(page, base).pathname.replace('/t/', ''), address }
}

const LOOK_MS = 25
const SCORED_WITHIN_MS = 1_200_000

/** Counts reports in the database itself: asking the service for each would be work of its own. */
function reportsIn(directory: string) {
  let opened: Database | undefined
  function database(): Database {
    opened ??= new Database(join(directory, 'mailgauge.db'), { readonly: true })
    return opened
  }
  const last = () =>
    database().query<{ seq: number | null }, []>('SELECT max(message_seq) AS seq FROM reports').get()?.seq ??
    0
  const since = (seq: number) =>
    database()
      .query<{ count: number }, [number]>('SELECT count(*) AS count FROM reports WHERE message_seq > ?')
      .get(seq)?.count ?? 0
  return {
    follow() {
      const before = last()
      return async (count: number) => {
        const end = performance.now() + SCORED_WITHIN_MS
        while (since(before) < count) {
          if (performance.now() > end)
            throw new Error(`${since(before)} of ${count} messages were scored in time`)
          await Bun.sleep(LOOK_MS)
        }
      }
    },
    close: () => opened?.close(),
  }
}
