import { expect, test } from 'bun:test'
import { type Check, detailOf, fixesOf, fromRendered } from '../../../src/core/check.ts'
import { reportForToken } from '../../../src/services/withholding/shown-words.ts'
import { check, finding, RULES, report } from '../../support/builders.ts'

const WITHHELD = { kind: 'sign_in_link', reason: 'It holds a link.' } as const
const SECRET = /k3j9qz|k7739204/

const shownOf = (one: Check) =>
  reportForToken(report({ withheld: WITHHELD, checks: [one] }), RULES).checks.find(
    ({ name }) => name === one.name,
  ) ?? check('?')

const summary =
  'HELO app-k3j9qz is no whole name. The port is 8080, and app is a word. TLS_AES_256_GCM_SHA384.'
const HELO = check('helo', {
  status: 'failed',
  score: -1,
  summary,
  findings: [
    finding('helo-short', { cost: 1, says: 'The name is k7739204.', advice: 'Name k7739204 in full.' }),
  ],
  evidence: { helo: 'app-k3j9qz', sites: 'k7739204, example.com' },
})

test.each<[string, Check]>([
  ['as data', HELO],
  ['as strings', fromRendered({ ...HELO, detail: detailOf(HELO) })],
])(
  'a name of a single label that may hold the secret is told nowhere, and ordinary words stay: %s',
  (_form, one) => {
    const shown = shownOf(one)
    expect(JSON.stringify(shown)).not.toMatch(SECRET)
    expect(shown.summary).toBe(
      'HELO a name that is not shown is no whole name. The port is 8080, and app is a word. TLS_AES_256_GCM_SHA384.',
    )
    expect(detailOf(shown)).toMatchObject({
      summary: shown.summary,
      findings: 'helo-short',
      reference: 'RFC 5322',
    })
  },
)

test('a record set whose names are shortened can no longer be published either', () => {
  const set = { type: 'TXT', before: [], after: ['"v=spf1 -all"'] } as const
  const shown = shownOf({
    ...HELO,
    recordSets: [
      { ...set, name: 'k7739204.example.org', before: [], after: [...set.after] },
      { ...set, name: 'example.org', before: ['"app-k3j9qz"'], after: [...set.after] },
      { ...set, name: 'example.org', before: [], after: [...set.after] },
    ],
  })
  expect(shown.recordSets).toEqual([{ ...set, name: 'example.org', before: [], after: [...set.after] }])
  expect(detailOf(shown)).toMatchObject({
    records_before: 'example.org TXT',
    records_after: 'example.org TXT "v=spf1 -all"',
  })
})

test('a change whose names are shortened can no longer be made: it is left out, the others stay', () => {
  const shown = shownOf({
    ...HELO,
    gain: 1,
    findings: [
      finding('helo-short', {
        cost: 1,
        changes: [
          { kind: 'smtp', helo: 'mail.example.org' },
          { kind: 'dns', name: 'k7739204.example.org', type: 'A', records: ['192.0.2.10'] },
        ],
      }),
    ],
  })
  expect(JSON.stringify(shown)).not.toMatch(SECRET)
  expect(fixesOf(shown)).toEqual([
    { code: 'helo-short', changes: [{ kind: 'smtp', helo: 'mail.example.org' }] },
  ])
  expect(detailOf(shown)['gain']).toBe('1')
})

test('what quotes the message is for its owner', () => {
  expect(shownOf({ ...HELO, quotes: { said: 'its own words' } })).not.toHaveProperty('quotes')
})
