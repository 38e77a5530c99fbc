import type { Check } from '../../src/core/check.ts'
import { check, finding } from '../support/builders.ts'

/** A report with a check that quotes the message. */
export const REPORT: { score: number; checks: Check[] } = {
  score: 9,
  checks: [
    check('headers', {
      status: 'failed',
      score: -1,
      summary: 'There are two From fields.',
      findings: [finding('several-from', { cost: 1, advice: 'Send one From field.' })],
      quotes: { second_from: 'the words of the message' },
    }),
    check('dkim', { summary: 'One signature is valid.', evidence: { valid_domains: 'example.org' } }),
  ],
}

export const CLEAN: { score: number; checks: Check[] } = {
  score: 10,
  checks: [check('dkim', { summary: 'One signature is valid.' })],
}
