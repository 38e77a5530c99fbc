import { describe, expect, test } from 'bun:test'
import { ACTIONS, refusalOf } from '../../../src/core/access/permission.ts'
import { ROLES } from '../../../src/core/access/role.ts'
import { PLACES } from '../../../src/services/destinations/payloads/links.ts'
import { PAYLOAD_TYPES, samplePayload } from '../../../src/services/destinations/payloads/samples.ts'
import type { PeopleDeps, WebDeps } from '../../../src/web/deps.ts'
import { actionOf, type Needs } from '../../../src/web/frame/needs.ts'
import type { RouteEntry } from '../../../src/web/router.ts'
import { createWeb } from '../../../src/web/server.ts'
import { fakeSessions, peopleWith, type Somebody, somebody } from '../people.ts'
import { depsUnderTest, evaluation } from '../site-under-test.ts'

/** A service that says when it is asked for anything: then a route has let somebody through. */
function service(): never {
  const asked: unknown = new Proxy(() => {}, {
    get: (_, name) => (name === 'then' ? undefined : asked),
    apply: () => {
      throw new Error('A service was asked.')
    },
  })
  return asked as never
}

/** A service of tests, each of the account `acc_1`. */
const testsOf = (accountId: string): WebDeps['mailTests'] =>
  new Proxy({ accountOf: async () => accountId } as never, {
    get: (known, name) => known[name] ?? service()[name],
  })

const WHO: Readonly<Record<string, Somebody>> = {
  halfway: { role: 'owner', admin: true, stage: 'factor' },
  nowhere: {},
  ...Object.fromEntries(ROLES.map((role) => [role, { role }])),
  visitor: { role: 'viewer', admin: true, visiting: true },
  operator: { admin: true },
}

/** The whole site, with every part that a configuration can turn on. */
function wholeSite() {
  const { sessions } = fakeSessions(
    Object.fromEntries(Object.entries(WHO).map(([name, who]) => [name, somebody(who)])),
  )
  const people: PeopleDeps = { ...peopleWith(sessions), factors: service(), accounts: service() }
  const services: Pick<
    WebDeps,
    | 'administration'
    | 'doctor'
    | 'mailTests'
    | 'accountTests'
    | 'inspections'
    | 'domains'
    | 'domainHealth'
    | 'records'
    | 'reportsSetUp'
    | 'dmarc'
    | 'history'
    | 'destinations'
    | 'monitors'
    | 'badges'
  > = {
    administration: service(),
    doctor: service(),
    mailTests: testsOf('acc_1'),
    accountTests: service(),
    inspections: service(),
    domains: service(),
    domainHealth: service(),
    records: service(),
    reportsSetUp: service(),
    dmarc: service(),
    history: service(),
    destinations: service(),
    monitors: service(),
    badges: service(),
  }
  const { deps } = evaluation()
  const log = { info() {}, warn() {}, error() {} }
  return createWeb(depsUnderTest({ ...services, people, log, evaluation: deps }))
}

const app = wholeSite()

function ask(
  { method, path }: Pick<RouteEntry, 'path'> & { method: string },
  who: string,
  site = 'same-origin',
) {
  const filled = path.replace(':token', 'q'.repeat(26)).replace(/:\w+/g, 'x'.repeat(43))
  const headers = { cookie: `mailgauge=${who}`, 'sec-fetch-site': site }
  return app.handle(new Request(`http://mailgauge.example${filled}`, { method, headers }))
}

/** How a route answers somebody who is not what it needs; undefined: they are let through. */
function refusal({ needs, method }: RouteEntry, who: string): [status: number, says: string] | undefined {
  if (needs === 'file' || needs === 'anybody') return undefined
  if (needs === 'factor') return who === 'halfway' ? undefined : [303, '/sign-in']
  const byToken = needs.startsWith('test:') && !refusalOf(HOLDER, actionOf(needs as `test:tests.read`))
  if (byToken && (who === 'nobody' || who === 'halfway')) return undefined
  if (who === 'nobody' || who === 'halfway')
    return method === 'POST' ? [403, 'You are signed out'] : [303, '/sign-in']
  return needs === 'person' ? undefined : refusalTo(WHO[who] ?? {}, needs)
}

const HOLDER = { kind: 'token', token: 'q'.repeat(26) } as const

function refusalTo(
  { role, admin, visiting }: Somebody,
  needs: Exclude<Needs, 'file' | 'anybody' | 'factor' | 'person'>,
): [number, string] | undefined {
  const action = actionOf(needs)
  if (needs.startsWith('test:') && !role) return [403, 'This belongs to Example']
  if (action.startsWith('instance.')) return admin ? undefined : [404, 'There is no such page']
  if (!role) return [403, 'Choose an account']
  const mayNot = refusalOf({ kind: 'session', accountId: 'acc_1', personId: 'per_1', role }, action)
  if (!mayNot) return undefined
  return [403, visiting ? 'as an instance admin' : 'Your role does not allow this']
}

