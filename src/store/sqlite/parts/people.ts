import { once } from '../../../core/making/once.ts'
import type { ApiKeyStore } from '../../accounts.ts'
import type { Store } from '../../store.ts'
import { apiKeyReads } from '../aggregates/api-keys.ts'
import { auditReads } from '../aggregates/people/audit.ts'
import { ceremonyReads } from '../aggregates/people/ceremonies.ts'
import { identityReads } from '../aggregates/people/identities.ts'
import { invitationReads } from '../aggregates/people/invitations.ts'
import { membershipReads } from '../aggregates/people/memberships.ts'
import { oneTimeLinkReads } from '../aggregates/people/one-time-links.ts'
import { passkeyReads } from '../aggregates/people/passkeys.ts'
import { peopleReads } from '../aggregates/people/people.ts'
import { sessionReads } from '../aggregates/people/sessions.ts'
import type { Connection } from '../connection.ts'
import type { WriterClient } from '../writer-client.ts'

type Write = WriterClient['write']

/** People, and how they prove who they are. */
export function peopleParts({ queries }: Connection, write: Write): Pick<Store, 'people'> {
  const people = once(() => peopleReads(queries))
  const passkeys = once(() => passkeyReads(queries))
  const identities = once(() => identityReads(queries))
  return {
    people: {
      claim: (first) => write('people.claim', first),
      isClaimed: async () => people().isClaimed(),
      create: (made, entry) => write('people.create', made, entry),
      byId: async (id) => people().byId(id),
      byEmail: async (key) => people().byEmail(key),
      list: async (page) => people().list(page),
      change: (id, change, entry) => write('people.change', id, change, entry),
      confirmEmail: (id, confirmed, entry) => write('people.confirmEmail', id, confirmed, entry),
      setPassword: (id, hash, keep, entry) => write('people.setPassword', id, hash, keep, entry),
      rehash: (id, old, hash) => write('people.rehash', id, old, hash),
      delete: (id, entry) => write('people.delete', id, entry),
      factors: {
        enable: (id, totp, codes, entry) => write('factors.enable', id, totp, codes, entry),
        disable: (id, entry) => write('factors.disable', id, entry),
        useStep: (id, step) => write('factors.useStep', id, step),
        useCode: (id, hash, entry) => write('factors.useCode', id, hash, entry),
        renewCodes: (id, codes, entry) => write('factors.renewCodes', id, codes, entry),
      },
      passkeys: {
        add: (passkey, entry) => write('passkeys.add', passkey, entry),
        byId: async (id) => passkeys().byId(id),
        of: async (personId) => passkeys().of(personId),
        use: (id, counter, at) => write('passkeys.use', id, counter, at),
        rename: (id, personId, name) => write('passkeys.rename', id, personId, name),
        remove: (id, personId, entry) => write('passkeys.remove', id, personId, entry),
      },
      identities: {
        link: (identity, entry) => write('identities.link', identity, entry),
        bySubject: async (issuer, subject) => identities().bySubject(issuer, subject),
        of: async (personId) => identities().of(personId),
        touch: (issuer, subject, at) => write('identities.touch', issuer, subject, at),
        unlink: (issuer, subject, id, entry) => write('identities.unlink', issuer, subject, id, entry),
      },
    },
  }
}

/** Who is in which account, and what was done there. */
export function membershipParts(
  { queries }: Connection,
  write: Write,
): Pick<Store, 'memberships' | 'invitations' | 'audit'> {
  const memberships = once(() => membershipReads(queries))
  const invitations = once(() => invitationReads(queries))
  const audit = once(() => auditReads(queries))
  return {
    memberships: {
      ofPerson: async (personId) => memberships().ofPerson(personId),
      ofAccount: async (accountId) => memberships().ofAccount(accountId),
      page: async (accountId, page) => memberships().page(accountId, page),
      find: async (accountId, personId) => memberships().find(accountId, personId),
      count: async (accountId) => memberships().count(accountId),
      roleOf: async (accountId, personId) => memberships().roleOf(accountId, personId),
      add: (membership, entry) => write('memberships.add', membership, entry),
      setRole: (account, person, role, entry) => write('memberships.setRole', account, person, role, entry),
      remove: (account, person, entry) => write('memberships.remove', account, person, entry),
      transfer: (account, from, to, entry) => write('memberships.transfer', account, from, to, entry),
    },
    invitations: {
      create: (invitation, hash, entry) => write('invitations.create', invitation, hash, entry),
      byHash: async (hash) => invitations().byHash(hash),
      of: async (accountId) => invitations().of(accountId),
      accept: (hash, personId, at, entry) => write('invitations.accept', hash, personId, at, entry),
      join: (hash, made, entry) => write('invitations.join', hash, made, entry),
      revoke: (id, accountId, entry) => write('invitations.revoke', id, accountId, entry),
      deleteExpired: (now, limit) => write('invitations.deleteExpired', now, limit),
    },
    audit: {
      add: (entry) => write('audit.add', entry),
      list: async (query) => audit().list(query),
      deleteBefore: (at, limit) => write('audit.deleteBefore', at, limit),
    },
  }
}

/** Who is signed in, and what is on its way to that. */
export function sessionParts(
  connection: Connection,
  write: Write,
): Pick<Store, 'sessions' | 'oneTimeLinks' | 'ceremonies'> {
  const sessions = once(() => sessionReads(connection))
  const links = once(() => oneTimeLinkReads(connection.queries))
  const ceremonies = once(() => ceremonyReads(connection.queries))
  return {
    sessions: {
      begin: (session, hash, entry, replaces, grounds) =>
        write('sessions.begin', session, hash, entry, replaces, grounds),
      byHash: async (hash) => sessions().byHash(hash),
      of: async (personId) => sessions().of(personId),
      touch: (id, at) => write('sessions.touch', id, at),
      setAccount: (id, accountId, visit) => write('sessions.setAccount', id, accountId, visit),
      end: (id, personId, entry) => write('sessions.end', id, personId, entry),
      endAll: (personId, keep, entry) => write('sessions.endAll', personId, keep, entry),
      deleteExpired: (now, idle, limit) => write('sessions.deleteExpired', now, idle, limit),
    },
    oneTimeLinks: {
      put: (hash, link, keep) => write('oneTimeLinks.put', hash, link, keep),
      byHash: async (hash) => links().byHash(hash),
      take: (hash) => write('oneTimeLinks.take', hash),
      deleteOf: (purpose, personId) => write('oneTimeLinks.deleteOf', purpose, personId),
      deleteExpired: (now, limit) => write('oneTimeLinks.deleteExpired', now, limit),
    },
    ceremonies: {
      put: (hash, ceremony) => write('ceremonies.put', hash, ceremony),
      byHash: async (hash) => ceremonies().byHash(hash),
      take: (hash) => write('ceremonies.take', hash),
      deleteExpired: (now, limit) => write('ceremonies.deleteExpired', now, limit),
    },
  }
}

/** API keys. */
export function apiKeyPart(reader: Connection, write: Write): ApiKeyStore {
  const keys = once(() => apiKeyReads(reader))
  return {
    create: (key, hash, entry) => write('apiKeys.create', key, hash, entry),
    byHash: async (hash) => keys().byHash(hash),
    byId: async (id) => keys().byId(id),
    list: async (accountId) => keys().list(accountId),
    rotate: (id, prefix, hash, entry, was) => write('apiKeys.rotate', id, prefix, hash, entry, was),
    revoke: (id, at, entry) => write('apiKeys.revoke', id, at, entry),
    touch: (id, at) => write('apiKeys.touch', id, at),
  }
}
