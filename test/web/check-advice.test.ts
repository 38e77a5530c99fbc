import { describe, expect, test } from 'bun:test'
import { h } from 'preact'
import { renderToStaticMarkup } from 'preact-render-to-string'
import { type Finding, fromRendered } from '../../src/core/check.ts'
import type { Change } from '../../src/core/fix.ts'
import { verbatim } from '../../src/core/verbatim.ts'
import { adviceOfCheck, typedIn } from '../../src/web/check-advice.ts'
import { Advice } from '../../src/web/components/advice.tsx'

const MX: Change = { kind: 'dns', name: 'example.org', type: 'MX', records: ['10 mail.example.org.'] }
const A: Change = { kind: 'dns', name: 'mail.example.org', type: 'A', records: ['192.0.2.10'] }

const finding = (advice: string, rest: Partial<Finding> = {}): Finding => ({
  code: 'x',
  cost: 0,
  says: 'It was seen.',
  advice,
  reference: 'RFC 5321',
  ...rest,
})
const checkOf = (...findings: Finding[]) => ({
  name: 'mx',
  status: 'failed' as const,
  score: 0,
  summary: 'It was seen.',
  findings,
  evidence: {},
})
const texts = (items: ReturnType<typeof adviceOfCheck>['advice']) =>
  items.map(({ pieces, below }) => [...pieces.map(({ text }) => text), ...below.map(({ text }) => text)])

describe('what a check advises', () => {
  test('stands finding by finding, each with its own changes, refinements apart', () => {
    const { advice, refinement } = adviceOfCheck(
      checkOf(
        finding('Let it receive.', { changes: [MX] }),
        finding('Name the host.', { changes: [A] }),
        finding('Use a shorter name.', { refinement: true }),
      ),
    )
    expect(texts(advice)).toEqual([
      ['Let it receive.', '10 mail.example.org.'],
      ['Name the host.', '192.0.2.10'],
    ])
    expect(texts(refinement)).toEqual([['Use a shorter name.']])
  })

  test('what several findings have in common stands there once, with the changes of all', () => {
    const { advice } = adviceOfCheck(
      checkOf(finding('Let it receive.', { changes: [MX] }), finding('Let it receive.', { changes: [A] })),
    )
    expect(texts(advice)).toEqual([['Let it receive.', '10 mail.example.org.', '192.0.2.10']])
  })

  test('names the check that says more', () => {
    const { advice } = adviceOfCheck(checkOf(finding('Pass SPF.', { see: 'spf' })))
    expect(texts(advice)).toEqual([['Pass SPF. The check ', 'spf', ' says how to fix it.']])
  })
})

describe('a report of an earlier version', () => {
  const rendered = (detail: Record<string, string>) =>
    adviceOfCheck(fromRendered({ name: 'mx', status: 'failed', score: 0, detail }))

  test('shows what its fix holds as records, where they stand in the advice and else below', () => {
    const { advice } = rendered({
      summary: 'It was seen.',
      advice: 'Publish:\nexample.org MX 10 mail.example.org.\nSee https://example.org/help.',
      fix: 'example.org MX 10 mail.example.org.\nmail.example.org A 192.0.2.10\nRemove the field Bcc\nRemove TXT of example.org\nSTARTTLS, with TLS 1.2 or later',
    })
    expect(
      advice.map(({ pieces }) => pieces.map(({ kind, place, text }) => [kind, place ?? '', text])),
    ).toEqual([
      [
        ['words', '', 'Publish:'],
        ['code', 'example.org MX', '10 mail.example.org.'],
      ],
      [
        ['words', '', 'See '],
        ['link', '', 'https://example.org/help'],
        ['words', '', '.'],
      ],
    ])
    expect(advice.at(-1)?.below.map(({ place, text, removes }) => [place, text, removes])).toEqual([
      ['mail.example.org A', '192.0.2.10', undefined],
      [undefined, 'Remove the field Bcc', 'Bcc'],
      [undefined, 'Remove TXT of example.org', 'Remove TXT of example.org'],
    ])
  })

  test('is text where it holds no fix', () => {
    const { advice, refinement } = rendered({
      summary: 'It was seen.',
      advice: 'Publish: example.org TXT "v=spf1 -all"',
      refinement: 'Shorten it.',
    })
    expect(texts(advice)).toEqual([['Publish: example.org TXT "v=spf1 -all"']])
    expect(texts(refinement)).toEqual([['Shorten it.']])
  })
})

test('what is to be typed of a check is what its advice marks and what it offers', () => {
  const changes: Change[] = [A, { kind: 'header', name: 'Bcc' }]
  expect(typedIn(checkOf(finding(`Set ${verbatim('myhostname')}.`, { changes })))).toEqual([
    'myhostname',
    'mail.example.org A 192.0.2.10',
  ])
})

test('a record is to be copied, a form that is to be filled in is not', () => {
  const shown = (one: Finding) =>
    renderToStaticMarkup(h(Advice, { items: adviceOfCheck(checkOf(one)).advice }))
  const record = shown(finding('Publish: mail.example.org A 192.0.2.10', { changes: [A] }))
  const form = 'mail._domainkey.example.org TXT "v=DKIM1; k=rsa; p=<public key>"'
  const key = shown(finding(`Publish: ${verbatim(form)}`))
  expect(record).toContain('data-copy="192.0.2.10"')
  expect(key).toContain('&lt;public key')
  expect(key).not.toContain('<button')
  const example = shown(finding(`Publish:\n${verbatim('shop.example MX 10 mail.example.org.')}`))
  expect(example).toContain('10 mail.example.org.')
  expect(example).not.toContain('<button')
  const foreign = shown(finding(`Publish there:\n${verbatim('a._report._dmarc.b.example TXT "v=DMARC1;"')}`))
  expect(foreign).toContain('<button')
})
