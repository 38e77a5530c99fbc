/**
 * Every page of those who are signed in, over a database with 100,000 tests (one account has most of them), 1,000 people, 200 domains,
 * 13 months of history, a long audit log and a full mail log: each is asked 30 times. `bun bench/dashboard.ts [tests] [--quick]`
 */
import { createWeb } from '../src/web/server.ts'
import { depsUnderTest } from '../test/web/site-under-test.ts'
import { type DashboardData, fillDashboard } from './harness/dashboard-data.ts'
import { analysedWorld } from './harness/filling.ts'
import type { Row } from './harness/rows.ts'
import { benchFolder, type Service, serveIn } from './harness/service.ts'
import { told } from './harness/stats.ts'
import { type Effort, run, type Subject } from './harness/subject.ts'

const MOST_MS = 50

/** Stands for every service: its routes are only listed here. */
function anything(): never {
  return new Proxy(() => anything(), { get: () => anything() }) as never
}

/** What a default stands for, and what is there in an evaluation alone. */
const WITHOUT: readonly (string | symbol)[] = ['uploadBounds', 'evaluation']

/** The paths of all pages that the site has, whatever they need. */
function paths(): string[] {
  const deps = new Proxy(depsUnderTest({ people: anything(), administration: anything() }), {
    get: (known, name) => (name in known || WITHOUT.includes(name) ? Reflect.get(known, name) : anything()),
  })
  const { table } = createWeb(deps)
  const own = table.filter(({ method, needs }) => method === 'GET' && !['file', 'factor'].includes(needs))
  return own.map(({ path }) => path).filter((path) => !path.endsWith('/events'))
}

/** Pages as somebody looks for something. */
const asked = ({ domain, names, other, pair: [first, second] }: DashboardData) => [
  '/tests?q=garden',
  '/tests?q=nothing-of-the-kind',
  // In all of them; in some as the beginning of a word; each of the letters in many.
  '/tests?q=news',
  '/tests?q=news+example+a',
  '/tests?q=1+2+3+4+5+6+7+8',
  '/tests?q=quittung',
  '/tests?q=quittung+news',
  '/tests?q=rosen+kr%C3%A4uter+ihr',
  '/tests?q=%E7%99%BA%E9%80%81',
  '/tests?q=%D8%B4%D8%AD%D9%86',
  '/tests?q=news&status=failed',
  '/tests?q=news&min=0&max=0.5',
  `/tests?q=news&domain=${domain}&since=2020-01-01`,
  '/tests?after=5000',
  '/tests?q=news&after=5000',
  '/tests?min=0&max=0.5',
  '/tests?status=pending',
  `/tests?domain=${domain}&status=failed`,
  `/t/${names['token']}?message=${first}`,
  `/t/${names['token']}/compare?a=${first}&b=${second}`,
  `/tests/compare?a=${names['token']}&b=${other}`,
  '/tests/compare?search=news',
  '/tests/mail-log?outcome=accepted',
  '/tests/mail-log?address=nobody-at-all',
  '/tests/mail-log?client=192.0.7',
  '/admin/mail?address=nobody-at-all',
  '/admin/mail?outcome=stopping&client=192',
  '/admin/accounts?search=account',
  `/tests?domain=${domain}`,
  '/tests?status=failed',
  '/tests?min=9.9&max=10',
  '/tests?source=monitor',
  '/tests?since=2020-01-01&until=2020-01-02',
  '/history?days=395',
  `/history?days=395&domain=${domain}`,
  '/settings/audit?action=key.created',
  '/admin/audit?by=operator',
  '/admin/people?search=person',
]

interface Asked {
  path: string
  times: number[]
  cpu: number
  status: number
  bytes: number
}

async function ask(
  service: Service,
  path: string,
  cookie: string,
  count: number,
): Promise<Asked | undefined> {
  const get = () => fetch(service.http.base + path, { headers: { cookie }, redirect: 'manual' })
  const first = await get()
  const text = await first.arrayBuffer()
  if (!first.headers.get('content-type')?.startsWith('text/html')) return undefined
  const times: number[] = []
  const before = service.cpuMs()
  for (let at = 0; at < count; at += 1) {
    const began = performance.now()
    await (await get()).arrayBuffer()
    times.push(performance.now() - began)
  }
  return {
    path,
    times,
    cpu: (service.cpuMs() - before) / count,
    status: first.status,
    bytes: text.byteLength,
  }
}

async function measure(effort: Effort, say: (line: string) => void): Promise<Row[]> {
  const tests = effort.given ?? effort.pick(2_000, 100_000)
  const { folder, remove } = benchFolder()
  const plan = { tests, people: effort.pick(100, 1_000), domains: effort.pick(20, 200), say }
  const data = await fillDashboard(folder, { ...plan, ...(await analysedWorld()) })
  const service = await serveIn(folder)
  const rows = await measurePages(service, data, effort.pick(5, 30))
  await service.stop()
  remove()
  return rows
}

/** Each page so often. */
export async function measurePages(service: Service, data: DashboardData, count: number): Promise<Row[]> {
  const rows: Row[] = []
  const filled = paths().map((path) =>
    path.replace(/:(\w+)/g, (_, name: string) => data.names[name] ?? 'none'),
  )
  for (const path of [...new Set([...filled, ...asked(data)])]) {
    const found = await ask(service, path, data.cookie, count)
    if (found) rows.push(rowOf(found, data))
  }
  return rows
}

function rowOf({ path, times, cpu, status, bytes }: Asked, { names }: DashboardData): Row {
  const shown = Object.entries(names).reduce((text, [name, value]) => text.replace(value, `:${name}`), path)
  return {
    key: `dashboard${shown}`,
    what: shown,
    unit: 'ms',
    better: 'less',
    ours: times,
    bound: { of: 'ours', must: MOST_MS },
    note: `${told(cpu)} ms of processor time, ${Math.round(bytes / 1000)} KB, status ${status}`,
  }
}

/** Pages of people, over a large database. */
export const dashboard: Subject = { name: 'dashboard', measure }
if (import.meta.main) await run(dashboard)
