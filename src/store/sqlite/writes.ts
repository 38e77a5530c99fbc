import { once } from '../../core/making/once.ts'
import { accountWrites } from './aggregates/accounts.ts'
import { apiKeyWrites } from './aggregates/api-keys.ts'
import { complaintWrites } from './aggregates/complaints/writes.ts'
import { deliveryWrites } from './aggregates/destinations/deliveries.ts'
import { destinationWrites, leaving } from './aggregates/destinations/destinations.ts'
import { dmarcWrites } from './aggregates/dmarc/dmarc-writes.ts'
import { sourceNameWrites } from './aggregates/dmarc/source-names.ts'
import { watchWrites } from './aggregates/dmarc/watching.ts'
import { domainWrites } from './aggregates/domains/domains.ts'
import { domainHealthWrites } from './aggregates/domains/health.ts'
import { sourceMarkWrites } from './aggregates/domains/source-marks.ts'
import { dueWrites } from './aggregates/due.ts'
import { historyWrites } from './aggregates/history/history-writes.ts'
import { leaseWrites } from './aggregates/leases.ts'
import { mailLogWrites } from './aggregates/mail-log/mail-log-writes.ts'
import { mailTestWrites } from './aggregates/mail-tests.ts'
import { acceptWrites } from './aggregates/message-accept.ts'
import { analysisWrites } from './aggregates/message-writes.ts'
import { monitorAcceptWrites } from './aggregates/monitors/accept.ts'
import { monitorWatchWrites } from './aggregates/monitors/watch.ts'
import { watchedTimeWrites } from './aggregates/monitors/watched-time.ts'
import { monitorWrites } from './aggregates/monitors/writes.ts'
import { oneClickWrites } from './aggregates/one-click/tries.ts'
import { outboxWrites } from './aggregates/outbox.ts'
import { auditWrites } from './aggregates/people/audit.ts'
import { ceremonyWrites } from './aggregates/people/ceremonies.ts'
import { factorWrites } from './aggregates/people/factors.ts'
import { identityWrites } from './aggregates/people/identities.ts'
import { invitationWrites } from './aggregates/people/invitations.ts'
import { membershipWrites } from './aggregates/people/memberships.ts'
import { oneTimeLinkWrites } from './aggregates/people/one-time-links.ts'
import { passkeyWrites } from './aggregates/people/passkeys.ts'
import { peopleWrites } from './aggregates/people/people-writes.ts'
import { sessionWrites } from './aggregates/people/sessions.ts'
import { queueWrites } from './aggregates/queue/writes.ts'
import { reportMailWrites } from './aggregates/report-mail/mails.ts'
import { roleMailWrites } from './aggregates/role-mail.ts'
import { sealedWrites } from './aggregates/sealed.ts'
import { tlsReportWrites } from './aggregates/tls-reports/writes.ts'
import { digestWrites } from './aggregates/watching/digests.ts'
import { recordHistoryWrites } from './aggregates/watching/record-history.ts'
import { sicknessWrites } from './aggregates/watching/sickness.ts'
import type { Connection } from './connection.ts'
import { versionOf } from './migrations.ts'

