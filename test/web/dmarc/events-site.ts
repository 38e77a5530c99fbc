import { granted, refused } from '../../../src/core/refusal.ts'
import type { LastingEvent, WatchTelling } from '../../../src/services/answers/watching/telling.ts'
import type { ToldEvent } from '../../../src/store/dmarc/watching.ts'
import { NOW } from '../fake-mail-tests.ts'
import { dmarcSite } from './dmarc-site.ts'

export const EVENTS_PATH = '/domains/dom-example.org/dmarc/events'

/** A source that got worse, and lasts. */
export const regressed = (name = 'Mailer'): LastingEvent => ({
  domainId: 'dom-example.org',
  since: new Date(NOW.getTime() - 3 * 86_400_000),
  silent: false,
  event: {
    type: 'dmarc.source_regressed',
    payload: {
      domain: 'example.org',
      source: 'sender:mailer',
      name,
      before: 0.991,
      rate: 0.12,
      messages: 300,
    },
  },
})

/** A policy that changed so many days ago. */
export const changed = (n = 0): ToldEvent => ({
  domainId: 'dom-example.org',
  at: new Date(NOW.getTime() - n * 86_400_000),
  event: {
    type: 'dmarc.policy_changed',
    subject: 'dom-example.org',
    payload: { domain: 'example.org', before: 'p=none', after: 'p=quarantine', day: '2026-11-17' },
  },
})

/** The site with what is told of one domain. */
export function eventsSite(lasting: LastingEvent[], told: ToldEvent[]) {
  const asked: unknown[] = []
  const watch: WatchTelling = {
    ofAccount: async () => ({ lasting, lately: told }),
    async ofDomain(_actor, id, limit) {
      asked.push([id, limit])
      return id === 'dom-example.org'
        ? granted({ domain: 'example.org', lasting, told: told.slice(0, limit) })
        : refused({ kind: 'not_found', what: 'domain' })
    },
  }
  return { ...dmarcSite({}, {}, { watch }), asked }
}
