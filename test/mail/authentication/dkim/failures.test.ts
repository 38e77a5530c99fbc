import { expect, test } from 'bun:test'
import { explainFailure } from '../../../../src/mail/authentication/dkim/failures.ts'

test.each([undefined, '', 'a reason of a later verifier'])(
  'a reason without words of its own is no other: %p',
  (reason) => {
    expect(explainFailure(reason)).toMatchObject({ code: 'dkim-unverifiable' })
  },
)
