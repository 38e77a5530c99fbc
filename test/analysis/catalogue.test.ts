import { expect, test } from 'bun:test'
import { catalogue } from '../../src/analysis/catalogue/catalogue.ts'
import { analyzers } from '../../src/analysis/registry.ts'
import { SCANNERS, type ScannerName } from '../../src/net/ports.ts'

const told = ({ name, group, weight }: { name: string; group: string; weight: number }) => ({
  name,
  group,
  weight,
})

const SOME: (ScannerName | 'rdap')[][] = [
  [],
  ['rspamd'],
  ['spamassassin'],
  [...SCANNERS],
  ['rdap'],
  ['rspamd', 'rdap'],
]

test.each(SOME.map((configured) => [configured]))(
  'the catalogue that is built in is that of the analyzers that apply with %j',
  (configured) => {
    const settings = {
      scanners: SCANNERS.filter((scanner) => configured.includes(scanner)),
      rdap: configured.includes('rdap'),
    }
    const applying = analyzers.filter(({ applies }) => applies?.(settings) ?? true)
    expect(catalogue(configured).map(told)).toEqual(applying.map(told))
  },
)

test('without a word about what is configured all of them are named', () => {
  expect(catalogue().map(told)).toEqual(analyzers.map(told))
})
