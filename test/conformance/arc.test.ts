import { describe, expect, test } from 'bun:test'
import { validateArc } from '../../src/mail/authentication/arc/verify.ts'
import { readSignatures } from '../../src/mail/authentication/dkim/verify.ts'
import { mailauthResolver } from '../../src/mail/authentication/verify/mailauth-resolver.ts'
import { transmittedForm } from '../../src/mail/authentication/verify/transmitted-form.ts'
import { zone } from '../support/zone.ts'
import { suite, suitesAbsent } from './suites.ts'

interface ArcScenario {
  description: string
  tests: Record<string, { message: string; cv: string }>
  'txt-records': Record<string, string>
}

const SCENARIOS = suite<ArcScenario[]>('arc/arc-draft-validation-tests.json', [])

/** Cases where the suite contradicts the RFC, each with its reason. */
const IGNORED: Record<string, string> = {
  // RFC 8617 4.1.2 takes c= from DKIM, where its default is simple/simple (RFC 6376 3.5); the suite, written for a draft,
  // wants relaxed/relaxed.
  ams_fields_c_na: 'default canonicalization of a message signature without c=',
  // RFC 8617 4.1.2 gives h= the meaning it has in DKIM, where From MUST be signed (RFC 6376 5.4) and the list MUST NOT be
  // empty (3.5); the suite wants a signature that signs no field at all to pass.
  ams_fields_h_empty: 'a message signature with an empty h=',
}

/** The suite writes '' where the newest seal itself says cv=fail: RFC 8617 5.2 step 2 makes that `fail`. */
function expected(cv: string): string {
  return cv === '' ? 'fail' : cv.toLowerCase()
}

describe.skipIf(suitesAbsent)('ARC: the validation suite', () => {
  test('at most two cases are ignored', () => {
    expect(Object.keys(IGNORED).length).toBeLessThanOrEqual(2)
  })

  for (const { description, tests, 'txt-records': records } of SCENARIOS) {
    const literal = Object.fromEntries(Object.entries(records).map(([name, text]) => [name, { TXT: [text] }]))
    for (const [name, { message, cv }] of Object.entries(tests)) {
      test.skipIf(name in IGNORED)(`${description}: ${name}`, async () => {
        const keys = mailauthResolver(zone(literal), 'ENOTFOUND')
        const reading = await readSignatures(
          transmittedForm(Buffer.from(message)).bytes,
          keys,
          new Date('2018-01-01T00:00:00Z'),
        )
        const outcome = await validateArc(reading.verifier, keys)
        expect(outcome.result).toBe(expected(cv) as typeof outcome.result)
      })
    }
  }
})
