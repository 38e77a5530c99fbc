import { describe, expect, test } from 'bun:test'
import { authenticate } from '../../src/mail/authentication/authenticate.ts'
import { envelope } from '../support/envelope.ts'
import { zone } from '../support/zone.ts'
import { suite, suiteFile, suitesAbsent } from './suites.ts'

type Zone = Record<string, { TXT: string[][] }>

interface DkimSuite {
  zone: Zone
  cases: { id: string; file: string; zone?: Zone; expect: string; now?: string }[]
}

const SUITES = ['go-msgauth', 'stalwart'] as const

describe.skipIf(suitesAbsent)('DKIM: suites of other implementations', () => {
  for (const name of SUITES) {
    const { zone: shared, cases } = suite<DkimSuite>(`dkim/${name}/cases.json`, { zone: {}, cases: [] })
    for (const { id, file, zone: own, expect: wanted, now } of cases) {
      test(`${name}: ${id}`, async () => {
        const resolver = zone(own ?? shared)
        const outcome = await authenticate({
          raw: suiteFile(`dkim/${file}`),
          envelope: envelope(),
          dns: { spf: resolver, dkim: resolver, dmarc: resolver },
          now: new Date(now ?? '2026-11-20T12:00:00Z'),
          hostname: 'receiver.example',
        })
        const results = outcome.dkim.map((signature) => signature.result)
        if (wanted === 'none') expect(results).toEqual([])
        else expect(results).toContain(wanted as (typeof results)[number])
      })
    }
  }
})
