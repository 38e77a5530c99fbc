import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import type { Store } from '../../../src/store/store.ts'

/** What things are asked for by. */
interface Names {
  accounts: string[]
  people: string[]
  tests: string[]
  messages: string[]
  domains: { id: string; account: string }[]
  monitors: { id: string; account: string }[]
  destinations: { id: string; account: string | null }[]
  secrets: string[]
  links: Uint8Array[]
}

/** Names of what a data directory holds. */
export function namesIn(directory: string): Names {
  const driver = new Database(join(directory, 'mailgauge.db'), { readonly: true })
  const all = <R>(text: string) => driver.query<R, []>(text).all()
  const list = <T extends string | Uint8Array>(text: string) => all<{ name: T }>(text).map(({ name }) => name)
  try {
    return {
      accounts: list('SELECT id AS name FROM accounts WHERE deleted_at IS NULL ORDER BY id'),
      people: list('SELECT id AS name FROM people ORDER BY id'),
      tests: list('SELECT token AS name FROM mail_tests ORDER BY seq DESC LIMIT 400'),
      messages: list('SELECT id AS name FROM messages ORDER BY seq DESC LIMIT 400'),
      domains: all('SELECT id, account_id AS account FROM domains ORDER BY id'),
      monitors: all('SELECT id, account_id AS account FROM monitors ORDER BY id'),
      destinations: all(
        'SELECT id, account_id AS account FROM destinations WHERE deleted_at IS NULL ORDER BY id',
      ),
      secrets: list('SELECT id AS name FROM sealed_secrets ORDER BY id'),
      links: list('SELECT token_hash AS name FROM sessions ORDER BY id'),
    }
  } finally {
    driver.close()
  }
}

const WINDOW = { from: 0, to: 40_000 }

/** What a store answers about all of it, whichever engine it is. Reads alone. */
export async function* answersOf(
  store: Store,
  names: Names,
): AsyncGenerator<[asked: string, answer: unknown]> {
  yield ['accounts', await store.accounts.list()]
  yield ['keys', await store.apiKeys.list()]
  for (const id of names.accounts) yield [`account ${id}`, await ofAccount(store, id)]
  for (const id of names.people) yield [`person ${id}`, await ofPerson(store, id)]
  for (const hash of names.links) yield ['session', await store.sessions.byHash(hash)]
  for (const id of names.secrets) yield [`secret ${id}`, await store.sealed.byId(id)]
  yield ['key in use', await store.sealed.keyInUse()]
  for (const token of names.tests) yield [`test ${token}`, await ofTest(store, token)]
  for (const id of names.messages) yield [`message ${id}`, await ofMessage(store, id)]
  for (const { id, account } of names.domains) yield [`domain ${id}`, await ofDomain(store, account, id)]
  for (const { id, account } of names.monitors) yield [`monitor ${id}`, await ofMonitor(store, account, id)]
  for (const { id, account } of names.destinations)
    yield [
      `destination ${id}`,
      await store.destinations.byId(account === null ? 'instance' : { accountId: account }, id),
    ]
  yield ['events', await store.outbox.behind('a reader that nobody knows', 1000)]
  yield ['audit', await store.audit.list({ limit: 500 })]
  yield ['mail log', await store.mailLog.list({ limit: 500 })]
  yield ['addresses', await store.aggregates.names(0, 1000)]
  yield ['watched time', await store.watchedTime.read()]
  yield ['sickness', await store.sickness.begin()]
  yield ['held', await heldBy(store)]
  yield ['anonymous', await store.mailTests.anonymousHeld()]
  yield ['role mail', await store.usage.roleMailBytes()]
  yield ['report bytes', await store.reportMail.bytes()]
}

/** Owners of a slice stand in no order. */
async function heldBy(store: Store) {
  const { owners, next } = await store.usage.held(0, 500)
  return { owners: sortedBy(owners, ({ accountId }) => accountId ?? ''), next }
}

const sortedBy = <T>(list: readonly T[], name: (one: T) => string): T[] =>
  list.toSorted((one, other) => name(one).localeCompare(name(other)))

async function ofAccount(store: Store, id: string) {
  const domains = await store.history.domains(id, 100)
  return {
    account: await store.accounts.byId(id),
    providers: await store.accounts.shownProviders(id),
    usage: await store.accounts.usage(id, '2026-11'),
    members: await store.memberships.ofAccount(id),
    invitations: await store.invitations.of(id),
    tests: await store.mailTests.listByAccount(id, { limit: 100, offset: 0 }),
    found: await store.mailTests.find(id, { limit: 100 }),
    worded: await store.mailTests.find(id, { limit: 100, words: 'a' }),
    domains,
    counts: await store.history.counts(id, { since: 0 }),
    monitors: await store.monitors.list(id),
    destinations: await store.destinations.list({ accountId: id }),
    complaints: await store.complaints.ofAccount(id, WINDOW),
  }
}

async function ofPerson(store: Store, id: string) {
  return {
    person: await store.people.byId(id),
    passkeys: await store.people.passkeys.of(id),
    identities: await store.people.identities.of(id),
    accounts: await store.memberships.ofPerson(id),
    // Those of the same moment stand in no order.
    sessions: sortedBy(await store.sessions.of(id), ({ id }) => id),
  }
}

async function ofTest(store: Store, token: string) {
  return {
    test: await store.mailTests.byToken(token),
    told: await store.mailTests.told(token),
    messages: await store.messages.ofTest(token),
    report: await store.messages.report(token),
  }
}

async function ofMessage(store: Store, id: string) {
  return {
    envelope: await store.messages.envelope(id),
    raw: await store.messages.raw(id),
    content: await store.messages.content(id),
    view: await store.messages.messageView(id),
    evidence: await store.messages.evidence(id),
  }
}

async function ofDomain(store: Store, account: string, id: string) {
  const sources = { groupBy: 'ip', sort: 'messages', limit: 200, offset: 0 } as const
  return {
    entry: await store.domains.byId(account, id),
    health: await store.domainHealth.read(id),
    selectors: await store.domainHealth.selectors(id),
    marks: await store.sourceMarks.of(id),
    summary: await store.aggregates.summary(id, WINDOW),
    reports: await store.aggregates.reports(id, WINDOW, { limit: 200, offset: 0 }),
    sources: await store.aggregates.sources(id, WINDOW, sources),
    records: (await store.aggregates.records(id, WINDOW, { limit: 500 })).records,
    policies: await store.aggregates.policies(id, WINDOW),
    tls: await store.tlsReports.summary(id, WINDOW),
    complaints: await store.complaints.summary(id, WINDOW),
    letters: await store.complaints.letters(id),
    address: await store.complaints.localPart(id),
    files: await store.reportMail.files(id, { limit: 200 }),
    counts: await store.reportMail.counts(id),
    told: await store.watching.told(id, 100),
    versions: await store.recordHistory.versions({ domainId: id }, 100),
  }
}

async function ofMonitor(store: Store, account: string, id: string) {
  return {
    monitor: await store.monitors.byId(account, id),
    told: await store.monitors.told(id, 100),
    scores: await store.monitors.scores(id, new Date(0), 100),
    versions: await store.recordHistory.versions({ monitorId: id }, 100),
  }
}
