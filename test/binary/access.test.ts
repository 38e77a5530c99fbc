import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { type Action, refusalOf } from '../../src/core/access/permission.ts'
import type { Role } from '../../src/core/access/role.ts'
import { actionOf } from '../../src/web/frame/needs.ts'
import type { RouteEntry } from '../../src/web/router.ts'
import { createWeb } from '../../src/web/server.ts'
import { type Running, serve, temporaryFolder, writeConfig } from '../support/binary.ts'
import { sessionOf } from '../support/session.ts'
import { depsUnderTest } from '../web/site-under-test.ts'

/** Stands for every service: its routes are only listed here. */
function anything(): never {
  return new Proxy(() => anything(), { get: () => anything() }) as never
}

/** Every route of the web site, with what it needs. */
const ROUTES: readonly RouteEntry[] = createWeb(
  depsUnderTest({
    people: anything(),
    doctor: anything(),
    administration: anything(),
    accountTests: anything(),
    history: anything(),
    domains: anything(),
    domainHealth: anything(),
    dmarc: anything(),
    reportsSetUp: anything(),
  } as never),
).table

interface Somebody {
  /** In the account `mine`. */
  role?: Role
  /** In the account `other`. */
  elsewhere?: Role
  isInstanceAdmin?: true
  stage?: 'factor'
  /** Ended for being old, or for being left alone. */
  over?: 'expired' | 'idle'
}

const PEOPLE = {
  viewer: { role: 'viewer' },
  member: { role: 'member' },
  admin: { role: 'admin' },
  owner: { role: 'owner' },
  stranger: { elsewhere: 'owner' },
  nowhere: {},
  'instance admin': { isInstanceAdmin: true },
  'owner before the second factor': { role: 'owner', isInstanceAdmin: true, stage: 'factor' },
  'owner whose session expired': { role: 'owner', isInstanceAdmin: true, over: 'expired' },
  'owner who was away': { role: 'owner', isInstanceAdmin: true, over: 'idle' },
} as const satisfies Record<string, Somebody>
type Name = keyof typeof PEOPLE

const DAY = 86_400_000
const tokens = new Map<Name, string>()
let running: Running
let remove: () => void

beforeAll(async () => {
  const made = temporaryFolder()
  remove = made.remove
  writeConfig(made.folder, {
    relay: 'host = "127.0.0.1"\nport = 9\nfrom = "mailgauge@test.example"',
    people: 'signup = "open"',
    oidc: 'issuer = "http://127.0.0.1:9"\nclient_id = "mailgauge"',
  })
  running = await serve(made.folder)
  sign(new Database(join(made.folder, 'data', 'mailgauge.db')))
})
afterAll(async () => {
  await running.kill()
  remove()
})

/** People in two accounts, each signed in by a token of their own. */
function sign(database: Database): void {
  const now = Date.now()
  database.run('PRAGMA busy_timeout = 10000')
  for (const id of ['mine', 'other'])
    database.run('INSERT INTO accounts (id, name, plan, created_at) VALUES (?, ?, ?, ?)', [
      id,
      `Account ${id}`,
      'self-hosted',
      now,
    ])
  for (const [at, [name, somebody]] of Object.entries(PEOPLE).entries())
    signIn(database, `per_${at}`, name as Name, somebody, now)
  own(database, now)
  database.close()
}

/** What the account `mine` and its owner have. */
const OWN = {
  key: 'key_mine',
  invitation: 'inv_mine',
  person: 'per_0',
  id: 'passkeyofmine',
  domain: 'dom_mine',
  report: 'dmr_mine',
  file: 'rm_mine.0',
}

