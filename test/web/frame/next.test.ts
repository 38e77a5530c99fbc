import { describe, expect, test } from 'bun:test'
import { nextPath, signInFor } from '../../../src/web/frame/next.ts'

describe('where a sign-in leads on to', () => {
  test.each(['/', '/settings/keys', '/t/abc?m=1', '/check?name=example.org', '/%2f%2fevil.example'])(
    'a path of this site: %s',
    (path) => {
      expect(nextPath(path)).toBe(path)
    },
  )

  test.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '/%2e//evil.example',
    '/%2e%2e//evil.example',
    'https://evil.example/',
    'https:evil.example',
    'HTTP:/evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'evil.example',
    '@evil.example',
    'user:word@evil.example',
    '//user:word@evil.example/',
    '/\u0000/evil.example',
    '/ü',
    '',
    `/${'a'.repeat(600)}`,
    '/sign-in?next=/sign-in',
    '/sign-out',
    '/setup',
  ])('nothing else: %j', (path) => {
    expect(nextPath(path)).toBeUndefined()
  })

  test('what is let through stays on this site, whatever it is made of', () => {
    const parts = [
      '/',
      '\\',
      '.',
      '..',
      '%2f',
      '%5c',
      '%2e',
      '@',
      ':',
      'http:',
      'evil.example',
      '?',
      '#',
      '\t',
    ]
    let seed = 7
    const next = () => {
      seed = (seed * 1103515245 + 12345) % 2147483648
      return parts[seed % parts.length] ?? ''
    }
    for (let i = 0; i < 20_000; i += 1) {
      const path = nextPath(`/${Array.from({ length: 1 + (i % 7) }, next).join('')}`)
      if (path === undefined) continue
      expect([path, new URL(path, 'https://site.example/x/y').origin]).toEqual([path, 'https://site.example'])
    }
  })

  test('the sign-in page of a page leads back to it', () => {
    expect(signInFor('/settings/keys?x=1&y=2')).toBe('/sign-in?next=%2Fsettings%2Fkeys%3Fx%3D1%26y%3D2')
    expect(signInFor('/')).toBe('/sign-in')
    expect(signInFor('//evil.example')).toBe('/sign-in')
  })
})
