import { expect, test } from 'bun:test'
import { apiPaths, createPatterns } from '../../../src/http/metrics/patterns.ts'

const patterns = createPatterns(['/', '/t/:token', '/t/:token/events', '/t/sample', '/*', ...apiPaths()])
const of = (path: string) => patterns.of(new Request(`http://localhost${path}`))

test.each([
  ['/', '/'],
  ['/t/abcdefghijklmnopqrstuvwxyz', '/t/:token'],
  ['/t/sample', '/t/sample'],
  ['/t/sample/events', '/t/:token/events'],
  ['/t/abc/events?x=1', '/t/:token/events'],
  ['/t/', 'other'],
  ['/t/abc/', 'other'],
  ['/t/abc/events/more', 'other'],
  ['/v1/tests', '/v1/tests'],
  ['/v1/tests/abc', '/v1/tests/:token'],
  ['/somebody@example.org', 'other'],
  [`/${'a/'.repeat(10_000)}`, 'other'],
])('%s is told as %s', (path, pattern) => {
  expect(of(path)).toBe(pattern)
})

test('the list of patterns holds no wildcard and nothing twice', () => {
  expect(patterns.all).not.toContain('/*')
  expect(new Set(patterns.all).size).toBe(patterns.all.length)
})
