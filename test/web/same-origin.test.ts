import { expect, test } from 'bun:test'
import { isSameOrigin } from '../../src/web/same-origin.ts'

const HERE = { host: 'gauge.example' }

test.each([
  ['a form of this site', { ...HERE, 'sec-fetch-site': 'same-origin' }, true],
  ['a form of another site', { ...HERE, 'sec-fetch-site': 'cross-site' }, false],
  ['a form of a neighbour under the same domain', { ...HERE, 'sec-fetch-site': 'same-site' }, false],
  [
    'Sec-Fetch-Site outweighs Origin',
    { ...HERE, 'sec-fetch-site': 'cross-site', origin: 'https://gauge.example' },
    false,
  ],
  ['Origin names the configured site', { host: 'backend:8080', origin: 'https://gauge.example' }, true],
  [
    'Origin names the host that was asked',
    { host: '192.168.1.5:8080', origin: 'http://192.168.1.5:8080' },
    true,
  ],
  ['Origin names another port', { host: '192.168.1.5:8080', origin: 'http://192.168.1.5:9090' }, false],
  ['a foreign Origin', { ...HERE, origin: 'https://evil.example' }, false],
  ['the null Origin of a sandbox', { ...HERE, origin: 'null' }, false],
  ['an Origin that is none', { ...HERE, origin: 'gauge.example' }, false],
  ['neither header', HERE, false],
] as [string, Record<string, string>, boolean][])('%s', (_name, headers, same) => {
  const request = new Request('http://gauge.example/', { method: 'POST', headers })
  expect(isSameOrigin(request, 'https://gauge.example')).toBe(same)
})
