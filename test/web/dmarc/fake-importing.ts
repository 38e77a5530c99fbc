import { granted } from '../../../src/core/refusal.ts'
import type { ImportFile, Importing } from '../../../src/services/aggregates/importing.ts'

/** Takes every file for a report, but those whose names begin with "bad"; says what it was handed. */
export function fakeImporting() {
  const taken: ImportFile[] = []
  const begun: { trust: boolean }[] = []
  const ended: unknown[] = []
  const importing: Importing = {
    async begin(_actor, request) {
      begun.push(request)
      return granted({ importId: 'i', ...request })
    },
    async take(_actor, _request, file) {
      taken.push(file)
      return granted([
        file.name.startsWith('bad')
          ? { name: file.name, outcome: 'rejected', reason: 'domain_mismatch', domain: 'other.example' }
          : {
              name: file.name,
              outcome: 'stored',
              domain: 'example.org',
              reporter: '<b>Mallory</b>\u202e',
              records: 3,
              authentication: 'failed',
            },
      ])
    },
    async end(_actor, _request, sums) {
      ended.push(sums)
    },
  }
  return { importing, taken, begun, ended }
}
