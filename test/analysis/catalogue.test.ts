import { expect, test } from 'bun:test'
import { catalogue } from '../../src/analysis/catalogue/catalogue.ts'
import { analyzers } from '../../src/analysis/registry.ts'
import { SCANNERS, type ScannerName } from '../../src/net/ports.ts'

const told = ({ name, group, weight }: { name: string; group: string; weight: number }) => ({
  name,
  group,
  weight,
})

const SOME: ScannerName[][] = [[], ['rspamd'], ['spamassassin'], [...SCANNERS]]

test.each(SOME.map((scanners) => [scanners]))(
  'the catalogue that is built in is that of the analyzers that apply with %j',
  (scanners) => {
    const applying = analyzers.filter(({ applies }) => applies?.({ scanners }) ?? true)
    expect(catalogue(scanners).map(told)).toEqual(applying.map(told))
  },
)

test('without a word about scanners all of them are named', () => {
  expect(catalogue().map(told)).toEqual(analyzers.map(told))
})
