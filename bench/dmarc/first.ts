import { Database } from 'bun:sqlite'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { incomingOf } from '../../src/store/keeping/dmarc/incoming.ts'
import { openWriter } from '../../src/store/sqlite/connection.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import { createWrites } from '../../src/store/sqlite/writes.ts'
import { BINARY, type Running, serve, temporaryFolder, writeConfig } from '../../test/support/binary.ts'
import { entry, person, session } from '../../test/support/people.ts'
import { startChild } from '../harness/children.ts'
import { domainName, numbers, reportFor } from '../harness/dmarc-reports.ts'
import { BENCH_ACCOUNT } from '../harness/dmarc-store.ts'
import { cpuMs, residentMb, settled } from '../harness/proc.ts'
import { statsOf, told } from '../harness/stats.ts'

const DAY_MS = 86_400_000
const NANOSECONDS = 1e6
/** Views of each page behind the first. */
const LATER = 9
/** Domains whose pages are asked for before, so that the program is compiled; none of them is measured. */
const WARM = ['dom_300', 'dom_301', 'dom_302', 'dom_303', 'dom_304', 'dom_305']
/** So long after a report everybody waits before a page is looked at again. */
const BEHIND_MS = [0, 5_000, 30_000]
const LONGEST_MS = 60_000
/** A page that lacks something is asked for again so often, by a browser and by somebody in a hurry. */
const BROWSER_MS = 1_000
const AT_ONCE_MS = 100
/** As many as `load` makes. */
const DOMAINS = 500

const PAGES: readonly [what: string, path: string][] = [
  ['overview of the busiest', '/domains/dom_0/dmarc'],
  ['sources of the busiest', '/domains/dom_0/dmarc/sources'],
  ['overview of rank 20', '/domains/dom_19/dmarc'],
  ['sources of rank 20', '/domains/dom_19/dmarc/sources'],
  ['all domains', '/dmarc'],
  ['policy history of the busiest', '/domains/dom_0/dmarc/policy'],
  ['what changed of the busiest', '/domains/dom_0/dmarc/events'],
  ['reports of the busiest', '/domains/dom_0/dmarc/reports'],
  ['TLS of the busiest', '/domains/dom_0/tls'],
  ['today', '/'],
]

/** Pages of a filled store as the binary answers them: the first view after a start, those behind it, the first behind a report that came, and
 * what memory is held when every domain was looked at. `only`: a part of what is measured. */
export async function benchFirst(data: string, only = '', binary = BINARY): Promise<void> {
  if (data === '') throw new Error('Give the data folder that `load` filled.')
  const cookie = await signedIn(data)
  const dns = await startDns()
  const start = (measure: (site: Site) => Promise<void>) =>
    started({ data, binary, cookie, dns: dns.address }, measure)
  for (const [what, path] of PAGES.filter(([one]) => one.includes(only)))
    await start((site) => views(site, what, path))
  if ('one source'.includes(only)) await start(oneSource)
  if ('reports'.includes(only)) await start((site) => behindReports(site, data))
  if ('tour'.includes(only)) await start(tour)
  await dns.stop()
}

interface Site {
  running: Running
  get(path: string): Promise<Seen>
}

interface Seen {
  ms: number
  mainMs: number
  othersMs: number
  isPending: boolean
  text: string
}

const txt = (text: string) => ({ type: 'TXT', data: [text] })

/** A server that answers at once what every domain publishes. */
async function startDns(): Promise<{ address: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'mailgauge-bench-dns-'))
  const file = join(folder, 'zone.json')
  const zone = Array.from({ length: DOMAINS }, (_, rank) => [
    [domainName(rank), [txt('v=spf1 ip4:11.0.0.0/16 -all')]],
    [`_dmarc.${domainName(rank)}`, [txt('v=DMARC1; p=quarantine; rua=mailto:d@reports.example')]],
  ])
  writeFileSync(file, JSON.stringify(Object.fromEntries(zone.flat())))
  const { facts, stop } = await startChild<{ address: string }>('dns', [file])
  rmSync(folder, { recursive: true })
  return { address: facts.address, stop }
}

