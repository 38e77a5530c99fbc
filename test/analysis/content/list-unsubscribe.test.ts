import { describe, expect, test } from 'bun:test'
import { listUnsubscribe } from '../../../src/analysis/analyzers/content/list-unsubscribe.ts'
import { alternative, judge, mail, type Scene } from '../message-scene.ts'

const FOOTER =
  '<p>Example Inc., 12 Garden Street, Springfield, IL 62701</p><a href="https://example.org/u/1">Unsubscribe</a>'
const BODY = '<p>Our newsletter: 20% off. <a href="https://example.org/shop">Shop now</a></p>'
const TEXT = 'Our newsletter: 20% off. https://example.org/shop'
const LEAVE = '<https://example.org/u/1>, <mailto:leave@example.org>'
const POST = 'List-Unsubscribe=One-Click'
const letter = (fields: Record<string, string>, footer = FOOTER) =>
  alternative(footer === '' ? TEXT : `${TEXT}\n\nUnsubscribe: https://example.org/u/1`, BODY + footer, {
    Subject: 'Spring sale',
    ...fields,
  })
const signed = (...signedHeaders: string[]): Scene => ({
  dkim: [{ signedHeaders: ['from', ...signedHeaders] }],
})
const BOTH = signed('list-unsubscribe', 'list-unsubscribe-post')
const HEAD = { 'List-Unsubscribe': LEAVE, 'List-Unsubscribe-Post': POST }

test.each<[string, string, Scene, string, number, string]>([
  ['as it should be', letter(HEAD), BOTH, 'passed', 0, ''],
  ['nothing at all', letter({}, ''), BOTH, 'failed', -0.5, 'list-unsubscribe-missing,no-visible-link'],
  ['no field, a link in the body', letter({}), BOTH, 'failed', -0.5, 'list-unsubscribe-missing'],
  ['no visible link', letter(HEAD, ''), BOTH, 'failed', -0.2, 'no-visible-link'],
  [
    'mailto alone',
    letter({ 'List-Unsubscribe': '<mailto:leave@example.org>' }),
    BOTH,
    'failed',
    -0.3,
    'list-unsubscribe-no-https',
  ],
  [
    'http',
    letter({ ...HEAD, 'List-Unsubscribe': '<http://example.org/u/1>' }),
    BOTH,
    'failed',
    -0.3,
    'list-unsubscribe-http',
  ],
  [
    'no List-Unsubscribe-Post',
    letter({ 'List-Unsubscribe': LEAVE }),
    BOTH,
    'failed',
    -0.3,
    'one-click-missing',
  ],
  [
    'another List-Unsubscribe-Post',
    letter({ ...HEAD, 'List-Unsubscribe-Post': 'One-Click' }),
    BOTH,
    'failed',
    -0.3,
    'one-click-wrong',
  ],
  [
    'no brackets',
    letter({ ...HEAD, 'List-Unsubscribe': 'https://example.org/u/1' }),
    BOTH,
    'failed',
    -0.5,
    'list-unsubscribe-syntax,list-unsubscribe-no-https',
  ],
  [
    'twice',
    `List-Unsubscribe: ${LEAVE}\r\n${letter(HEAD)}`,
    BOTH,
    'failed',
    -0.2,
    'list-unsubscribe-repeated',
  ],
  [
    'two https addresses',
    letter({ ...HEAD, 'List-Unsubscribe': '<https://example.org/u/1>, <https://example.org/u/2>' }),
    BOTH,
    'passed',
    0,
    'one-click-ambiguous',
  ],
  [
    'one field not signed',
    letter(HEAD),
    signed('list-unsubscribe'),
    'failed',
    -0.2,
    'list-fields-not-signed',
  ],
  [
    'the signature that covers them is not valid',
    letter(HEAD),
    { dkim: [{}, { result: 'fail', signedHeaders: ['list-unsubscribe', 'list-unsubscribe-post'] }] },
    'failed',
    -0.2,
    'list-fields-not-signed',
  ],
  [
    'a second signature covers them',
    letter(HEAD),
    { dkim: [{}, { domain: 'esp.example', signedHeaders: ['list-unsubscribe', 'list-unsubscribe-post'] }] },
    'passed',
    0,
    '',
  ],
  ['no valid signature is for another check', letter(HEAD), {}, 'passed', 0, 'list-fields-unsigned'],
  [
    'the key could not be asked',
    letter(HEAD),
    { dkim: [{ result: 'temperror', signedHeaders: ['list-unsubscribe', 'list-unsubscribe-post'] }] },
    'error',
    0,
    '',
  ],
  [
    'the key could not be asked, and a fault that costs',
    letter(HEAD, ''),
    { dkim: [{ result: 'temperror', signedHeaders: ['list-unsubscribe', 'list-unsubscribe-post'] }] },
    'failed',
    -0.2,
    'no-visible-link',
  ],
])('%s', async (_name, message, scene, status, score, findings) => {
  const check = await judge(listUnsubscribe, message, scene)
  expect({ status: check.status as string, score: check.score, findings: check.findings.join() }).toEqual({
    status,
    score,
    findings,
  })
})

