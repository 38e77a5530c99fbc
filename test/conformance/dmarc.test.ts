import { describe, expect, test } from 'bun:test'
import type { DkimSignature, DmarcOutcome, SpfOutcome } from '../../src/mail/authentication/authenticate.ts'
import { readSignatures } from '../../src/mail/authentication/dkim/verify.ts'
import { discoverDmarc } from '../../src/mail/authentication/dmarc/record.ts'
import { judgeDmarc } from '../../src/mail/authentication/dmarc/verify.ts'
import { mailauthResolver } from '../../src/mail/authentication/verify/mailauth-resolver.ts'
import { zone } from '../support/zone.ts'
import { suite, suitesAbsent } from './suites.ts'

interface DmarcCase {
  id: string
  from: string[]
  zone: Parameters<typeof zone>[0]
  want: {
    result?: string
    accept?: string[]
    policy?: string
    spfAligned?: boolean
    dkimAligned?: boolean
    orgDomain?: string
  }
  spf: Pick<SpfOutcome, 'result' | 'domain'> | null
  dkim: Pick<DkimSignature, 'result' | 'domain'>[]
}

const CASES = suite<DmarcCase[]>('dmarc/cases.json', [])

async function judge({ from, zone: literal, spf, dkim }: DmarcCase): Promise<DmarcOutcome> {
  const resolver = zone(literal)
  const message = Buffer.from(`${from.map((value) => `From: ${value}\r\n`).join('')}\r\n`)
  const { authors, fromFields } = await readSignatures(message, mailauthResolver(resolver), new Date())
  const signatures = dkim.map((one) => ({
    ...one,
    selector: 's',
    algorithm: 'rsa-sha256',
    signedHeaders: ['from'],
  }))
  const judged = await judgeDmarc({ authors, fromFields, dkim: signatures, resolver, ...(spf && { spf }) })
  return judged.outcome
}

describe.skipIf(suitesAbsent)('DMARC: cases of other implementations and of RFC 9989', () => {
  for (const one of CASES) {
    test(one.id, async () => {
      const outcome = await judge(one)
      const { result, accept, orgDomain, ...facts } = one.want
      expect(accept ?? [result]).toContain(outcome.result)
      expect(outcome).toMatchObject(facts)
      if (orgDomain) {
        expect((await discoverDmarc(outcome.domain ?? '', zone(one.zone))).organisation).toBe(orgDomain)
      }
    })
  }
})
