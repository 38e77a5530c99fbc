import { expect, test } from 'bun:test'
import { listDomain } from '../../../../src/mail/content/list-unsubscribe/list-domain.ts'
import { forList, LIST_ADVICE } from '../../../../src/mail/fixing/list-advice.ts'
import { parseMessage } from '../../../../src/mail/reading/parse.ts'

const message = (...fields: string[]) =>
  parseMessage(Buffer.from(`From: Ann <ann@author.example>\r\n${fields.join('\r\n')}\r\n\r\nx\r\n`))

test.each<[string, string[], string | undefined, string | undefined]>([
  ['List-Post', ['List-Post: <mailto:dev@lists.example.org>'], undefined, 'lists.example.org'],
  [
    'List-Post with a query',
    ['List-Post: <mailto:dev@lists.example.org?subject=x>'],
    undefined,
    'lists.example.org',
  ],
  ['List-Id', ['List-Id: Developers <dev.lists.example.org>'], undefined, 'lists.example.org'],
  [
    'List-Id that is a word',
    ['List-Id: <dev>', 'List-Post: NO'],
    'b@bounce.example.org',
    'bounce.example.org',
  ],
  ['the bounces alone', [], 'dev-bounces@lists.example.org', 'lists.example.org'],
  ['nothing', [], '', undefined],
  ['rubbish', ['List-Post: <mailto:@>', 'List-Id: <<<>>>'], undefined, undefined],
])('where a list is at home: %s', (_name, fields, mailFrom, domain) => {
  expect(listDomain(message(...fields), mailFrom)).toBe(domain as string)
})

test('long hostile fields are read in no time that grows with them', () => {
  const field = `${'<mailto:a'.repeat(20_000)}@`
  expect(
    listDomain(message(`List-Post: ${field}`, `List-Id: ${'<a.'.repeat(20_000)}`), undefined),
  ).toBeUndefined()
})

test('only what a list breaks gets advice for lists, and only in list mail', () => {
  const remark = {
    code: 'dmarc-fail',
    says: 'DMARC fails.',
    advice: 'Sign.',
    reference: 'RFC 9989',
    changes: [],
  }
  const other = { ...remark, code: 'dmarc-no-reports' }
  expect(forList([remark, other], 'list')).toEqual([
    { code: 'dmarc-fail', says: 'DMARC fails.', advice: LIST_ADVICE, reference: 'RFC 9989' },
    other,
  ])
  expect(forList([remark], 'transactional')).toEqual([remark])
})
