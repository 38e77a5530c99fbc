import type { WatchedRecord } from '../../core/watching/records.ts'

/** What people call what is watched. */
export const RECORD_TITLES: Readonly<Record<WatchedRecord, string>> = {
  spf: 'SPF',
  dkim: 'DKIM key',
  dmarc: 'DMARC',
  mx: 'Mail hosts (MX)',
  mta_sts: 'MTA-STS',
  sts_policy: 'MTA-STS policy file',
  tls_rpt: 'TLS reports (TLS-RPT)',
  bimi: 'Logo (BIMI)',
}
