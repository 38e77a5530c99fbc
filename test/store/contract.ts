import { afterAll, beforeAll, describe } from 'bun:test'
import type { Store } from '../../src/store/store.ts'
import { foundContract } from './contract/account-tests/found.ts'
import { ownedContract } from './contract/account-tests/owned.ts'
import { accountContract } from './contract/accounts.ts'
import { administrationContract } from './contract/administration.ts'
import { dmarcFactContract } from './contract/aggregates/dmarc-facts.ts'
import { dmarcReadContract } from './contract/aggregates/dmarc-reads.ts'
import { dmarcWriteContract } from './contract/aggregates/dmarc-writes.ts'
import { dmarcHistoryContract } from './contract/aggregates/histories.ts'
import { sourceMarkContract } from './contract/aggregates/source-marks.ts'
import { tlsReportContract } from './contract/aggregates/tls-reports.ts'
import { watchContract } from './contract/aggregates/watching.ts'
import { analysisContract } from './contract/analysis.ts'
import { batchContract } from './contract/batch.ts'
import { claimContract } from './contract/claims.ts'
import { complaintContract } from './contract/complaints.ts'
import { deliveryContract } from './contract/destinations/deliveries.ts'
import { destinationContract } from './contract/destinations/destinations.ts'
import { deliveryTurnContract } from './contract/destinations/turns.ts'
import { domainHealthContract } from './contract/domain-health.ts'
import { domainContract } from './contract/domains.ts'
import { eventContract } from './contract/events.ts'
import { fullReportContract } from './contract/full-reports.ts'
import { historyContract } from './contract/history.ts'
import { leaseContract } from './contract/leases.ts'
import { mailLogContract } from './contract/mail-log.ts'
import { mailTestContract } from './contract/mail-tests.ts'
import { messageContract } from './contract/messages.ts'
import { oneClickContract } from './contract/one-click.ts'
import { factorContract } from './contract/people/factors.ts'
import { membershipContract } from './contract/people/memberships.ts'
import { neighbourContract } from './contract/people/neighbours.ts'
import { peopleContract } from './contract/people/people.ts'
import { sessionContract } from './contract/people/sessions.ts'
import { rateContract } from './contract/rate.ts'
import { recordHistoryContract } from './contract/record-history.ts'
import { reportFileContract } from './contract/report-mail/files.ts'
import { reportMailContract } from './contract/report-mail/mails.ts'
import { reportPageContract } from './contract/report-page.ts'
import { rescoringContract } from './contract/rescoring.ts'
import { roleMailContract } from './contract/role-mail.ts'
import { sealedContract } from './contract/sealed.ts'
import { shareContract } from './contract/shares.ts'
import { turnContract } from './contract/turns.ts'
import { digestContract } from './contract/watching/digests.ts'
import { monitorContract } from './contract/watching/monitors.ts'
import { sicknessContract } from './contract/watching/sickness.ts'
import { watchedTimeContract } from './contract/watching/watched-time.ts'

/** Gives the store under test; it is open while tests run. */
export interface TheStore {
  (): Store
  /** The engine's own clock. */
  now(): Date
  /** Lets so much time pass, by the engine's own clock. */
  pass(milliseconds: number): Promise<void>
}

/** What every engine behind the Store interface must do. One store serves all tests: each makes its own accounts. `skipped`: parts
 * that an engine cannot do yet. */
export function describeStore(
  engine: string,
  open: () => Promise<{ store: Store; pass: TheStore['pass']; now: TheStore['now']; done(): Promise<void> }>,
  skipped: readonly string[] = [],
): void {
  const part = (name: string, tests: () => void) =>
    (skipped.includes(name) ? describe.skip : describe)(name, tests)
  describe(`the store contract on ${engine}`, () => {
    let opened: Awaited<ReturnType<typeof open>>
    beforeAll(async () => {
      opened = await open()
    })
    afterAll(() => opened.done())
    const store: TheStore = Object.assign(() => opened.store, {
      now: () => opened.now(),
      pass: (milliseconds: number) => opened.pass(milliseconds),
    })
    part('accounts and keys', () => accountContract(store))
    part('administration', () => administrationContract(store))
    part('domains', () => domainContract(store))
    part('the health of domains', () => domainHealthContract(store))
    part('the history of records', () => recordHistoryContract(store))
    part('the rate', () => rateContract(store))
    part('tests', () => mailTestContract(store))
    part('messages', () => messageContract(store))
    part('analysis', () => analysisContract(store))
    part('claims', () => claimContract(store))
    part('turns', () => turnContract(store))
    part('leases', () => leaseContract(store))
    part('full reports, contents and replays', () => fullReportContract(store))
    part('message views and the sender hints', () => reportPageContract(store))
    part('rescoring', () => rescoringContract(store))
    part('one-click requests', () => oneClickContract(store))
    part('the shares of tests without an account', () => shareContract(store))
    part('events', () => eventContract(store))
    part('history', () => historyContract(store))
    part('weekly digests', () => digestContract(store))
    part('how the instance is', () => sicknessContract(store))
    part('mail to the operator', () => roleMailContract(store))
    part('mail to reports addresses', () => reportMailContract(store))
    part('report files', () => reportFileContract(store))
    part('complaints', () => complaintContract(store))
    part('TLS reports', () => tlsReportContract(store))
    part('the mail log', () => mailLogContract(store))
    part('keeping DMARC reports', () => dmarcWriteContract(store))
    part('histories of DMARC reports', () => dmarcHistoryContract(store))
    part('what DMARC reports say', () => dmarcReadContract(store))
    part('who sends, by DMARC reports', () => dmarcFactContract(store))
    part('the watch over reports', () => watchContract(store))
    part('marks of sources', () => sourceMarkContract(store))
    part('monitors', () => monitorContract(store))
    part('watched time', () => watchedTimeContract(store))
    part('sealed secrets', () => sealedContract(store))
    part('destinations', () => destinationContract(store))
    part('deliveries', () => deliveryContract(store))
    part('turns of destinations', () => deliveryTurnContract(store))
    part('people', () => peopleContract(store))
    part('how people sign in', () => factorContract(store))
    part('people of accounts', () => membershipContract(store))
    part('sessions, links and the log', () => sessionContract(store))
    part('writes of people that come at once', () => neighbourContract(store))
    part('writes that come at once', () => batchContract(store))
    part('tests that are found', () => foundContract(store))
    part('tests of people', () => ownedContract(store))
  })
}
