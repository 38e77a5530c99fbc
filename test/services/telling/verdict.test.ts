import { describe, expect, test } from 'bun:test'
import { CHECK_WORDS } from '../../../src/analysis/telling/check-words.ts'
import { type Check, detailOf, fromRendered } from '../../../src/core/check.ts'
import { type MessageKind, scoreOf } from '../../../src/core/report.ts'
import { verdict } from '../../../src/services/telling/verdict.ts'
import { check as checkOf, finding } from '../../support/builders.ts'

const check = (name: string, score: number, codes = '', evidence: Record<string, string> = {}): Check =>
  checkOf(name, {
    status: score < 0 || codes !== '' ? 'failed' : 'passed',
    score,
    findings: codes === '' ? [] : codes.split(',').map((code) => finding(code)),
    evidence,
  })

const open = (name: string): Check => checkOf(name, { status: 'error' })
const unmet = (name: string, asks: string) => check(name, 0, 'unmet', { required_not_met: asks })
const failsDmarc = (score: number) => check('dmarc', score, 'dmarc-fail', { checked_domain: 'example.org' })

function say(checks: Check[], given: { undetermined?: number; kind?: MessageKind } = {}): string {
  const points = given.undetermined ?? 0
  const told = {
    score: scoreOf(checks),
    checks,
    undetermined: { checks: points > 0 ? 1 : 0, points },
    ...(given.kind && { kind: given.kind }),
  }
  const says = verdict(told, CHECK_WORDS)
  // A client of the API has the strings alone.
  const rendered = checks.map((one) => fromRendered({ ...one, detail: detailOf(one) }))
  expect(verdict({ ...told, checks: rendered }, CHECK_WORDS)).toBe(says)
  return says
}

describe('what receivers do comes first', () => {
  test.each<[string, Check[], string]>([
    [
      'reject',
      [failsDmarc(-6)],
      'Most receivers refuse this message: DMARC fails for example.org, whose policy asks them to reject it.',
    ],
    [
      'quarantine',
      [failsDmarc(-4)],
      'Most receivers send this message to spam: DMARC fails for example.org, whose policy asks for quarantine.',
    ],
    [
      'p=none',
      [failsDmarc(-1.5)],
      'Receivers cannot tell this message from a forged one: DMARC fails for example.org.',
    ],
    [
      'a heavy blocklist',
      [check('blocklist', -2.4, 'listed-spamhaus-zen')],
      'Many receivers refuse this message: the sending address is on a blocklist that they use.',
    ],
    [
      'a light one',
      [check('blocklist', -0.3, 'listed-blocklist-de')],
      'The sending address is on a blocklist that some receivers use.',
    ],
    [
      'a listed domain',
      [check('domain-blocklist', -1.6, 'listed-spamhaus-dbl')],
      'Many receivers refuse this message or send it to spam: a domain of the sender is on a blocklist.',
    ],
    [
      'a listed link',
      [check('link-blocklist', -1.6, 'listed-spamhaus-dbl')],
      'Many receivers refuse this message or send it to spam: a domain that it links to is on a blocklist.',
    ],
    [
      'no authentication',
      [check('spf', -1, 'spf-none'), check('dkim', -1, 'dkim-none')],
      'Gmail, Yahoo and others refuse this message or send it to spam: neither SPF nor DKIM passes.',
    ],
    [
      'a brand imitated by links',
      [check('links', -0.5, 'link-imitates-brand')],
      'Receivers may take this message for phishing: it imitates a well-known brand.',
    ],
    [
      'a brand imitated by the sender',
      [check('sender-identity', -0.5, 'name-imitates-brand')],
      'Receivers may take this message for phishing: it imitates a well-known brand.',
    ],
    [
      'a text over another target',
      [check('links', -0.5, 'link-text-differs')],
      'Receivers may take this message for phishing: the text of a link names another site than the one it leads to.',
    ],
    [
      'a file',
      [check('attachments', -1, 'file-blocked')],
      'Gmail refuses this message for a file that is attached to it.',
    ],
    [
      'what providers require',
      [
        check('reverse-dns', -1, 'ptr-none'),
        unmet('provider-gmail', 'A PTR record (none)\nTLS (none)'),
        unmet('provider-yahoo', 'Valid reverse DNS'),
      ],
      'Gmail and Yahoo may refuse this message. It does not meet what Gmail requires: A PTR record (none), and 1 more.',
    ],
    [
      'DKIM alone is missing',
      [check('dkim', -1, 'dkim-none')],
      'No valid DKIM signature vouches for this message: once it is forwarded, nothing does.',
    ],
    [
      'SPF alone fails',
      [check('spf', -1.5, 'spf-fail')],
      'SPF does not pass for this message: its DKIM signature alone vouches for it.',
    ],
    [
      'SPF fails and DKIM is open',
      [check('spf', -1.5, 'spf-fail'), open('dkim')],
      'SPF does not pass for this message.',
    ],
    [
      'no DMARC record',
      [check('dmarc', -1, 'dmarc-none')],
      'Nothing keeps others from writing in the name of the sender’s domain: it has no usable DMARC record.',
    ],
    ['a scanner', [check('rspamd', -1, 'rspamd-score')], 'Rspamd takes this message for spam.'],
    ['little', [check('subject', -0.2, 'shouting')], 'Sound, with little to fix.'],
    [
      'something',
      [check('html', -1, 'script'), check('images', -0.3, 'x'), check('tls', -0.5, 'y')],
      'Sound, with something to fix.',
    ],
  ])('%s', (_name, checks, says) => {
    expect(say(checks)).toStartWith(`${says} `)
  })

  test('of several the gravest is told', () => {
    const all = [
      failsDmarc(-6),
      check('blocklist', -2.4, 'l'),
      check('spf', -1, 'spf-none'),
      check('dkim', -1, 'dkim-none'),
    ]
    expect(say(all)).toStartWith('Most receivers refuse this message: DMARC fails')
    expect(say(all.slice(1))).toStartWith('Many receivers refuse this message: the sending address')
    expect(say(all.slice(2))).toStartWith('Gmail, Yahoo and others')
  })
})

