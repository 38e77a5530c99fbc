import { expect, test } from 'bun:test'
import { expandDomain } from '../../../../src/mail/authentication/spf/macro.ts'
import { processorTime } from '../../../support/processor-time.ts'

const label = 'a'.repeat(49)
const VALUES = {
  domain: 'example.org',
  clientAddress: '192.0.2.1',
  sender: 'a@example.org',
  helo: 'h.example',
}
const expand = (spec: string) => expandDomain(spec, VALUES)

test('a long name is cut from the left, label by label', () => {
  expect(expand(`${`${label}.`.repeat(5)}org`)).toBe(`${`${label}.`.repeat(5)}org`)
  expect(expand(`${`${label}.`.repeat(5)}orgg`)).toBe(`${`${label}.`.repeat(4)}orgg`)
})

test('a name of very many labels is cut soon', () => {
  const begun = processorTime()
  expect(expand(`${'b.'.repeat(30_000)}org`)).toHaveLength(253)
  expect(processorTime() - begun).toBeLessThan(2_000)
})