interface Start {
  data: string
  binary: string
  cookie: string
  dns: string
}

async function started(
  { data, binary, cookie, dns }: Start,
  measure: (site: Site) => Promise<void>,
): Promise<void> {
  const { folder, remove } = temporaryFolder()
  writeConfig(
    folder,
    {},
    {
      store: `directory = "${data}"\nmin_free = "0B"\nmax_bytes = "64GB"`,
      dns: `servers = ["${dns}"]`,
    },
  )
  const running = await serve(folder, [], binary)
  const { pid } = running.process
  const get = async (path: string): Promise<Seen> => {
    const [all, main, began] = [processorMs(pid), processorMs(pid, pid), performance.now()]
    const answer = await fetch(`http://${running.http}${path}`, { headers: { cookie }, redirect: 'manual' })
    const text = await answer.text()
    const ms = performance.now() - began
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`)
    const mainMs = processorMs(pid, pid) - main
    const othersMs = processorMs(pid) - all - mainMs
    return { ms, mainMs, othersMs, isPending: /data-again|not counted yet/.test(text), text }
  }
  try {
    await settled(() => cpuMs(pid), LONGEST_MS)
    for (const id of WARM)
      for (const page of ['', '/sources']) await whole({ get }, `/domains/${id}/dmarc${page}`)
    await measure({ running, get })
  } finally {
    await running.kill('SIGKILL')
    remove()
  }
}

/** Processor time of a thread of a process, or of all of them. */
function processorMs(pid: number, thread?: number): number {
  const threads = thread === undefined ? readdirSync(`/proc/${pid}/task`) : [String(thread)]
  return threads.reduce((sum, one) => sum + threadMs(pid, one), 0)
}

function threadMs(pid: number, thread: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1').split(' ')[0]) / NANOSECONDS
  } catch {
    return 0
  }
}

/** Asks for a page until it has all that there is, as a browser that shows it does. */
async function whole(
  { get }: Pick<Site, 'get'>,
  path: string,
  everyMs = BROWSER_MS,
): Promise<{ first: Seen; wholeMs: number }> {
  const began = performance.now()
  const first = await get(path)
  for (let seen = first; seen.isPending && performance.now() - began < LONGEST_MS; seen = await get(path))
    await Bun.sleep(everyMs)
  return { first, wholeMs: performance.now() - began }
}

const words = ({ ms, mainMs, othersMs }: Seen) =>
  `${told(ms)} ms by the clock, ${told(mainMs)} of the main thread, ${told(othersMs)} of others`

async function views(site: Site, what: string, path: string): Promise<void> {
  const before = processorMs(site.running.process.pid, site.running.process.pid)
  const { first, wholeMs } = await whole(site, path)
  const main = processorMs(site.running.process.pid, site.running.process.pid) - before
  const open = first.isPending
    ? `; the rest was there after ${told(wholeMs)}, ${told(main)} of the main thread in all`
    : ''
  console.log(`${what}, first: ${words(first)}${open}`)
  const later: Seen[] = []
  for (let one = 0; one < LATER; one += 1) later.push(await site.get(path))
  const of = (part: 'ms' | 'mainMs' | 'othersMs') => {
    const { median, low, high } = statsOf(later.map((seen) => seen[part]))
    return `${told(median)} (${told(low)} to ${told(high)})`
  }
  console.log(
    `${what}, later: ${of('ms')} ms by the clock, ${of('mainMs')} of the main thread, ${of('othersMs')} of others`,
  )
}

/** A source of the busiest domain, behind the page that leads to it. */
async function oneSource(site: Site): Promise<void> {
  const [, path] = PAGES[1] ?? ['', '']
  await whole(site, path)
  const link = /href="([^"]*\/dmarc\/source\?[^"]*)"/.exec((await site.get(path)).text)?.[1]
  if (link === undefined) throw new Error('The page of sources leads to none.')
  await views(site, 'one source of the busiest', link.replaceAll('&amp;', '&'))
}

/** Pages of the busiest domain that somebody looks at, some time behind a report that came about it. */
async function behindReports(site: Site, data: string): Promise<void> {
  const [, path] = PAGES[0] ?? ['', '']
  await whole(site, path)
  for (const [round, behind] of BEHIND_MS.entries()) {
    putReport(data, round)
    await Bun.sleep(behind)
    const { first, wholeMs } = await whole(site, path)
    const open = first.isPending ? `; the rest was there after ${told(wholeMs)}` : ''
    console.log(`overview of the busiest ${behind / 1000} s behind a report: ${words(first)}${open}`)
  }
}

/** Every domain once, and what the service holds afterwards. */
async function tour(site: Site): Promise<void> {
  const { pid } = site.running.process
  const before = residentMb(pid)
  const times: number[] = []
  let most = 0
  for (let rank = 0; rank < DOMAINS; rank += 1) {
    times.push((await whole(site, `/domains/dom_${rank}/dmarc`, AT_ONCE_MS)).first.ms)
    await whole(site, `/domains/dom_${rank}/dmarc/sources`, AT_ONCE_MS)
    most = Math.max(most, residentMb(pid))
  }
  const behind = residentMb(pid)
  await Bun.sleep(15_000)
  const { median, high } = statsOf(times)
  console.log(
    `overviews of 500 domains: ${told(median)} ms in the middle, ${told(high)} at most; ${told(before)} MB before, ${told(most)} at most, ${told(behind)} behind them, ${told(residentMb(pid))} a quarter of a minute later`,
  )
}

/** Puts a report of ten records about the busiest domain into the store, beside the service. */
function putReport(data: string, round: number): void {
  const connection = openWriter(join(data, 'mailgauge.db'))
  const writes = createWrites(connection)
  const now = Date.now()
  const aggregate = reportFor(numbers(now), 0, Math.floor(now / DAY_MS) - 2, 10)
  const incoming = incomingOf({
    uid: `dmr_first_${now}_${round}`,
    accountId: BENCH_ACCOUNT,
    fileId: `bench.first.${now}.${round}`,
    receivedAt: new Date(now),
    authenticated: true,
    aggregate,
  })
  connection.driver.transaction(() => {
    for (const [piece, bytes] of aggregate.pieces.entries())
      writes.dmarc.put([{ incoming, piece, bytes }], now)
    while (!writes.dmarc.count().isAll);
  })()
  connection.driver.close()
}

/** The cookie of a viewer of the account. */
async function signedIn(directory: string): Promise<string> {
  const store = await openStore({ directory, migrate: true, clock: { now: () => new Date() } })
  const one = person()
  await store.people.create({ person: one }, entry('person.created', { personId: one.id }))
  await store.memberships.add(
    { accountId: BENCH_ACCOUNT, personId: one.id, role: 'owner', createdAt: new Date() },
    entry('member.joined', { accountId: BENCH_ACCOUNT }),
  )
  await store.close()
  const token = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
  const hash = new Uint8Array(new Bun.CryptoHasher('sha256').update(token).digest())
  const now = Date.now()
  const database = new Database(join(directory, 'mailgauge.db'))
  database.run(
    `INSERT INTO sessions (token_hash, id, person_id, account_id, method, stage, created_at, seen_at, expires_at, client, agent)
     VALUES (?, ?, ?, ?, 'password', 'whole', ?, ?, ?, '127.0.0.1', '')`,
    [hash, session(one.id).id, one.id, BENCH_ACCOUNT, now, now, now + DAY_MS],
  )
  database.close()
  return `mailgauge=${token}`
}