describe('mail that readers cannot leave', () => {
  const missing = check('list-unsubscribe', -0.5, 'list-unsubscribe-missing,no-visible-link', {
    kind: 'marketing',
  })
  test('is named, alone or beside something graver', () => {
    expect(say([missing])).toBe(
      'This marketing mail carries no List-Unsubscribe: readers who cannot unsubscribe report it as spam, and Gmail and Yahoo ask for it. One check cost 0.5 points.',
    )
    expect(say([missing], { kind: 'list' })).toStartWith('This list mail carries no List-Unsubscribe')
    expect(say([missing, failsDmarc(-6)])).toBe(
      'Most receivers refuse this message: DMARC fails for example.org, whose policy asks them to reject it. It also carries no List-Unsubscribe. Two checks cost 6.5 points.',
    )
  })

  test('is not told as what a provider requires', () => {
    expect(
      say([missing, unmet('provider-gmail', 'One-click unsubscribe (no)\nAn unsubscribe link (no)')]),
    ).toStartWith('This marketing mail')
  })

  test('one click, and the link in the body', () => {
    expect(say([check('list-unsubscribe', -0.3, 'one-click-missing')])).toStartWith(
      'Readers cannot unsubscribe with one click',
    )
    expect(say([check('list-unsubscribe', -0.2, 'no-visible-link')])).toStartWith(
      'The body of this mail shows no unsubscribe link.',
    )
  })
})

test('what hardly costs is no reason to refuse', () => {
  const unmetRule = unmet('provider-gmail', 'RFC 5322')
  expect(say([check('headers', -0.2, 'address-malformed'), unmetRule])).toStartWith(
    'Sound, with little to fix.',
  )
  expect(say([check('headers', -0.5, 'date-missing'), unmetRule])).toStartWith('Gmail may refuse')
})

test('a requirement counts by what its own check costs', () => {
  const small = check('smtp-conduct', -0.1, 'x')
  const other = check('links', -1, 'link-to-ip')
  const rule = checkOf('provider-yahoo', {
    status: 'failed',
    findings: [finding('unmet', { advice: 'RFC 5321: no BODY, and 2 more.', see: 'smtp-conduct' })],
    evidence: { required_not_met: 'RFC 5321 (no BODY, and 2 more)' },
  })
  expect(say([small, other, rule])).toStartWith('Sound, with something to fix.')
  expect(say([{ ...small, score: -0.5 }, other, rule])).toStartWith(
    'Yahoo may refuse this message. It does not meet what Yahoo requires: RFC 5321 (no BODY).',
  )
})

test('words that filters know, a tracked letter, and a listing of the neighbours', () => {
  expect(say([check('content', -0.3, 'wording-lottery')])).toStartWith(
    'Filters may take this message for spam',
  )
  const tracked = check('list-unsubscribe', 0, 'personal-but-tracked')
  expect(say([{ ...tracked, status: 'neutral' }])).toStartWith('Well made and well sent as a letter to')
  expect(say([check('blocklist', 0, 'listed-uceprotect-3')])).toStartWith(
    'The sending address is only on lists',
  )
})

describe('where nothing costs', () => {
  test.each<[string, Check[], number, string]>([
    ['clean', [check('spf', 0)], 0, 'Well made and well sent. Nothing cost a point.'],
    ['a scored check is open', [open('blocklist')], 3, 'Nothing that could be determined cost a point.'],
    ['an unscored one is open', [open('arc')], 0, 'Well made and well sent. Nothing cost a point.'],
    [
      'something failed at no cost',
      [check('bimi', 0, 'bimi-logo'), check('provider-gmail', 0, 'gmail-arc')],
      0,
      'Nothing cost a point, but not all is in order: BIMI and Gmail.',
    ],
    [
      'a provider requires more',
      [unmet('provider-gmail', 'TLS')],
      0,
      'Gmail may refuse this message. It does not meet what Gmail requires: TLS. Nothing cost a point.',
    ],
    [
      'an imitation that is only told',
      [{ ...check('sender-identity', 0, 'name-imitates-brand'), status: 'passed' }],
      0,
      'Readers may take this message for another sender’s: it imitates a well-known brand. Nothing cost a point.',
    ],
    [
      'a file',
      [
        { ...check('tls', 0), status: 'neutral' },
        { ...check('reverse-dns', 0), status: 'neutral' },
      ],
      0,
      'Well made. How it is sent cannot be told from a file. Nothing cost a point.',
    ],
    [
      'a mail server in front that tells nothing',
      [
        {
          ...check('tls', 0),
          status: 'neutral',
          summary:
            'Whether … is not known: the message came through the mail server at 10.0.0.5, which had …',
        },
        { ...check('reverse-dns', 0), status: 'neutral' },
      ],
      0,
      'Well made. How it is sent cannot be told: a mail server handed it on and did not say who sent it. Nothing cost a point.',
    ],
  ])('%s', (_name, checks, undetermined, says) => {
    expect(say(checks, { undetermined })).toBe(says)
  })
})

test('a name that this version does not know is told as it is', () => {
  expect(say([check('of-later', 0, 'new')])).toBe('Nothing cost a point, but not all is in order: of-later.')
})