function own(database: Database, now: number): void {
  database.run(
    `INSERT INTO api_keys (id, account_id, name, prefix, secret_hash, scopes, created_at)
     VALUES (?, 'mine', 'ci', 'mg_0000000', ?, '["tests:read"]', ?)`,
    [OWN.key, new Uint8Array(32), now],
  )
  database.run(
    `INSERT INTO invitations (id, token_hash, account_id, role, created_at, expires_at) VALUES (?, ?, 'mine', 'viewer', ?, ?)`,
    [OWN.invitation, new Uint8Array(32), now, now + DAY],
  )
  database.run(
    `INSERT INTO passkeys (id, person_id, name, public_key, counter, transports, backed_up, created_at)
     VALUES (?, 'per_3', 'phone', ?, 0, '[]', 0, ?)`,
    [OWN.id, new Uint8Array(8), now],
  )
  database.run(
    `INSERT INTO domains (id, account_id, domain, token, created_at, watched_until) VALUES (?, 'mine', 'example.org', ?, ?, ?)`,
    [OWN.domain, 'q'.repeat(26), now, now],
  )
  ownReport(database, now)
}

/** A DMARC report about its domain, and a file that was kept out in its favour. */
function ownReport(database: Database, now: number): void {
  const { domain, report, file } = OWN
  const policy = { p: 'none', adkim: 'r', aspf: 'r' }
  const head = {
    format: 'rfc7489',
    orgName: 'x',
    reportId: '1',
    policy,
    errors: [],
    warnings: [],
    skipped: 0,
  }
  const day = Math.floor(now / DAY)
  const hash = new Uint8Array(16)
  database.run(
    `INSERT INTO dmarc_domains (no, domain_id, account_id, domain) VALUES (1, ?, 'mine', 'example.org')`,
    [domain],
  )
  database.run(`INSERT INTO dmarc_texts (no, text, uses) VALUES (1, 'example.org', 2)`)
  database.run(
    `INSERT INTO dmarc_reports (no, uid, account_id, key_hash, content_hash, file_id, pieces_in, records_in, pieces, day, begin_at, end_at,
       received_at, reporter, policy_domain, authenticated, head)
     VALUES (1, ?, 'mine', ?, ?, ?, 1, 0, 1, ?, 0, 1, ?, 1, 1, 1, ?)`,
    [report, hash, hash, file, day, now, JSON.stringify(head)],
  )
  database.run(`INSERT INTO dmarc_slices VALUES (1, ?, ?, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0)`, [day, now])
  database.run(
    `INSERT INTO report_attachments (no, account_id, rejected, expires_at, gzip, bytes) VALUES (1, 'mine', 0, ?, 0, ?)`,
    [now + DAY, new TextEncoder().encode('<feedback/>')],
  )
  database.run(
    `INSERT INTO report_files (id, account_id, domain_id, source, received_at, name, size, kind, outcome, report_uid, authentication, attachment, place)
     VALUES (?, 'mine', ?, 'import', ?, 'a.xml', 11, 'aggregate', 'conflict', ?, 'failed', 1, 0)`,
    [file, domain, now, report],
  )
  const told = { orgName: 'x', reportId: '1', begin: 0, end: 1, policies: [], warnings: [], contentHash: 'x' }
  database.run(
    `INSERT INTO tls_reports (uid, account_id, domain_id, key_hash, content_hash, file_id, day, received_at, authenticated, reporter,
       successes, failures, packing, report)
     VALUES (?, 'mine', ?, ?, 'x', ?, ?, ?, 1, 'x', 1, 0, 'plain', ?)`,
    [report, domain, hash, file, day, now, new TextEncoder().encode(JSON.stringify(told))],
  )
}

function signIn(database: Database, id: string, name: Name, somebody: Somebody, now: number): void {
  const email = `${id}@example.org`
  database.run(
    'INSERT INTO people (id, email, email_key, name, is_instance_admin, created_at, password_hash) VALUES (?, ?, ?, ?, ?, ?, ?)',
    [id, email, email, name, somebody.isInstanceAdmin ? 1 : 0, now, '$argon2id$none'],
  )
  const places = [
    ['mine', somebody.role],
    ['other', somebody.elsewhere],
  ] as const
  const place = places.find(([, role]) => role !== undefined)
  if (place)
    database.run('INSERT INTO memberships (account_id, person_id, role, created_at) VALUES (?, ?, ?, ?)', [
      place[0],
      id,
      place[1] ?? '',
      now,
    ])
  const token = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
  tokens.set(name, token)
  const hash = new Uint8Array(new Bun.CryptoHasher('sha256').update(token).digest())
  database.run(
    `INSERT INTO sessions (token_hash, id, person_id, account_id, method, stage, created_at, seen_at, expires_at, client, agent)
     VALUES (?, ?, ?, ?, 'password', ?, ?, ?, ?, '127.0.0.1', '')`,
    [
      hash,
      `ses_${id}`,
      id,
      place?.[0] ?? null,
      somebody.stage ?? 'whole',
      now,
      somebody.over === 'idle' ? now - 400 * DAY : now,
      somebody.over === 'expired' ? now - 1000 : now + DAY,
    ],
  )
}

