import type { WatchedEvent } from '../../core/event.ts'
import { withQuery } from '../pages/dmarc/asked.ts'
import type { Site } from '../site.ts'

type About = Pick<WatchedEvent, 'type' | 'payload'>

export const EVENT_TITLES: Readonly<Record<WatchedEvent['type'], string>> = {
  'dmarc.source_new': 'New source',
  'dmarc.source_regressed': 'A source got worse',
  'dmarc.rate_low': 'Less mail passes',
  'dmarc.reports_missing': 'No reports come',
  'dmarc.policy_changed': 'Policy changed',
  'tls.failures': 'TLS failures',
  'complaints.rate_high': 'Many complaints',
}

/** Where to look at what an event is about. */
export function placeOfEvent({ href }: Pick<Site, 'href'>, domainId: string, event: About): string {
  switch (event.type) {
    case 'dmarc.source_new':
    case 'dmarc.source_regressed': {
      const key = 'source' in event.payload ? event.payload.source : ''
      return withQuery(href.domainDmarcSource(domainId), { key })
    }
    case 'dmarc.rate_low':
      return href.domainDmarcSources(domainId)
    case 'dmarc.reports_missing':
      return `${href.domain(domainId)}#dmarc-reports`
    case 'dmarc.policy_changed':
      return href.domainDmarcPolicy(domainId)
    case 'tls.failures':
      return href.domainTls(domainId)
    case 'complaints.rate_high':
      return href.domainComplaints(domainId)
  }
}
