import { expect, test } from 'bun:test'
import type { DkimSignature } from '../../../../src/mail/authentication/authenticate.ts'
import { senderDomains } from '../../../../src/mail/server/domain-blocklist/sender-domains.ts'
import type { PtrName } from '../../../../src/mail/server/reverse-dns/reverse-dns.ts'

function signature(domain: string, result: DkimSignature['result'] = 'pass'): DkimSignature {
  return { domain, result, selector: 's', algorithm: 'rsa-sha256', signedHeaders: [] }
}

function ptr(...names: [string, PtrName['forward']][]) {
  const entries = names.map(([name, forward]) => ({ name, forward, addresses: [] }))
  return { kind: 'names' as const, question: '', names: entries, notAsked: 0 }
}

test('what is confirmed comes before what is not, and is named as such', () => {
  const { asked } = senderDomains({
    from: [{ domain: 'from.example' }],
    mailFrom: 'x@y@return.example',
    helo: 'mx.helo.example',
    dkim: [
      signature('broken.example', 'fail'),
      signature('open.example', 'temperror'),
      signature('good.example'),
    ],
    reverse: ptr(['a.stray.example', 'other-address']),
  })
  expect(asked.map(({ domain, roles }) => `${domain}: ${roles}`)).toEqual([
    'from.example: From',
    'return.example: Return-Path',
    'good.example: DKIM',
    'helo.example: HELO',
    'stray.example: PTR, not confirmed',
    'broken.example: DKIM, not valid',
  ])
})

test('one domain once, with its roles once each', () => {
  const { asked } = senderDomains({
    from: [{ domain: 'a.example' }, { domain: 'b.a.example' }],
    dkim: [signature('a.example'), signature('m.a.example')],
    reverse: ptr(['x.a.example', 'confirmed']),
  })
  expect(asked).toEqual([{ domain: 'a.example', roles: ['From', 'DKIM', 'PTR'] }])
})

test('six are asked, the others kept apart', () => {
  const from = Array.from({ length: 7 }, (_, index) => ({ domain: `d${index}.example` }))
  const { asked, notAsked } = senderDomains({ from, dkim: [] })
  expect([asked.length, notAsked.map(({ domain }) => domain)]).toEqual([6, ['d6.example']])
})

test('what is text and no domain is left out', () => {
  const { asked } = senderDomains({
    from: [{ domain: '' }],
    mailFrom: '',
    helo: '[192.0.2.1]',
    dkim: [signature('some words', 'permerror'), signature('oneword', 'permerror')],
    reverse: { kind: 'none', question: '' },
  })
  expect(asked).toEqual([])
})

test('only a question without an answer leaves the names open', () => {
  const open = (reverse: Parameters<typeof senderDomains>[0]['reverse']) =>
    senderDomains({ from: [], dkim: [], reverse }).isOpen
  expect([
    open(undefined),
    open({ kind: 'none', question: '' }),
    open({ kind: 'failed', question: '' }),
  ]).toEqual([false, false, true])
})