const REFUSALS = [
  'You are signed out',
  'Choose an account',
  'Your role does not allow this',
  'There is no such page',
  'This belongs to',
]

describe('every route of the site', () => {
  test('is in the table, and the table is whole', () => {
    const registered = app.routes.filter(({ method }) => method === 'GET' || method === 'POST')
    const named = app.table.map(({ method, path }) => `${method} ${path}`)
    expect(registered.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(named.toSorted())
    expect(named.length).toBeGreaterThan(70)
    const ofTests = ACTIONS.map((action) => `test:${action}`)
    const known: string[] = ['file', 'anybody', 'factor', 'person', ...ACTIONS, ...ofTests]
    expect(app.table.filter(({ needs }) => !known.includes(needs))).toEqual([])
  })

  test.each(['nobody', ...Object.keys(WHO)])(
    'lets %s through where they may, and nowhere else',
    async (who) => {
      for (const entry of app.table) {
        const answer = await ask(entry, who)
        const at = `${entry.method} ${entry.path}`
        const expected = refusal(entry, who)
        const told = answer.status === 303 ? (answer.headers.get('location') ?? '') : await answer.text()
        if (expected) {
          expect([at, answer.status]).toEqual([at, expected[0]])
          expect(told).toContain(expected[1])
        } else if (answer.status === 403 || (answer.status === 303 && entry.needs !== 'anybody')) {
          expect([at, REFUSALS.filter((words) => told.includes(words))]).toEqual([at, []])
        }
      }
    },
  )

  test('needs what its place says', () => {
    const of = (...begins: string[]) =>
      app.table.filter(({ path }) => begins.some((place) => path === place || path.startsWith(`${place}/`)))
    const accounts: readonly string[] = ACTIONS.filter((action) => !action.startsWith('instance.'))
    expect(of('/admin').filter(({ needs }) => !needs.startsWith('instance.'))).toEqual([])
    expect(of('/settings').filter(({ needs }) => !accounts.includes(needs))).toEqual([])
    const strangers: readonly Needs[] = ['file', 'anybody', 'factor']
    // Who deleted themselves is told so when they are nobody any more.
    const own = of('/me', '/accounts').filter(({ path }) => path !== '/me/deleted')
    expect(own.filter(({ needs }) => strangers.includes(needs))).toEqual([])
    expect(of('/t').filter(({ needs }) => !needs.startsWith('test:'))).toEqual([])
    const reads = app.table.filter(
      ({ method, path, needs }) => method === 'POST' && needs === 'instance.read' && path !== '/admin/setup',
    )
    expect(reads).toEqual([])
    const readers: readonly Needs[] = [
      'account.read',
      'members.read',
      'keys.read',
      'audit.read',
      'tests.read',
      'test:tests.read',
    ]
    expect(app.table.filter(({ method, needs }) => method === 'POST' && readers.includes(needs))).toEqual([])
  })

  test('takes forms from its own pages alone, whoever is signed in', async () => {
    for (const entry of app.table.filter(({ method }) => method === 'POST')) {
      for (const site of ['cross-site', 'same-site', 'none']) {
        const answer = await ask(entry, 'owner', site)
        expect([entry.path, site, answer.status]).toEqual([entry.path, site, 403])
        expect(await answer.text()).toContain('This form came from another site')
      }
    }
  })

  test('knows no other methods', async () => {
    for (const { path } of app.table)
      for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS'])
        expect([path, method, (await ask({ path, method }, 'owner')).status]).toEqual([path, method, 405])
  })

  test('that only somebody who is signed in sees is kept by nobody', async () => {
    for (const entry of app.table.filter(({ needs }) => !['file', 'anybody'].includes(needs))) {
      const { headers, status } = await ask(entry, 'owner')
      expect([entry.path, status, headers.get('cache-control')]).toEqual([entry.path, status, 'no-store'])
    }
  })

  test('is there where an event leads', () => {
    const links = PAYLOAD_TYPES.map((type) => samplePayload(type, { baseUrl: 'http://x' }).data['link'])
    const paths = [
      ...links,
      `http://x${PLACES.instanceDestination('dst_1')}`,
      `http://x${PLACES.monitor('mon_1')}`,
    ].map((link) => new URL(String(link)).pathname)
    const pages = app.table.filter(({ method }) => method === 'GET')
    const patterns = pages.map(({ path }) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`))
    expect(paths.filter((path) => !patterns.some((pattern) => pattern.test(path)))).toEqual([])
  })
})
