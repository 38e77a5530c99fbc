import { expect, test } from 'bun:test'
import { accountReads } from '../../../src/store/sqlite/aggregates/accounts.ts'
import { auditReads } from '../../../src/store/sqlite/aggregates/people/audit.ts'
import { ceremonyReads } from '../../../src/store/sqlite/aggregates/people/ceremonies.ts'
import { identityReads } from '../../../src/store/sqlite/aggregates/people/identities.ts'
import { invitationReads } from '../../../src/store/sqlite/aggregates/people/invitations.ts'
import { membershipReads } from '../../../src/store/sqlite/aggregates/people/memberships.ts'
import { oneTimeLinkReads } from '../../../src/store/sqlite/aggregates/people/one-time-links.ts'
import { passkeyReads } from '../../../src/store/sqlite/aggregates/people/passkeys.ts'
import { peopleReads } from '../../../src/store/sqlite/aggregates/people/people.ts'
import { sessionReads } from '../../../src/store/sqlite/aggregates/people/sessions.ts'
import { openWriter } from '../../../src/store/sqlite/connection.ts'
import { migrate } from '../../../src/store/sqlite/migrations.ts'
import { createWrites } from '../../../src/store/sqlite/writes.ts'
import { account, apiKey, later, mailTest, random, THEN } from '../../support/builders.ts'
import { entry, identity, invitation, passkey, person, session } from '../../support/people.ts'
import { parametersOf } from '../../support/sql-parameters.ts'

/** What grows with people, accounts, sessions or time. */
const GROWING =
  /\b(people|accounts|memberships|invitations|sessions|one_time_links|ceremonies|passkeys|identities|recovery_codes|audit_log|mail_tests|api_keys|idempotency_keys|sealed_secrets)\b/

function recording() {
  const connection = openWriter(':memory:')
  const { driver, queries } = connection
  migrate(driver, true)
  const prepared = new Set<string>()
  const prepare = driver.prepare.bind(driver)
  driver.prepare = ((sql: string) => {
    prepared.add(sql)
    return prepare(sql)
  }) as typeof driver.prepare
  const writes = createWrites(connection)
  const reads = {
    accounts: accountReads(queries),
    audit: auditReads(queries),
    ceremonies: ceremonyReads(queries),
    identities: identityReads(queries),
    invitations: invitationReads(queries),
    memberships: membershipReads(queries),
    links: oneTimeLinkReads(queries),
    passkeys: passkeyReads(queries),
    people: peopleReads(queries),
    sessions: sessionReads(connection),
  }
  const planOf = (sql: string) =>
    (
      prepare(`EXPLAIN QUERY PLAN ${sql}`).all(parametersOf(sql, 1)) as {
        detail: string
      }[]
    )
      .map(({ detail }) => detail)
      .join('; ')
  return { reads, writes, prepared, planOf }
}

type Recording = ReturnType<typeof recording>

