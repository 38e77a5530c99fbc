import { granted, refused } from '../../../src/core/refusal.ts'
import type { RecordVersion } from '../../../src/core/watching/records.ts'
import { type RecordTelling, recordsOf } from '../../../src/services/monitors/looking/records-view.ts'
import { NOW } from '../fake-mail-tests.ts'
import { HOSTILE } from './fake-domains.ts'

const HOUR = 3_600_000
export const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * HOUR)

/** What a place said from so many hours ago until so many; 0 is now. */
export const version = (
  values: string[],
  from: number,
  to: number,
  changes: Partial<RecordVersion> = {},
): RecordVersion => ({
  record: 'dmarc',
  name: '_dmarc.example.org',
  values,
  firstSeenAt: hoursAgo(from),
  lastSeenAt: hoursAgo(to),
  current: to === 0,
  ...changes,
})

const KEY = `v=DKIM1; k=rsa; p=${'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A'.repeat(12)}`

/** A domain of which several things changed, newest first. */
export const CHANGED: RecordVersion[] = [
  version(['v=DMARC1; p=reject; rua=mailto:a@example.org'], 3, 0),
  version(['v=DMARC1; p=none; rua=mailto:a@example.org'], 900, 4),
  version([`CNAME s1.esp.example`, KEY], 40, 0, { record: 'dkim', name: 's1._domainkey.example.org' }),
  version([], 90, 41, { record: 'dkim', name: 's1._domainkey.example.org' }),
  version(['10 a.example.org', '20 b.example.org'], 900, 0, { record: 'mx', name: 'example.org' }),
  version(['v=spf1 mx include:_spf.example.net -all'], 30, 0, { record: 'spf', name: 'example.org' }),
  version(['v=spf1 mx -all'], 900, 31, { record: 'spf', name: 'example.org' }),
  version(['version: STSv1\nmode: enforce\nmx: a.example.org\nmax_age: 86400\n'], 900, 100, {
    record: 'sts_policy',
    name: 'mta-sts.example.org',
    current: true,
  }),
]

/** What somebody hostile publishes, anew each hour. */
export const HOSTILE_RECORDS: RecordVersion[] = Array.from({ length: 60 }, (_, at) =>
  version(
    Array.from({ length: 50 }, (_one, no) => `${HOSTILE}${at}${no}${'x'.repeat(3_000)}`),
    at + 1,
    at,
    { current: at === 0 },
  ),
)

/** What records said, by the ids of domains in memory. */
export function fakeRecords(
  versions: Readonly<Record<string, readonly RecordVersion[] | 'no look'>>,
): RecordTelling {
  return {
    async ofDomain(_actor, id) {
      const kept = versions[id]
      if (!kept) return refused({ kind: 'not_found', what: 'domain' })
      if (kept === 'no look') return granted({ domain: id, places: [], changes: [] })
      const current = kept.filter((one) => one.current)
      return granted({ domain: id, lookedAt: NOW, ...recordsOf(current, kept, NOW) })
    },
  }
}