describe('mail it does not apply to', () => {
  test.each([
    ['a letter', mail({ Subject: 'Lunch?' })],
    [
      'an order',
      alternative('Your order has shipped', '<p>Your order has shipped', {
        Subject: 'Your order has shipped',
      }),
    ],
    [
      'an order that offers a unsubscribe link',
      letter({ 'List-Unsubscribe': LEAVE, Subject: 'Order confirmation' }, '<p>Your order number 7</p>'),
    ],
  ])('%s', async (_name, message) => {
    const check = await judge(listUnsubscribe, message)
    expect(check).toMatchObject({ status: 'neutral', score: 0 })
    expect(check.detail['summary']).toStartWith('Not applicable')
  })
})

test('a discussion list with its usual fields', async () => {
  const fields = {
    'List-Id': '<dev.example.org>',
    'List-Post': '<mailto:dev@example.org>',
    'List-Unsubscribe': '<mailto:dev-leave@example.org>',
    Precedence: 'list',
  }
  const check = await judge(
    listUnsubscribe,
    mail(
      { ...fields, Subject: '[dev] a patch' },
      'Patch.\r\n--\r\nTo unsubscribe: https://lists.example.org/dev\r\n',
    ),
  )
  expect(check.findings).toEqual(['list-unsubscribe-no-https', 'list-fields-unsigned'])
  expect({ status: check.status as string, score: check.score }).toEqual({ status: 'passed', score: 0 })
  expect(check.detail['summary']).toBe('Readers can leave the list.')
  const bare = await judge(listUnsubscribe, mail({ ...fields, Subject: '[dev] a patch' }, 'Patch.\r\n'))
  expect(bare).toMatchObject({ status: 'passed', score: 0 })
  expect(bare.findings).toContain('no-visible-link')
})

test('the evidence names hosts, never addresses or paths', async () => {
  const check = await judge(listUnsubscribe, letter(HEAD), BOTH)
  expect(check.detail).toMatchObject({
    list_unsubscribe: 'https example.org, mailto example.org',
    one_click: 'offered',
    signed: 'yes, by example.org',
    body_link: 'a link whose words say so',
    postal_address: 'seems to be shown',
    kind: 'marketing',
  })
  expect(JSON.stringify(check.detail)).not.toMatch(/\/u\/1|leave@/)
  expect(check.quotes?.['List-Unsubscribe']).toBe(LEAVE)
})

test('a list unsubscribes at its own domain, never at that of the author', async () => {
  const fields = { 'List-Id': '<dev.lists.example.net>', 'List-Post': '<mailto:dev@lists.example.net>' }
  const { detail, fixes } = await judge(listUnsubscribe, mail({ ...fields, Precedence: 'list' }))
  expect(detail['findings']).toContain('list-unsubscribe-missing')
  expect(detail['advice']).toContain('https://lists.example.net/unsubscribe?id=1234')
  expect(JSON.stringify([detail, fixes])).not.toContain('example.org/unsubscribe')
})