/** The aggregates, each made when it is called: its statements are prepared then. */
function aggregatesOf(connection: Connection, places: readonly Buffer[]) {
  const { driver, queries } = connection
  const dmarc = once(() => dmarcWrites(connection))
  return {
    file: () => ({
      /** Writes a page and changes nothing: says whether the disk takes it. */
      touch(): true {
        driver.pragma(`user_version = ${versionOf(driver)}`)
        return true
      },
      /** Does nothing: who hears back knows that the writer has its turns. */
      answer: (): true => true,
    }),
    due: () => dueWrites(driver),
    accounts: () => accountWrites(queries, dmarc().deletion, leaving(connection)),
    apiKeys: () => apiKeyWrites(queries),
    mailTests: () => mailTestWrites(queries),
    messages: () => acceptWrites(connection, places),
    mailLog: () => mailLogWrites(connection),
    queue: () => queueWrites(queries),
    analyses: () => analysisWrites(connection),
    oneClick: () => oneClickWrites(queries),
    history: () => historyWrites(connection),
    outbox: () => outboxWrites(queries),
    roleMail: () => roleMailWrites(queries),
    reportMail: () => reportMailWrites(connection),
    leases: () => leaseWrites(queries),
    sealed: () => sealedWrites(queries),
    people: () => peopleWrites(queries),
    factors: () => factorWrites(queries),
    passkeys: () => passkeyWrites(queries),
    identities: () => identityWrites(queries),
    memberships: () => membershipWrites(queries),
    invitations: () => invitationWrites(queries),
    sessions: () => sessionWrites(queries),
    oneTimeLinks: () => oneTimeLinkWrites(queries),
    ceremonies: () => ceremonyWrites(queries),
    audit: () => auditWrites(queries),
    domains: () => domainWrites(connection),
    domainHealth: () => domainHealthWrites(queries),
    sourceMarks: () => sourceMarkWrites(queries),
    sourceNames: () => sourceNameWrites(connection),
    dmarc: () => dmarc().writes,
    tlsReports: () => tlsReportWrites(connection),
    complaints: () => complaintWrites(connection),
    watching: () => watchWrites(connection),
    watchedTime: () => watchedTimeWrites(queries),
    recordHistory: () => recordHistoryWrites(connection),
    destinations: () => destinationWrites(connection),
    deliveries: () => deliveryWrites(connection),
    monitors: () => ({
      ...monitorWrites(connection),
      ...monitorAcceptWrites(connection),
      ...monitorWatchWrites(connection),
    }),
    digests: () => digestWrites(connection),
    sickness: () => sicknessWrites(connection),
  }
}

type Makers = ReturnType<typeof aggregatesOf>
type Aggregates = { [A in keyof Makers]: ReturnType<Makers[A]> }

/** Every method that writes, by aggregate and name. Each runs within a savepoint of its own. */
export function createWrites(connection: Connection, places: readonly Buffer[] = []): Aggregates {
  const made = Object.entries(aggregatesOf(connection, places)).map(([name, make]) => [name, make()])
  return Object.fromEntries(made)
}
type NamesOf<A extends keyof Aggregates> = `${A}.${keyof Aggregates[A] & string}`

/** `mailTests.allocate`: no two writes can have the same name. */
export type WriteName = { [A in keyof Aggregates]: NamesOf<A> }[keyof Aggregates]

/** What a write takes and gives. */
export type WriteOf<N extends WriteName> = N extends `${infer A extends keyof Aggregates}.${infer M}`
  ? M extends keyof Aggregates[A]
    ? Aggregates[A][M]
    : never
  : never

type AnyWrite = (...args: never) => unknown
export type ParametersOf<N extends WriteName> = WriteOf<N> extends AnyWrite ? Parameters<WriteOf<N>> : never
export type AnswerOf<N extends WriteName> = WriteOf<N> extends AnyWrite ? ReturnType<WriteOf<N>> : never

/** Writes as the batch runs them. */
export type WritesByName = Pick<ReadonlyMap<string, AnyWrite>, 'get'>

/** The writes by their names. An aggregate is made when the first of its writes is asked for: a start that prepared every statement would
 * take twice as long. */
export function writesByName(connection: Connection, places: readonly Buffer[] = []): WritesByName {
  const makers: Readonly<Record<string, () => object>> = aggregatesOf(connection, places)
  const made = new Map<string, AnyWrite>()
  const make = (aggregate = ''): void => {
    for (const [name, write] of Object.entries(makers[aggregate]?.() ?? {}))
      made.set(`${aggregate}.${name}`, write)
  }
  return {
    get(name) {
      if (!made.has(name)) make(name.split('.')[0])
      return made.get(name)
    },
  }
}