function write({ writes }: Recording): void {
  const [admin, member, one, key] = [person(), person(), account(), passkey('')]
  const [hash, token] = [random(32), random(32)]
  const [own, secret] = [session(admin.id, { accountId: one.id }), apiKey(one.id)]
  const said = entry('person.changed', { accountId: one.id })
  const claim = { person: admin, passwordHash: 'a hash', account: one, entry: said }
  const at = { createdAt: THEN, expiresAt: later(1) }
  writes.people.claim(claim)
  writes.people.claim(claim)
  writes.people.create({ person: member, account: account() }, said)
  writes.people.create({ person: person(), membership: { accountId: one.id, role: 'viewer' } }, said)
  writes.people.change(member.id, { email: person().email, isInstanceAdmin: true }, said)
  writes.people.change(member.id, { isInstanceAdmin: false }, said)
  const stays = session(member.id)
  writes.sessions.begin(stays, random(32), said)
  writes.people.setPassword(member.id, 'another', { session: stays.id }, said)
  writes.oneTimeLinks.put(hash, { purpose: 'reset', personId: member.id, ...at })
  writes.people.setPassword(member.id, 'another', { link: hash }, said)
  writes.people.rehash(member.id, 'another', 'better')
  writes.factors.enable(member.id, { secretId: 'sec_1', lastStep: 1 }, [hash], said)
  writes.factors.useStep(member.id, 2)
  writes.factors.useCode(member.id, hash, said)
  writes.factors.renewCodes(member.id, [hash], said)
  writes.factors.disable(member.id, said)
  writes.passkeys.add({ ...key, personId: admin.id }, said)
  writes.passkeys.use(key.id, 0, THEN)
  writes.passkeys.use('none', 0, THEN)
  writes.passkeys.rename(key.id, admin.id, 'phone')
  writes.passkeys.remove(key.id, admin.id, said)
  const linked = identity(admin.id)
  writes.identities.link(linked, said)
  writes.identities.link(linked, said)
  writes.identities.touch(linked.issuer, linked.subject, THEN)
  writes.identities.unlink(linked.issuer, linked.subject, admin.id, said)
  writes.memberships.add({ accountId: one.id, personId: member.id, role: 'viewer', createdAt: THEN }, said)
  writes.memberships.setRole(one.id, member.id, 'member', said)
  writes.memberships.transfer(one.id, admin.id, member.id, said)
  writes.memberships.remove(one.id, admin.id, said)
  const open = invitation(one.id)
  writes.invitations.create(open, token, said)
  writes.invitations.accept(token, admin.id, THEN, said)
  writes.invitations.create(open, token, said)
  writes.invitations.join(token, { person: person(), passwordHash: 'a hash' }, said)
  writes.invitations.revoke(open.id, one.id, said)
  writes.invitations.deleteExpired(THEN, 10)
  writes.sessions.begin(own, token, said, hash, { passwordHash: 'a hash', sessionId: own.id })
  writes.sessions.begin(own, token, said, hash)
  writes.sessions.touch(own.id, THEN)
  writes.sessions.setAccount(own.id, one.id)
  writes.sessions.setAccount(own.id, one.id, { until: THEN, entry: said })
  writes.sessions.end(own.id, member.id, said)
  writes.sessions.endAll(member.id, own.id, said)
  writes.sessions.endAll(member.id, undefined, said)
  writes.sessions.deleteExpired(THEN, THEN, 10)
  writes.oneTimeLinks.put(hash, { purpose: 'setup', ...at })
  writes.oneTimeLinks.put(random(32), { purpose: 'setup', ...at }, 9)
  writes.oneTimeLinks.put(random(32), { purpose: 'reset', personId: member.id, ...at })
  writes.oneTimeLinks.take(hash)
  writes.oneTimeLinks.deleteOf('setup')
  writes.oneTimeLinks.deleteOf('reset', member.id)
  writes.oneTimeLinks.deleteExpired(THEN, 10)
  writes.ceremonies.put(hash, { kind: 'oidc', data: {}, expiresAt: THEN })
  writes.ceremonies.take(hash)
  writes.ceremonies.deleteExpired(THEN, 10)
  writes.audit.add(said)
  writes.audit.deleteBefore(THEN, 10)
  writes.apiKeys.create(secret, hash, said)
  writes.apiKeys.rotate(secret.id, 'mg_abcdefg', hash, said)
  writes.apiKeys.revoke(secret.id, THEN, said)
  writes.mailTests.allocate({ test: mailTest({ accountId: one.id }) })
  writes.accounts.setPlan(one.id, 'pro', said)
  writes.accounts.rename(one.id, 'another', said)
  writes.people.delete(admin.id, said)
  writes.people.delete(member.id, said)
  writes.accounts.delete(one.id, said)
  while (writes.accounts.deleteRest(1) > 0);
  writes.people.change(admin.id, { isInstanceAdmin: false }, said)
  writes.people.change(member.id, { isInstanceAdmin: true }, said)
  writes.people.delete(member.id, said)
}

function read({ reads }: Recording): void {
  reads.people.isClaimed()
  reads.people.byId('per_1')
  reads.people.byEmail('a@example.org')
  reads.people.list({ limit: 10 })
  reads.people.list({ limit: 10, after: 'a', search: 'b' })
  reads.passkeys.byId('1')
  reads.passkeys.of('per_1')
  reads.identities.bySubject('a', 'b')
  reads.identities.of('per_1')
  reads.memberships.ofPerson('per_1')
  reads.memberships.ofAccount('1')
  reads.memberships.roleOf('1', 'per_1')
  reads.invitations.byHash(random(32))
  reads.invitations.of('1')
  reads.sessions.byHash(random(32))
  reads.sessions.of('per_1')
  reads.links.byHash(random(32))
  reads.ceremonies.byHash(random(32))
  reads.accounts.usage('1', '2026-11')
  const all = { accountId: '1', personId: 'per_1', action: 'key.created', actorId: 'per_1' } as const
  const times = { since: THEN, until: THEN, before: 5 }
  reads.audit.list({ limit: 10 })
  reads.audit.list({ limit: 10, ...times })
  for (const [name, value] of Object.entries(all)) {
    reads.audit.list({ limit: 10, [name]: value })
    reads.audit.list({ limit: 10, [name]: value, ...times })
  }
  reads.audit.list({ limit: 10, accountId: '1', action: 'key.created', ...times })
  reads.audit.list({ limit: 10, ...all, ...times })
}

test('no statement of people and accounts reads a table that grows', () => {
  const all = recording()
  write(all)
  read(all)
  const statements = [...all.prepared].filter((sql) => GROWING.test(sql))
  expect(statements.length).toBeGreaterThan(100)
  const scans = statements
    .map((sql) => ({ sql, plan: all.planOf(sql) }))
    .filter(({ plan }) => plan.split('; ').some((step) => /^SCAN/.test(step) && GROWING.test(step)))
  // Deleted accounts alone, the lists of all accounts and keys, and the newest entries of the whole log up to a limit.
  const meant = [
    /^select "id" from "accounts" where "accounts"."deleted_at" is not null/,
    /^select .* from "(accounts|api_keys)" .*order by/,
    /^select .* from "audit_log" where \(?not exists/,
    // It holds what an earlier version analysed, and empties.
    /mail_tests INDEXED BY mail_tests_not_entered/,
  ]
  expect(scans.filter(({ sql }) => !meant.some((one) => one.test(sql)))).toEqual([])
})

test('the log is read in its order', () => {
  const all = recording()
  read(all)
  const lists = [...all.prepared].filter((sql) => /^select .* from "audit_log"/.test(sql))
  expect(lists.length).toBeGreaterThan(10)
  for (const sql of lists) expect(all.planOf(sql), sql).not.toMatch(/TEMP B-TREE/)
})
