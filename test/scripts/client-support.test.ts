import { expect, test } from 'bun:test'
import { clientSupport } from '../../scripts/refresh-data/client-support.ts'

interface Read {
  date: string
  clients: string[]
  features: { slug: string; keys: string[]; support: string }[]
  notRecognised: string[]
}

const FAMILIES = Array.from({ length: 30 }, (_, i) => `family-${i}`)

function upstream(features: number, versions: string): string {
  const data = Array.from({ length: features }, (_, i) => {
    const stats = FAMILIES.map((family) => `"${family}":{"ios":${versions}}`)
    if (i < 10) stats.push('"seldom":{"ios":{"1":"y"}}')
    return `{"slug":"css-x-${i}","title":"x-${'y'.repeat(i + 1)} property","category":"css","stats":{${stats}}}`
  })
  data.push('{"slug":"other","title":"Something else","category":"others","stats":{}}')
  return `{"last_update_date":"2026-06-29 10:00:00 +0000","nicenames":{"family":{"family-0":"First"},"platform":{"ios":"iOS"}},"data":[${data}]}`
}

const read = (versions: string) => clientSupport.read([upstream(260, versions)]) as unknown as Read

test('of each client the version that stands last counts, whatever it is called', () => {
  const support = (versions: string) => read(versions).features[0]?.support
  expect(support('{"2019-10":"y","16.80":"n #1"}')).toBe('n'.repeat(30))
  expect(support('{"16.80":"y","2019":"n"}')).toBe('n'.repeat(30))
  expect(support('{"2019":"n","1":"a #1 #2"}')).toBe('a'.repeat(30))
  expect(support('{"1":"something"}')).toBe('u'.repeat(30))
  expect(support('{}')).toBe('u'.repeat(30))
})

test('clients that were seldom tested and features that cannot be recognised are left out', () => {
  const { clients, features, notRecognised, date } = read('{"1":"y"}')
  expect(clients).toHaveLength(30)
  expect(clients[0]).toBe('First (iOS)')
  expect(features[2]).toMatchObject({ slug: 'css-x-2', keys: ['property:x-yyy'] })
  expect(notRecognised).toEqual(['other'])
  expect(date).toBe('2026-06-29')
})

test('what is too small is refused', () => {
  expect(() => clientSupport.read([upstream(249, '{"1":"y"}')])).toThrow('only 249 features')
  expect(() => clientSupport.read(['<html>'])).toThrow()
})
