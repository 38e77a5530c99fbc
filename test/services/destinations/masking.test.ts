import { expect, test } from 'bun:test'
import type { Target } from '../../../src/core/watching/destination.ts'
import { masked } from '../../../src/services/destinations/masking.ts'

const URL_WITH_KEY = 'https://chat.example.org/bot123456789:AAgeheim/send?to=blumen42'
const target: Target = {
  kind: 'template',
  url: URL_WITH_KEY,
  method: 'POST',
  headers: { Authorization: 'Bearer syt_kopfgeheim' },
  body: JSON.stringify({
    msgtype: 'm.text',
    user: 'wien-7',
    password: 'erdbeere',
    text: '{{title}}: {{text}}',
  }),
}

/** What is kept of an answer that repeats this. */
function kept(repeated: string): string {
  const request = { method: 'POST', url: 'https://chat.example.org', headers: {} }
  const response = { status: 302, headers: { location: repeated }, body: `<${repeated}>` }
  return JSON.stringify(masked({ outcome: 'refused', says: 'No.', tookMs: 1, request, response }, target))
}

test.each([
  ['the URL as it is', URL_WITH_KEY],
  ['a sign-in page that leads back', `/login?next=${encodeURIComponent(URL_WITH_KEY)}`],
  ['its path alone, encoded', encodeURIComponent(new URL(URL_WITH_KEY).pathname)],
  ['encoded in lower case', encodeURIComponent(URL_WITH_KEY).replaceAll('%3A', '%3a')],
  ['slashes escaped in JSON', URL_WITH_KEY.replaceAll('/', '\\/')],
  ['a header field', 'Bearer syt_kopfgeheim'],
  ['texts of the body', '{"user":"wien-7","password":"erdbeere"}'],
])('an answer that repeats a secret is kept without it: %s', (_what, repeated) => {
  expect(kept(repeated)).not.toMatch(/AAgeheim|blumen42|kopfgeheim|wien-7|erdbeere/)
})

test('words that are none stay', () => {
  expect(kept('m.text is no msgtype')).toContain('m.text is no msgtype')
})

/** What is kept of a long answer. */
function keptOf(body: string, headers: Record<string, string> = {}) {
  const request = { method: 'POST', url: 'https://chat.example.org', headers: {} }
  const response = { status: 302, headers, body }
  return masked({ outcome: 'refused', says: 'No.', tookMs: 1, request, response }, target)
}

test('a secret that lies where an answer is cut shows nothing of itself', () => {
  const at = (place: number) => `${'.'.repeat(place - 30)}${URL_WITH_KEY}${'.'.repeat(3_000)}`
  const { response, request } = keptOf(at(2_000), { location: at(1_000) })
  expect(response?.body).toBe(`${'.'.repeat(1_970)}***${'.'.repeat(27)}`)
  expect(response?.headers['location']).toBe(`${'.'.repeat(970)}***${'.'.repeat(27)}`)
  expect(request.url).toBe('https://chat.example.org')
})

test.each([
  ['the URL', URL_WITH_KEY.slice(0, -15)],
  ['the path', '/bot123456789:AAge'],
  ['a token', 'syt_kopf'],
  ['the URL, encoded', encodeURIComponent(URL_WITH_KEY).slice(0, -20)],
])('an answer that breaks off within a secret is kept without its beginning: %s', (_what, begun) => {
  const body = keptOf(`from ${begun}`).response?.body
  expect(body).toMatch(/^from .*\*\*\*/)
  expect(body).not.toMatch(/AAge|kopf|bot12|blum/)
})

test('the name of the server may stand at the end of an answer', () => {
  expect(keptOf('from https://chat.example.org').response?.body).toBe('from https://chat.example.org')
})
