import { describe, expect, test } from 'bun:test'
import { ruleEvidence } from '../../../../src/mail/content/scanners/evidence.ts'
import { notAsked, unaskedWords } from '../../../../src/mail/content/scanners/not-asked.ts'
import { weigh } from '../../../../src/mail/content/scanners/weigh.ts'

const rule = (name: string, points = 0, description = 'What it is', notes: string[] = []) => ({
  name,
  points,
  description,
  notes,
})

const TOO_MANY =
  '[Excessive Number of Queries | <https://knowledge.validity.com/hc/en-us/articles/20961730681243>]'

describe('lists that a scanner was refused by', () => {
  test.each([
    ['URIBL_BLOCKED', 'URIBL'],
    ['SURBL_BLOCKED', 'SURBL'],
    ['T_SURBL_BLOCKED', 'SURBL'],
    ['URIBL_DBL_BLOCKED', 'Spamhaus'],
    ['URIBL_DBL_BLOCKED_OPENDNS', 'Spamhaus'],
    ['URIBL_ZEN_BLOCKED', 'Spamhaus'],
    ['RCVD_IN_ZEN_BLOCKED_OPENDNS', 'Spamhaus'],
    ['URIBL_DBL_ERROR', 'Spamhaus'],
    ['RCVD_IN_DNSWL_BLOCKED', 'DNSWL'],
    ['RCVD_IN_VALIDITY_CERTIFIED_BLOCKED', 'Validity'],
    ['RCVD_IN_VALIDITY_RPBL_BLOCKED', 'Validity'],
    ['RCVD_IN_VALIDITY_SAFE_BLOCKED', 'Validity'],
    ['DKIMWL_BLOCKED', 'DKIMWL'],
    ['FROM_FMBLA_NDBLOCKED', 'fmb.la'],
    ['RBL_SPAMHAUS_BLOCKED', 'Spamhaus'],
    ['RBL_SPAMHAUS_BLOCKED_OPENRESOLVER', 'Spamhaus'],
    ['RECEIVED_SPAMHAUS_BLOCKED_OPENRESOLVER', 'Spamhaus'],
    ['DBL_BLOCKED', 'Spamhaus'],
    ['DBL_BLOCKED_OPENRESOLVER', 'Spamhaus'],
    ['DBL_PROHIBIT', 'Spamhaus'],
    ['DNSWL_BLOCKED', 'DNSWL'],
    ['DWL_DNSWL_BLOCKED', 'DNSWL'],
    ['RBL_SPAMHAUS_FAIL', 'Spamhaus'],
    ['SURBL_MULTI_FAIL', 'SURBL'],
  ])('%s', (name, list) => {
    expect(notAsked([rule(name)])).toMatchObject([{ list }])
    expect(weigh(1, [rule(name, 1)]).counted).toBe(0)
  })

  test.each([
    'LOCAL_SENDER_BLOCKED',
    'BLOCKED_ATTACHMENT',
    'R_SPF_FAIL',
    'DKIM_FAIL',
    'URIBL_BLACK',
    'RCVD_IN_PBL',
    'RBL_SPAMHAUS_PBL',
    'FUZZY_UNKNOWN',
    '__CRBOUNCE_BLOCKED',
  ])('%s is none', (name) => {
    expect(notAsked([rule(name)])).toEqual([])
  })

  test('a rule of any name that says so', () => {
    const says = 'ADMINISTRATOR NOTICE: The query to lists.example was blocked. See http://wiki.example/'
    expect(weigh(1, [rule('NEW_LIST_X', 1, says)])).toMatchObject({ counted: 0, unasked: [{ list: '' }] })
    expect(notAsked([rule('CONTENT', 2, 'Says that your query was blocked')])).toEqual([])
  })
})

describe('Validity', () => {
  const CERTIFIED = rule('RCVD_IN_VALIDITY_CERTIFIED', -3)
  const SAFE = rule('RCVD_IN_VALIDITY_SAFE', -2)
  const LISTED = rule('RCVD_IN_VALIDITY_RPBL', 1.3)

  test.each([
    ['vouches and lists at once', [SAFE, LISTED], 2],
    ['all three at once', [CERTIFIED, SAFE, LISTED], 3],
    ['by the names of before', [rule('RCVD_IN_RP_SAFE', -2), rule('RCVD_IN_RP_RNBL', 1.3)], 2],
    ['says that there were too many', [rule('RCVD_IN_VALIDITY_SAFE', -2, 'x', [TOO_MANY])], 1],
    ['vouches twice', [CERTIFIED, SAFE], 0],
    ['lists', [LISTED], 0],
  ])('%s', (_, rules, unasked) => {
    expect(notAsked(rules)).toHaveLength(unasked)
    expect(weigh(5, [...rules, rule('OWN', 5)]).own.map(({ name }) => name)).toEqual(['OWN'])
  })
})

test('they are told apart from what is judged elsewhere', () => {
  const rules = [rule('URIBL_BLOCKED'), rule('SURBL_BLOCKED', 0.5), rule('RDNS_NONE', 1), rule('OWN', 2)]
  const weighed = weigh(3.5, rules)
  expect(weighed.counted).toBe(2)
  expect(ruleEvidence(weighed)).toEqual({
    OWN: '+2 What it is',
    not_counted: 'reverse-dns and helo: RDNS_NONE +1',
    not_asked: 'URIBL: URIBL_BLOCKED 0; SURBL: SURBL_BLOCKED +0.5',
  })
  expect(unaskedWords(weighed.unasked)).toBe(
    ' URIBL and SURBL gave it no answer: not asked, and not counted.',
  )
  expect(unaskedWords([])).toBe('')
})

test('that a domain is new is no verdict on the message', () => {
  expect(weigh(1.5, [rule('FROM_FMBLA_NEWDOM', 1.5)]).counted).toBe(0)
})

test('five thousand rules with words that nearly say so', () => {
  const says = `query to ${'x'.repeat(180)}`
  expect(notAsked(Array.from({ length: 5_000 }, (_, at) => rule(`R${at}`, 0, says)))).toEqual([])
})
