import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { createKeyFile } from '../../src/app/secrets/key-file.ts'
import { idFrom } from '../../src/core/access/ids.ts'
import type { Person } from '../../src/core/access/person.ts'
import type { Role } from '../../src/core/access/role.ts'
import type { Session } from '../../src/core/access/session.ts'
import { createAddressees } from '../../src/services/destinations/addressees.ts'
import { createDestinations } from '../../src/services/destinations/destinations.ts'
import { testPayload } from '../../src/services/destinations/payloads/payload.ts'
import type { Domains } from '../../src/services/domains/domains.ts'
import {
  createInstance,
  type InstanceHosts,
  type ListHealth,
  type ShownSetting,
} from '../../src/services/instance/instance.ts'
import { createInstancePeople } from '../../src/services/instance/people.ts'
import { createRecentErrors } from '../../src/services/instance/recent-errors.ts'
import { createStorage } from '../../src/services/instance/storage.ts'
import { createVisits } from '../../src/services/instance/visits.ts'
import { createMailLog } from '../../src/services/mail-log/mail-log.ts'
import { createAudit } from '../../src/services/people/audit.ts'
import { createKeys } from '../../src/services/people/keys.ts'
import { sessionCookie } from '../../src/services/people/session-cookie.ts'
import { createSessions, type Sessions } from '../../src/services/people/sessions.ts'
import { createKeys as createSecretKeys } from '../../src/services/secrets/rotation.ts'
import { createVault } from '../../src/services/secrets/vault.ts'
import { createWeb } from '../../src/web/server.ts'
import { peopleWith } from '../web/people.ts'
import { depsUnderTest } from '../web/site-under-test.ts'
import { backupsInMemory } from './backups.ts'
import { openWorld, PLANS } from './world.ts'

const random = (length: number) => new Uint8Array(randomBytes(length))
const BASE = 'http://mailgauge.example'
const HOUR_MS = 3_600_000

/** Somebody who is signed in. */
export interface SignedInPerson {
  person: Person
  cookie: string
}

export interface DashboardOptions {
  settings?: readonly ShownSetting[]
  lists?: readonly ListHealth[]
  domains?: Domains
  /** Several hosts share the store. */
  hosts?: InstanceHosts
}

export type Dashboard = Awaited<ReturnType<typeof openDashboard>>

/** The pages of keys, of the audit log and of the instance, and the API, over a real store. */
export async function openDashboard({ settings = [], lists = [], domains, hosts }: DashboardOptions = {}) {
  let sessions: Sessions
  const world = await openWorld({ sessions: { actorOf: (cookie) => sessions.actorOf(cookie) } })
  const { store, accounts, apiKeys, state, log } = world
  const clock = { now: world.now }
  const shared = { store, clock }
  sessions = createSessions({
    ...shared,
    cookie: sessionCookie(BASE),
    idle: 24 * HOUR_MS,
    lifetime: 48 * HOUR_MS,
    random,
    log,
  })
  const errors = createRecentErrors()
  const space = { free: async () => 5e9 }
  const bounds = { minFree: 1e8, anonymous: { bytes: 1e9, bytesPerClient: 1e8 } }
  const administration = {
    keys: createKeys({ ...shared, accounts, apiKeys, random }),
    audit: createAudit(shared),
    mailLog: createMailLog(shared),
    visits: createVisits(shared),
    backups: backupsInMemory(shared).backups,
    instancePeople: createInstancePeople({ ...shared, random, baseUrl: BASE }),
    instance: createInstance({
      store,
      accounts,
      plans: PLANS,
      storage: createStorage({ ...shared, ...(!hosts && { space }), bounds }),
      readiness: state.readiness,
      errors,
      settings,
      lists: () => lists,
      ...(hosts && { hosts: async () => hosts }),
    }),
  }
  const keyFile = createKeyFile(join(world.directory, 'secrets.key'))
  await createSecretKeys({ sealed: store.sealed, keyFile, random, clock }).begin()
  const vault = createVault({ sealed: store.sealed, keyFile, random })
  const destinations = createDestinations({
    ...shared,
    accounts,
    vault,
    random,
    addressees: createAddressees({ store }),
    canMail: () => true,
    testPayload: (one, at) => testPayload(one, at, { baseUrl: BASE }),
  })
  const web = createWeb(
    depsUnderTest({
      people: peopleWith(sessions),
      administration,
      destinations,
      ...(domains && { domains }),
      clock,
      baseUrl: BASE,
    }),
  )

  const ask = (path: string, who?: Pick<SignedInPerson, 'cookie'>, init: RequestInit = {}) =>
    web.handle(
      new Request(`${BASE}${path}`, {
        redirect: 'manual',
        ...init,
        headers: { ...(init.headers as Record<string, string>), ...(who && { cookie: who.cookie }) },
      }),
    )

  return {
    ...world,
    clock,
    sessions,
    administration,
    destinations,
    vault,
    errors,
    table: web.table,
    app: web,
    ask,
    html: async (path: string, who?: Pick<SignedInPerson, 'cookie'>) => (await ask(path, who)).text(),
    post: (
      path: string,
      who: Pick<SignedInPerson, 'cookie'> | undefined,
      fields: Record<string, string | string[]> = {},
    ) =>
      ask(path, who, {
        method: 'POST',
        headers: { 'sec-fetch-site': 'same-origin' },
        body: new URLSearchParams(
          Object.entries(fields).flatMap(([name, value]) => [value].flat().map((one) => [name, one])),
        ),
      }),
    /** A person who is signed in, in these accounts; the first is looked at. */
    async person(
      who: Partial<Pick<Person, 'name' | 'email' | 'isInstanceAdmin' | 'confirmedAt'>> & {
        stage?: Session['stage']
      } = {},
      ...memberships: [accountId: string, role: Role][]
    ): Promise<SignedInPerson> {
      const { stage = 'whole', ...more } = who
      const id = idFrom('per', random)
      const person: Person = {
        id,
        email: `${id.toLowerCase()}@example.org`,
        name: '',
        isInstanceAdmin: false,
        createdAt: world.now(),
        ...more,
      }
      const at = world.now()
      const by = { kind: 'operator' } as const
      await store.people.create({ person }, { at, actor: by, action: 'person.created', personId: id })
      for (const [accountId, role] of memberships) {
        const entry = { at, actor: by, action: 'member.joined', accountId } as const
        await store.memberships.add({ accountId, personId: id, role, createdAt: at }, entry)
      }
      const from = { client: '192.0.2.1/32', agent: 'test' }
      const accountId = memberships[0]?.[0]
      const given = await sessions.begin({
        person,
        method: 'password',
        stage,
        ...(accountId !== undefined && { accountId }),
        from,
        cookie: null,
      })
      return { person, cookie: given.split(';')[0] ?? '' }
    },
    /** The log of an account, or of all, newest first. */
    audited: (accountId?: string) =>
      store.audit.list({ ...(accountId !== undefined && { accountId }), limit: 100 }),
  }
}
