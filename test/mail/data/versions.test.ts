import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dataVersions } from '../../../src/mail/data/versions.ts'

const DATA = join(import.meta.dir, '../../../src/mail/data')

test('every JSON file of the data is named: a report tells which of them it goes by', () => {
  const files = readdirSync(DATA, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.json'))
    // What bounces are explained by: no check rests on it.
    .filter((file) => !file.startsWith('bounces/'))
    .map((file) => file.replace(/\.json$/, ''))
  expect(Object.keys(dataVersions()).toSorted()).toEqual([...files, 'public-suffix-list'].toSorted())
})

test.each(readdirSync(DATA).filter((file) => file.endsWith('.json')))(
  '%s says where it is from, and of when',
  (file) => {
    const { source, date, copy, licence } = JSON.parse(readFileSync(join(DATA, file), 'utf8'))
    expect(source).toBeString()
    expect(date).toMatch(/^\d{4}-\d\d(-\d\d)?$/)
    if (copy !== undefined) expect(licence).toBeString()
  },
)

test('a version is the date, where there is one, and a mark of the content', () => {
  const versions = dataVersions()
  expect(versions['blocklists']).toMatch(/^\d{4}-\d\d(-\d\d)? [0-9a-f]{12}$/)
  expect(versions['public-suffix-list']).toMatch(/^tldts \d+\.\d+\.\d+$/)
  expect(dataVersions()).toEqual(versions)
})
