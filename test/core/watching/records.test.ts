import { describe, expect, test } from 'bun:test'
import { diffOf } from '../../../src/core/watching/record-diff.ts'
import { isGone, saysTheSame, type WatchedRecord } from '../../../src/core/watching/records.ts'

describe('the same', () => {
  test.each<[string, WatchedRecord, string[], string[]]>([
    ['another order of MX records', 'mx', ['10 a.example', '20 b.example'], ['20 b.example', '10 a.example']],
    ['blanks between tags', 'dmarc', ['v=DMARC1;p=none;'], ['v=DMARC1; p = none']],
    ['blanks between terms', 'spf', ['v=spf1 mx -all'], ['v=spf1  mx   -all ']],
    ['a key that is folded otherwise', 'dkim', ['v=DKIM1; p=MIIB IjAN'], ['v=DKIM1;p=MIIBIjAN']],
    [
      'line ends of a policy',
      'sts_policy',
      ['version: STSv1\r\nmode: enforce\r\n'],
      ['version:STSv1\nmode: enforce'],
    ],
  ])('%s', (_name, record, before, after) => {
    expect(saysTheSame(record, before, after)).toBe(true)
  })

  test.each<[string, WatchedRecord, string[], string[]]>([
    ['another policy', 'dmarc', ['v=DMARC1; p=none'], ['v=DMARC1; p=reject']],
    ['one more record', 'spf', ['v=spf1 -all'], ['v=spf1 -all', 'v=spf1 mx -all']],
    [
      'a record twice in the place of two',
      'mx',
      ['10 a.example', '10 b.example'],
      ['10 a.example', '10 a.example'],
    ],
    ['terms in another order', 'spf', ['v=spf1 -all mx'], ['v=spf1 mx -all']],
    ['an id in capitals', 'mta_sts', ['v=STSv1; id=a'], ['v=STSv1; id=A']],
    ['an alias to elsewhere', 'dkim', ['CNAME a.example', 'p=A'], ['CNAME b.example', 'p=A']],
  ])('not: %s', (_name, record, before, after) => {
    expect(saysTheSame(record, before, after)).toBe(false)
  })
})

test('a record is gone where none is left, also behind an alias', () => {
  expect(isGone(['v=DKIM1; p=A'], [])).toBe(true)
  expect(isGone(['CNAME k.example', 'p=A'], ['CNAME k.example'])).toBe(true)
  expect(isGone(['p=A'], ['p=B'])).toBe(false)
  expect(isGone(['CNAME k.example'], [])).toBe(false)
  expect(isGone([], [])).toBe(false)
})

describe('the diff', () => {
  const parts = (values: { parts: { text: string; differs: boolean }[] }[]) =>
    values.map((one) => one.parts.map(({ text, differs }) => (differs ? `[${text}]` : text)))

  test('marks the tags that went and came', () => {
    const diff = diffOf(
      'dmarc',
      ['v=DMARC1; p=none; rua=mailto:a@b.example'],
      ['v=DMARC1; p=reject; sp=none; rua=mailto:a@b.example'],
    )
    expect(parts(diff.removed)).toEqual([['v=DMARC1', '[p=none]', 'rua=mailto:a@b.example']])
    expect(parts(diff.added)).toEqual([['v=DMARC1', '[p=reject]', '[sp=none]', 'rua=mailto:a@b.example']])
    expect(diff.kept).toEqual([])
  })

  test('sets each value beside the one that it is most like, and leaves out what is on both sides', () => {
    const diff = diffOf(
      'dkim',
      ['CNAME a.example', 'v=DKIM1; p=OLD', 'other'],
      ['CNAME b.example', 'v=DKIM1; p=NEW', 'other'],
    )
    expect(parts(diff.removed)).toEqual([['[CNAME a.example]'], ['v=DKIM1', '[p=OLD]']])
    expect(parts(diff.added)).toEqual([['[CNAME b.example]'], ['v=DKIM1', '[p=NEW]']])
    expect(diff.removed.map(({ whole }) => whole)).toEqual([true, false])
    expect(diff.kept).toEqual(['other'])
  })

  test('a term that stands twice differs once where one of them went', () => {
    const diff = diffOf('spf', ['v=spf1 mx mx -all'], ['v=spf1 mx -all'])
    expect(parts(diff.removed)).toEqual([['v=spf1', 'mx', '[mx]', '-all']])
    expect(parts(diff.added)).toEqual([['v=spf1', 'mx', '-all']])
  })

  test('what is hostile is bounded by what was kept', () => {
    const many = Array.from({ length: 50 }, (_, at) => `${'a;'.repeat(2000)}${at}`)
    const diff = diffOf(
      'dmarc',
      many,
      many.map((one) => `${one}x`),
    )
    expect(diff.added).toHaveLength(50)
  })
})
