import type { Store } from '../../store/store.ts'
import type { Meters } from './meters.ts'

/** The store, with what is written to it counted. */
export function countedStore(
  store: Store,
  meters: Pick<Meters, 'analysis' | 'monitors' | 'reports' | 'upkeep'>,
): Store {
  const { analysis, reports, upkeep } = meters
  const { messages, monitors, reportMail, mailTests, sessions, watching } = store
  return {
    ...store,
    mailTests: {
      ...mailTests,
      async allocate(request) {
        const made = await mailTests.allocate(request)
        if (made === 'allocated') upkeep.testMade(request.test.accountId)
        return made
      },
    },
    monitors: {
      ...monitors,
      async accept(accepted) {
        const answer = await monitors.accept(accepted)
        // Monitors are of accounts.
        if (answer === 'stored') for (const { monitorId } of accepted) upkeep.testMade(monitorId)
        return answer
      },
      async settle(id, version, look, told) {
        const settled = await monitors.settle(id, version, look, told)
        if (settled === 'settled') meters.monitors.told(told)
        return settled
      },
    },
    messages: {
      ...messages,
      async finish(claim, outcome) {
        const kept = await messages.finish(claim, outcome)
        if (kept !== 'finished') return kept
        analysis.stored(outcome.status)
        if (outcome.status === 'scored')
          analysis.scored('packed' in outcome ? outcome.packed.score : outcome.report.score)
        return kept
      },
      async giveBack(claim, how) {
        const given = await messages.giveBack(claim, how)
        if (given === 'given_back' && how.lostTry) analysis.stored('postponed')
        return given
      },
    },
    reportMail: {
      ...reportMail,
      async finish(claim, result, bounds) {
        const kept = await reportMail.finish(claim, result, bounds)
        if (kept === 'finished') reports.settled(result.files, 'mail')
        return kept
      },
      async imported(of, files, bounds) {
        await reportMail.imported(of, files, bounds)
        reports.settled(
          files.map(({ file }) => file),
          'import',
        )
      },
    },
    watching: {
      ...watching,
      async settle(domainId, version, look, told) {
        const settled = await watching.settle(domainId, version, look, told)
        if (settled === 'settled') reports.told(told)
        return settled
      },
    },
    sessions: {
      ...sessions,
      async begin(...of) {
        const begun = await sessions.begin(...of)
        if (begun === 'begun') upkeep.sessionBegun()
        return begun
      },
    },
  }
}
