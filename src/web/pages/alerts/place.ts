import type { EventType } from '../../../core/event.ts'
import { ALERT_LINKS, type AlertLinks } from '../../links/alerts.ts'

/** Where the pages stand, and whose destinations they are. */
export interface AlertPlace {
  area: 'settings' | 'admin'
  links: AlertLinks
  /** What can be told there, in groups. */
  events: readonly { title: string; types: readonly EventType[] }[]
}

export const ACCOUNT_ALERTS: AlertPlace = {
  area: 'settings',
  links: ALERT_LINKS.alerts,
  events: [
    { title: 'Monitors', types: ['monitor.alert', 'monitor.recovered'] },
    { title: 'Domains', types: ['domain.record_changed', 'domain.verified', 'domain.unverified'] },
    {
      title: 'What receivers report',
      types: [
        'dmarc.source_new',
        'dmarc.source_regressed',
        'dmarc.rate_low',
        'dmarc.reports_missing',
        'dmarc.policy_changed',
        'tls.failures',
        'complaints.rate_high',
        'dmarc.report_received',
      ],
    },
    { title: 'Tests', types: ['test.scored', 'test.failed'] },
    { title: 'The account', types: ['digest.weekly', 'webhook.disabled'] },
  ],
}

export const INSTANCE_ALERTS: AlertPlace = {
  area: 'admin',
  links: ALERT_LINKS.adminAlerts,
  events: [{ title: 'This instance', types: ['instance.trouble', 'instance.recovered', 'webhook.disabled'] }],
}