/** Placeholders that are not given name nothing that exists. */
const at = (path: string, names: Readonly<Record<string, string>>) =>
  path.replace(/:(\w+)/g, (_, name: string) => names[name] ?? (name === 'token' ? 'a'.repeat(26) : 'none'))

interface Asking {
  headers?: Record<string, string>
  names?: Readonly<Record<string, string>>
}

async function ask(route: RouteEntry, who: Name | 'nobody', { headers = {}, names = {} }: Asking = {}) {
  const token = who === 'nobody' ? undefined : tokens.get(who)
  const answer = await fetch(`http://${running.http}${at(route.path, names)}`, {
    method: route.method,
    redirect: 'manual',
    headers: {
      ...(route.method === 'POST' && { 'sec-fetch-site': 'same-origin' }),
      ...(token !== undefined && { cookie: `mailgauge=${token}` }),
      ...headers,
    },
    ...(route.method === 'POST' && { body: new URLSearchParams() }),
  })
  const text = answer.headers.get('content-type')?.includes('event-stream') ? '' : await answer.text()
  return { status: answer.status, text, headers: answer.headers }
}

/** What becomes of somebody at a route: as the roles are written, not as the router has it. */
function fate(
  needs: RouteEntry['needs'],
  somebody: Somebody | undefined,
): 'in' | 'sign in' | 'hidden' | 'refused' {
  if (needs === 'file' || needs === 'anybody') return 'in'
  const isIn = somebody !== undefined && !somebody.stage && !somebody.over
  if (needs.startsWith('test:')) return fateAtTest(actionOf(needs as `test:tests.read`), isIn)
  if (needs === 'factor') return somebody?.stage === 'factor' ? 'in' : 'sign in'
  if (!isIn) return 'sign in'
  if (needs === 'person') return 'in'
  if (needs.startsWith('instance.')) return somebody.isInstanceAdmin ? 'in' : 'hidden'
  const role = somebody.role ?? somebody.elsewhere
  return role !== undefined && !refusalOf(sessionOf('mine', role), needs as Action) ? 'in' : 'refused'
}

/** The test is nobody's: whoever is signed in is a holder of its token like everybody else. */
function fateAtTest(action: Action, isIn: boolean): ReturnType<typeof fate> {
  if (!refusalOf({ kind: 'token', token: 'a'.repeat(26) }, action)) return 'in'
  return isIn ? 'hidden' : 'sign in'
}

function expectFate(
  expected: ReturnType<typeof fate>,
  route: RouteEntry,
  answer: Awaited<ReturnType<typeof ask>>,
) {
  const { status, headers, text } = answer
  const location = headers.get('location') ?? ''
  const seen = {
    'sign in':
      route.method === 'GET'
        ? status === 303 && location.startsWith('/sign-in')
        : status === 403 || location === '/sign-in',
    hidden: status === 404,
    refused: status === 403,
    in:
      status !== 500 &&
      status !== 401 &&
      !text.includes('Your role does not allow this') &&
      !location.startsWith('/sign-in?'),
  }[expected]
  return seen ? undefined : { expected, status, location }
}

