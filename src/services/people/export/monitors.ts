import { addressOf } from '../../../core/mail-test.ts'
import type { Monitor } from '../../../core/watching/monitor.ts'
import type { Store } from '../../../store/store.ts'
import { MOST_SCORES, MOST_TOLD_ALERTS } from '../../../store/watching/monitors.ts'

/** What an account watches, one after the other, with what is kept of each. */
export async function* monitorFacts(
  { store, mailDomain }: { store: Pick<Store, 'monitors'>; mailDomain: string },
  accountId: string,
) {
  for (const monitor of await store.monitors.list(accountId)) {
    const { id } = monitor
    const [alerts, scores] = await Promise.all([
      store.monitors.told(id, MOST_TOLD_ALERTS),
      store.monitors.scores(id, new Date(0), MOST_SCORES),
    ])
    yield {
      id,
      ...settingsOf(monitor, mailDomain),
      alerts: alerts.map(({ at, event: { type, payload } }) => ({ at, type, ...payload })),
      scores,
    }
  }
}

function settingsOf(monitor: Monitor, mailDomain: string): object {
  const { name, subject, expectations, windows, createdAt, paused, badge, standing } = monitor
  const { interval, leastScore, mostDrop, mustPass, blocklists, records } = expectations
  return {
    name,
    ...(subject.kind === 'mail'
      ? { kind: 'mail', address: addressOf(subject, mailDomain) }
      : { kind: 'domain', domain: subject.domain }),
    created_at: createdAt,
    interval: interval && { every_minutes: interval.everyMinutes, grace_minutes: interval.graceMinutes },
    least_score: leastScore,
    most_drop: mostDrop,
    must_pass: mustPass,
    blocklists,
    records,
    windows,
    paused,
    badge: badge !== undefined,
    state: standing.state,
    state_since: standing.since,
    reasons: standing.reasons,
  }
}
