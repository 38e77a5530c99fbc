import type { WatchedRecord } from '../../core/watching/records.ts'

/** As many values as so many letters hold, the last of them cut; and how many are left out. */
export function withinLetters<T>(
  values: readonly T[],
  letters: number,
  lengthOf: (value: T) => number,
): { shown: { value: T; letters: number }[]; more: number } {
  const shown: { value: T; letters: number }[] = []
  let left = letters
  for (const value of values) {
    if (left <= 0) break
    shown.push({ value, letters: left })
    left -= lengthOf(value)
  }
  return { shown, more: values.length - shown.length }
}

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
