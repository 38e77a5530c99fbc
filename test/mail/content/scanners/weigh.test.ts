import { describe, expect, test } from 'bun:test'
import { ruleEvidence, ruleQuotes } from '../../../../src/mail/content/scanners/evidence.ts'
import { notCounted } from '../../../../src/mail/content/scanners/not-counted.ts'
import { spamCost, weigh } from '../../../../src/mail/content/scanners/weigh.ts'

const rule = (name: string, points: number, notes: string[] = []) => ({
  name,
  points,
  description: 'What it is',
  notes,
})

describe('what a scanner counts', () => {
  test.each([
    ...[
      'SPF_PASS',
      'T_SPF_TEMPERROR',
      'R_SPF_FAIL',
      'USER_IN_DEF_DKIM_WL',
      'DKIM_ADSP_ALL',
      'DMARC_NONE',
      'ARC_NA',
    ],
    ...[
      'RCVD_IN_PBL',
      'URIBL_DBL_SPAM',
      'RBL_SPAMHAUS_PBL',
      'RWL_MAILSPIKE_GOOD',
      'DBL_PHISH',
      'DNS_FROM_AHBL_RHSBL',
    ],
    ...['RDNS_NONE', 'KHOP_HELO_FCRDNS', 'HELO_DYNAMIC_IPADDR', 'HFILTER_HELO_IP_A', 'NO_RDNS_DOTCOM_HELO'],
    ...[
      'DATE_IN_PAST',
      'DATE_IN_FUTURE_24_48',
      'MISSING_DATE',
      'MISSING_MID',
      'INVALID_MSGID',
      'INVALID_FROM_8BIT',
    ],
    ...[
      'MIME_HTML_ONLY',
      'HTML_IMAGE_ONLY_04',
      'SUBJ_ALL_CAPS',
      'ALL_TRUSTED',
      'FORGED_RECIPIENTS',
      'AWL',
      'TXREP',
    ],
    ...['FORGED_SENDER', 'EMPTY_MESSAGE', 'SUBJ_ILLEGAL_CHARS', 'TVD_SPACE_RATIO_MINFP'],
  ])('%s does not count', (name) => {
    expect(notCounted(name)).toBeString()
  })

  test.each([
    ...[
      'HTML_MESSAGE',
      'BAYES_99',
      'GTUBE',
      'LOTS_OF_MONEY',
      'DEAR_FRIEND',
      'R_MIXED_CHARSET',
      'FREEMAIL_FORGED_REPLYTO',
    ],
    ...[
      'MIME_GOOD',
      'SUBJECT_ENDS_QUESTION',
      'MISSING_MIMEOLE',
      'UPDATE_YOUR_ACCOUNT',
      'PHISHING',
      'RAZOR2_CHECK',
    ],
    ...['URI_HEX', 'SEARCH_ENGINE', 'HTML_SHORT_CENTER', 'MIME_BAD_EXTENSION', ''],
  ])('%s is the scanner’s own', (name) => {
    expect(notCounted(name)).toBeUndefined()
  })

  test('rules of other checks count neither against the sender nor for it', () => {
    const weighed = weigh(4.9, [rule('DEAR_FRIEND', 2.6), rule('RDNS_NONE', 3.3), rule('DKIM_VALID', -1)])
    expect(weighed.counted).toBe(2.6)
    expect(weighed.own.map(({ name }) => name)).toEqual(['DEAR_FRIEND'])
    expect(ruleEvidence(weighed)).toEqual({
      DEAR_FRIEND: '+2.6 What it is',
      not_counted: 'reverse-dns and helo: RDNS_NONE +3.3; spf, dkim, dmarc and arc: DKIM_VALID -1',
    })
  })

  test('what rules saw of the message is quoted, never told', () => {
    const weighed = weigh(1, [rule('A', 1, ['secret']), rule('B', 0, ['secret'])])
    expect(JSON.stringify(ruleEvidence(weighed))).not.toContain('secret')
    expect(ruleQuotes(weighed)).toEqual({ A: 'secret' })
  })

  test('forty rules are shown, the heaviest, and the rest is counted', () => {
    const evidence = ruleEvidence(
      weigh(
        100,
        Array.from({ length: 100 }, (_, at) => rule(`R${at}`, at / 10)),
      ),
    )
    expect(Object.keys(evidence)).toHaveLength(41)
    expect(evidence).toMatchObject({ R99: '+9.9 What it is', further_rules: '60' })
    expect(evidence).not.toHaveProperty('R1')
  })

  test('no rule can take the place of the report’s own keys', () => {
    expect(ruleEvidence(weigh(1, [rule('summary', 1)]))).toEqual({ 'rule summary': '+1 What it is' })
  })
})

test.each([
  ['far below', -3, 5, 10, 0],
  ['one point', 1, 5, 10, 0],
  ['just above', 1.1, 5, 10, 0.01],
  ['half way', 3, 5, 10, 0.25],
  ['just below the threshold', 4.99, 5, 10, 0.5],
  ['the threshold', 5, 5, 10, 0.5],
  ['past it', 7.5, 5, 10, 0.75],
  ['twice', 10, 5, 10, 1],
  ['a thousand', 1000, 5, 10, 1],
  ['a low threshold gives less for nothing', 1, 2, 4, 0.19],
  ['Rspamd between its marks', 10.5, 6, 15, 0.75],
])('what it costs: %s', (_name, counted, spamAt, surelyAt, cost) => {
  expect(spamCost(counted, spamAt, surelyAt)).toBe(cost)
})
