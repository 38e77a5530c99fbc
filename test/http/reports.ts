import type { Check } from '../../src/core/check.ts'

/** A report with a check that quotes the message. */
export const REPORT: { score: number; checks: Check[] } = {
  score: 9,
  checks: [
    {
      name: 'headers',
      status: 'failed',
      score: -1,
      detail: {
        summary: 'There are two From fields.',
        advice: 'Send one From field.',
        findings: 'several-from',
      },
      quotes: { second_from: 'the words of the message' },
    },
    {
      name: 'dkim',
      status: 'passed',
      score: 0,
      detail: { summary: 'One signature is valid.', valid_domains: 'example.org' },
    },
  ],
}

export const CLEAN: { score: number; checks: Check[] } = {
  score: 10,
  checks: [{ name: 'dkim', status: 'passed', score: 0, detail: { summary: 'One signature is valid.' } }],
}
