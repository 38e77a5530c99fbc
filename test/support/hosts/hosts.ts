import { expect } from 'bun:test'
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { SQL } from 'bun'
import { BINARY, mailgauge, type Running, serve, temporaryFolder, writeConfig } from '../binary.ts'
import { type Cluster, cluster } from '../postgres.ts'
import { until } from '../until.ts'
import { forgetStarts, noteStart } from './telling.ts'

const NAMES = ['mx1', 'mx2', 'mx3'] as const
/** Any setting: a server is then started that the test may end. */
const OF_ITS_OWN = ['log_min_messages=fatal']
const ANSWER_MS = 20_000
/** The name of a host that was killed is free half a minute later. */
const NAME_MS = 240_000

export interface HostOptions {
  /** TOML that is added to sections, and that replaces them, as of `writeConfig`. */
  extra?: Record<string, string>
  instead?: Record<string, string>
  environment?: Record<string, string>
}

/** A host of the instance, with a folder of its own. */
export interface OneHost {
  readonly name: string
  readonly folder: string
  /** The start of it that runs, or ran last. */
  running(): Running
  /** Rejects where it does not start, with what it wrote. */
  start(): Promise<void>
  /** After a crash: tries until it starts, as whatever supervises it does. */
  startAgain(): Promise<void>
  /** One request. Undefined: it was not answered in time, or not at all. */
  ask(path: string, init?: RequestInit): Promise<Response | undefined>
  /** The status of /readyz; 0: no answer. */
  readyz(): Promise<number>
  /** Ends what runs of it. */
  end(): Promise<void>
  remove(): void
}

/** Makes a host over the database, and does not start it. */
export function hostAt(name: string, url: string, options: HostOptions = {}): OneHost {
  const { folder, remove } = temporaryFolder()
  const { extra = {}, instead, environment } = options
  writeConfig(
    folder,
    {
      ...extra,
      store: `url = "${url}"\ntls = "disable"\n${extra['store'] ?? ''}`,
      host: `name = "${name}"`,
    },
    instead,
  )
  let last: Running | undefined
  const running = () => {
    if (!last) throw new Error(`${name} was not started`)
    return last
  }
  const start = async () => {
    last = await serve(folder, [], BINARY, environment)
    noteStart(name, last)
  }
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`http://${running().http}${path}`, { signal: AbortSignal.timeout(ANSWER_MS), ...init }).catch(
      () => undefined,
    )
  return {
    name,
    folder,
    running,
    start,
    startAgain: async () => {
      await until(() => start().then(() => true, retried), NAME_MS)
    },
    ask,
    async readyz() {
      const response = await ask('/readyz')
      await response?.body?.cancel()
      return response?.status ?? 0
    },
    async end() {
      if (!last || hasEnded(last)) return
      // One that is stopped takes no other signal.
      last.process.kill('SIGCONT')
      await last.kill('SIGKILL')
    },
    remove,
  }
}

/** Whether a start is over, however it ended. */
export const hasEnded = ({ process }: Running): boolean =>
  process.exitCode !== null || process.signalCode !== null

/** What may pass ends a start with 1; anything else is a failure of the test. */
async function retried(cause: unknown): Promise<false> {
  if (!String(cause).includes('it ended with 1:')) throw cause
  await Bun.sleep(1000)
  return false
}

/** Gives a host the encryption key of another, as an operator does. */
export function copyKey(from: OneHost, to: OneHost): void {
  mkdirSync(join(to.folder, 'data'), { recursive: true, mode: 0o700 })
  copyFileSync(join(from.folder, 'data', 'secrets.key'), join(to.folder, 'data', 'secrets.key'))
}

export interface HostsOptions extends Omit<HostOptions, 'environment'> {
  environment?(name: string): Record<string, string>
  /** Puts something before the database, and gives its port. */
  through?(port: number): number
}

export interface Hosts {
  all: readonly [OneHost, OneHost, OneHost]
  cluster: Cluster
  /** The database, as hosts are given it. */
  url: string
  /** Asks the database itself. */
  query<R>(text: string, values?: unknown[]): Promise<R[]>
  done(): Promise<void>
}

/** Three hosts over a database of their own, which run. */
export async function startHosts(options: HostsOptions = {}): Promise<Hosts> {
  const { through, environment, ...same } = options
  const server = await cluster(OF_ITS_OWN)
  const direct = await server.create('mailgauge')
  const port = through?.(Number(new URL(direct).port))
  const url = port === undefined ? direct : Object.assign(new URL(direct), { port: String(port) }).href
  const made = (name: string) =>
    hostAt(name, url, { ...same, ...(environment && { environment: environment(name) }) })
  const all = [made(NAMES[0]), made(NAMES[1]), made(NAMES[2])] as const
  const done = async () => {
    await Promise.all(all.map((host) => host.end()))
    await server.stop()
    for (const host of all) host.remove()
    forgetStarts()
  }
  try {
    const [first, ...others] = all
    await first.start()
    for (const host of others) copyKey(first, host)
    await Promise.all(others.map((host) => host.start()))
  } catch (cause) {
    await done()
    throw cause
  }
  return {
    all,
    cluster: server,
    url,
    query: <R>(text: string, values?: unknown[]) => queryOf<R>(direct, text, values),
    done,
  }
}

/** On a connection of its own: the server may have been restarted since. */
async function queryOf<R>(url: string, text: string, values: unknown[] = []): Promise<R[]> {
  const client = new SQL(url, { max: 1 })
  try {
    return [...(await client.unsafe(text, values))] as R[]
  } finally {
    await client.close()
  }
}

/** Makes an account with the command line of a host. */
export async function accountAt(host: OneHost, name: string, plan?: string) {
  const cwd = host.folder
  const made = await mailgauge(['account', 'create', name, ...(plan ? ['--plan', plan] : [])], { cwd })
  expect(made, made.stderr).toMatchObject({ code: 0 })
  const scopes = 'tests:write,tests:read'
  const key = await mailgauge(['key', 'create', '--name', 'tests', '--account', name, '--scopes', scopes], {
    cwd,
  })
  const secret = /mg_[0-9A-Za-z]{39}/.exec(key.stdout)?.[0]
  if (secret === undefined) throw new Error(`no key: ${key.stderr}`)
  return { id: made.stdout.trim(), headers: { authorization: `Bearer ${secret}` } }
}

export type AccountOfTest = Awaited<ReturnType<typeof accountAt>>

/** Makes a test of the account at a host. */
export async function makeTest(host: OneHost, { headers }: AccountOfTest) {
  const response = await host.ask('/v1/tests', { method: 'POST', headers })
  expect(response?.status).toBe(201)
  return (await response?.json()) as { token: string; address: string }
}

/** How many of so many requests at once, spread over the hosts, the rate of the account admits. */
export async function admittedAtOnce(hosts: Hosts, { headers }: AccountOfTest, requests: number) {
  const answers = await Promise.all(
    Array.from({ length: requests }, async (_, at) => {
      const response = await hosts.all[at % 3]?.ask('/v1/whoami', { headers })
      await response?.body?.cancel()
      return response?.status
    }),
  )
  expect(answers.filter((status) => status !== 200 && status !== 429)).toEqual([])
  return answers.filter((status) => status === 200).length
}
