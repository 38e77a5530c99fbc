import { expect, test } from 'bun:test'
import { reportForToken } from '../../../src/services/withholding/shown-words.ts'
import { RULES, report } from '../../support/builders.ts'

const WITHHELD = { kind: 'sign_in_link', reason: 'It holds a link.' } as const

test('a name of a single label that may hold the secret is told nowhere, and ordinary words stay', () => {
  const summary =
    'HELO app-k3j9qz is no whole name. The port is 8080, and app is a word. TLS_AES_256_GCM_SHA384.'
  const detail = {
    summary,
    helo: 'app-k3j9qz',
    sites: 'k7739204, example.com',
    advice: 'Name k7739204 in full.',
  }
  const shown = reportForToken(
    report({ withheld: WITHHELD, checks: [{ name: 'helo', status: 'failed', score: -1, detail }] }),
    RULES,
  )
  expect(JSON.stringify(shown)).not.toMatch(/k3j9qz|k7739204/)
  expect(shown.checks[0]?.detail['summary']).toBe(
    'HELO a name that is not shown is no whole name. The port is 8080, and app is a word. TLS_AES_256_GCM_SHA384.',
  )
})
