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
import { dmarcTextContract } from './contract/texts/dmarc-texts.ts'
import { mailTextContract } from './contract/texts/mail-texts.ts'
import { peopleTextContract } from './contract/texts/people-texts.ts'
import { reportTextContract } from './contract/texts/report-texts.ts'
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

/** What every engine behind the Store interface must do. One store serves all tests: each makes its own accounts. */
export function describeStore(
  engine: string,
  open: () => Promise<{ store: Store; pass: TheStore['pass']; now: TheStore['now']; done(): Promise<void> }>,
): void {
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
    describe('accounts and keys', () => accountContract(store))
    describe('administration', () => administrationContract(store))
    describe('domains', () => domainContract(store))
    describe('the health of domains', () => domainHealthContract(store))
    describe('the history of records', () => recordHistoryContract(store))
    describe('the rate', () => rateContract(store))
    describe('tests', () => mailTestContract(store))
    describe('messages', () => messageContract(store))
    describe('analysis', () => analysisContract(store))
    describe('claims', () => claimContract(store))
    describe('turns', () => turnContract(store))
    describe('leases', () => leaseContract(store))
    describe('full reports, contents and replays', () => fullReportContract(store))
    describe('message views and the sender hints', () => reportPageContract(store))
    describe('rescoring', () => rescoringContract(store))
    describe('one-click requests', () => oneClickContract(store))
    describe('the shares of tests without an account', () => shareContract(store))
    describe('events', () => eventContract(store))
    describe('history', () => historyContract(store))
    describe('weekly digests', () => digestContract(store))
    describe('how the instance is', () => sicknessContract(store))
    describe('mail to the operator', () => roleMailContract(store))
    describe('mail to reports addresses', () => reportMailContract(store))
    describe('report files', () => reportFileContract(store))
    describe('complaints', () => complaintContract(store))
    describe('TLS reports', () => tlsReportContract(store))
    describe('the mail log', () => mailLogContract(store))
    describe('keeping DMARC reports', () => dmarcWriteContract(store))
    describe('histories of DMARC reports', () => dmarcHistoryContract(store))
    describe('what DMARC reports say', () => dmarcReadContract(store))
    describe('who sends, by DMARC reports', () => dmarcFactContract(store))
    describe('the watch over reports', () => watchContract(store))
    describe('marks of sources', () => sourceMarkContract(store))
    describe('monitors', () => monitorContract(store))
    describe('watched time', () => watchedTimeContract(store))
    describe('sealed secrets', () => sealedContract(store))
    describe('destinations', () => destinationContract(store))
    describe('deliveries', () => deliveryContract(store))
    describe('turns of destinations', () => deliveryTurnContract(store))
    describe('people', () => peopleContract(store))
    describe('how people sign in', () => factorContract(store))
    describe('people of accounts', () => membershipContract(store))
    describe('sessions, links and the log', () => sessionContract(store))
    describe('writes of people that come at once', () => neighbourContract(store))
    describe('writes that come at once', () => batchContract(store))
    describe('tests that are found', () => foundContract(store))
    describe('tests of people', () => ownedContract(store))
    describe('texts of people', () => peopleTextContract(store))
    describe('texts of mail', () => mailTextContract(store))
    describe('texts of DMARC reports', () => dmarcTextContract(store))
    describe('texts of reports', () => reportTextContract(store))
  })
}
