import { expect, test } from 'bun:test'
import { withoutLooseSpace } from '../../../../src/mail/authentication/verify/relaxed-body.ts'
import { seeded } from '../../../fuzz/random.ts'

const PIECES = ['a', 'b', ' ', '  ', '\t', '\r\n', ' \r\n', '\r', '\xc3\xa9']

function byTheLetter(body: string): string {
  return body
    .replace(/[ \t]+\r\n/g, '\r\n')
    .replace(/[ \t]+$/, '')
    .replace(/[ \t]+/g, ' ')
}

test('white space that the relaxed canonicalization drops', () => {
  const chance = seeded(6_376)
  for (let i = 0; i < 5_000; i += 1) {
    const body = Array.from({ length: chance.below(14) }, () => chance.pick(PIECES)).join('')
    expect(withoutLooseSpace(Buffer.from(body, 'latin1')).toString('latin1')).toBe(byTheLetter(body))
  }
})
