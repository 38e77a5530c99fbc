import type { SenderDomain } from '../../core/sender-domain.ts'
import type { DmarcQuery, DmarcWindow } from './query.ts'

/** The bodies of the DMARC routes for a domain about which no report was received. */

interface WindowBody {
  from: string
  to: string
  days: number
  /** False while reports about the last days of the window may still arrive. */
  settled: boolean
}

function windowBody({ days, settled }: DmarcWindow): WindowBody {
  return { from: days[0] ?? '', to: days.at(-1) ?? '', days: days.length, settled }
}

const NO_TOTALS = {
  reports: 0,
  reporters: 0,
  sources: 0,
  messages: 0,
  dmarc_pass: 0,
  dmarc_fail: 0,
  dkim_aligned: 0,
  spf_aligned: 0,
  dkim_authenticated: 0,
  spf_authenticated: 0,
} as const
/** A rate of no messages is none: null, not 0. */
const NO_RATES = { dmarc_pass: null, dkim_aligned: null, spf_aligned: null } as const
const NO_DISPOSITIONS = { none: 0, pass: 0, quarantine: 0, reject: 0 } as const
const NO_OVERRIDES = {
  forwarded: 0,
  mailing_list: 0,
  trusted_forwarder: 0,
  local_policy: 0,
  sampled_out: 0,
  policy_test_mode: 0,
  other: 0,
} as const

export function summaryBody({ window }: DmarcQuery, { domain }: SenderDomain) {
  return {
    domain,
    window: windowBody(window),
    totals: NO_TOTALS,
    rates: NO_RATES,
    dispositions: NO_DISPOSITIONS,
    overrides: NO_OVERRIDES,
    reports_unauthenticated: 0,
    reports_long_range: 0,
    daily: window.days.map((date) => ({
      date,
      reports: 0,
      messages: 0,
      dmarc_pass: 0,
      dmarc_fail: 0,
      dmarc_pass_rate: null,
    })),
  }
}

export function reportsBody({ window, page }: DmarcQuery) {
  return { window: windowBody(window), total: 0, ...page, reports: [] }
}

export function sourcesBody({ window, page, chosen }: DmarcQuery) {
  const { group_by = 'ip' } = chosen
  return { window: windowBody(window), group_by, total: 0, ...page, sources: [] }
}