describe('who gets where on the web site', () => {
  test('the table has the pages of people, accounts, keys and the instance', () => {
    const paths = ROUTES.map(({ path }) => path)
    for (const path of ['/me', '/settings/people', '/settings/account', '/admin/setup', '/sign-in'])
      expect(paths).toContain(path)
    expect(ROUTES.length).toBeGreaterThan(40)
  })

  test.each([...Object.keys(PEOPLE), 'nobody'] as (Name | 'nobody')[])('%s', async (who) => {
    const wrong: unknown[] = []
    // Signing out and leaving end what the others need.
    for (const route of ROUTES.filter(({ path }) => !ENDS.includes(path))) {
      const expected = fate(route.needs, who === 'nobody' ? undefined : PEOPLE[who])
      const difference = expectFate(expected, route, await ask(route, who))
      if (difference)
        wrong.push({ route: `${route.method} ${route.path}`, needs: route.needs, ...difference })
    }
    expect(wrong).toEqual([])
  })

  test('what an account or a person has is not there for those of another one', async () => {
    const own = ROUTES.filter(
      ({ path, needs }) => path.includes(':') && needs !== 'anybody' && !needs.startsWith('test:'),
    )
    const named = own.filter(({ path }) => !path.startsWith('/admin/'))
    expect(named.length).toBeGreaterThan(10)
    const rows = () => {
      const database = new Database(join(running.folder, 'data', 'mailgauge.db'), { readonly: true })
      const all = [
        'api_keys',
        'invitations',
        'memberships',
        'passkeys',
        'domains',
        'domain_health',
        'dmarc_reports',
        'report_files',
        'tls_reports',
      ].map((table) => database.query(`SELECT * FROM ${table}`).all())
      database.close()
      return all
    }
    const before = rows()
    for (const route of named) {
      const hidden = await ask(route, 'stranger', { names: OWN })
      const says = 'There is no such source'
      expect([route.path, hidden.status, hidden.text.includes(says)]).toEqual([route.path, 404, false])
      if (route.method !== 'GET') continue
      const { status, text } = await ask(route, 'owner', { names: OWN })
      // The address names no source, which its page says to those who may know the domain.
      const isSource = route.path === '/domains/:domain/dmarc/source'
      expect([route.path, status]).toEqual([route.path, isSource ? 404 : 200])
      if (isSource) expect(text).toContain(says)
    }
    expect(rows()).toEqual(before)
  })

  test('a test of an account is opened by its people, and by nobody else', async () => {
    const made = await ask({ method: 'POST', path: '/tests', needs: 'tests.create' }, 'member')
    const token = made.headers.get('location')?.slice('/t/'.length) ?? ''
    expect(token).toMatch(/^[a-z2-7]{26}$/)
    const asking = { names: { token } }
    const ofTests = ROUTES.filter(({ needs }) => needs.startsWith('test:'))
    expect(ofTests.length).toBeGreaterThan(8)
    for (const route of ofTests) {
      for (const who of ['stranger', 'instance admin', 'nobody'] as const) {
        const { status } = await ask(route, who, asking)
        expect([route.path, who, [303, 400, 403, 404].includes(status)]).toEqual([route.path, who, true])
      }
      const { status } = await ask(route, 'viewer', asking)
      expect([route.path, status === 403]).toEqual([route.path, route.needs !== 'test:tests.read'])
    }
    const page: RouteEntry = { method: 'GET', path: '/t/:token', needs: 'test:tests.read' }
    for (const who of ['viewer', 'member', 'admin', 'owner'] as const)
      expect([who, (await ask(page, who, asking)).status]).toEqual([who, 200])
  })

  test('no form of another site does anything, whoever is signed in', async () => {
    const posts = ROUTES.filter(({ method }) => method === 'POST')
    for (const route of posts) {
      for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }])
        expect([route.path, (await ask(route, 'owner', { headers })).status]).toEqual([route.path, 403])
    }
  })

  test('pages of people are kept by nobody', async () => {
    const own = ROUTES.filter(
      ({ method, needs, path }) =>
        method === 'GET' &&
        !['file', 'anybody'].includes(needs) &&
        !needs.startsWith('test:') &&
        !ENDS.includes(path),
    )
    for (const route of own) {
      const { headers } = await ask(route, 'owner')
      expect([route.path, headers.get('cache-control')]).toEqual([route.path, 'no-store'])
      expect(headers.get('x-robots-tag')).toContain('noindex')
    }
  })
})

/** What ends a session or a membership though nothing is filled in. */
const ENDS = ['/sign-out', '/settings/account/leave', '/me/sessions']
