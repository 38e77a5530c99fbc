import { expect, test } from 'bun:test'
import { lineOfJsonFault } from '../../../src/core/files/json-fault.ts'

test.each([
  '{}',
  '[]',
  ' [1, -2.5e3, "a\\u00e9\\n", true, null, {"a": [], "b": {"c": false}}]\n',
  '"text"',
  '["\u007f\u0085"]',
  '7',
])('%s is JSON', (text) => {
  expect(() => JSON.parse(text)).not.toThrow()
  expect(lineOfJsonFault(text)).toBeUndefined()
})

test.each([
  ['', 1],
  ['[', 1],
  ['[\n{"a": 1}\n{"b": 2}\n]', 3],
  ['[\n{"a": 1},\n]', 3],
  ['{\r\n"a": 1\r\n"b": 2}', 3],
  ['[\n\n{"a" 1}]', 3],
  ["[\n{'a': 1}]", 2],
  ['[\n01]', 2],
  ['[1}\n', 1],
  ['[1]\n\n]', 3],
  ['[\n"a\nb"]', 2],
  ['{"a":1,}', 1],
  ['[tru]', 1],
  ['[\n\u00a01]', 2],
] as const)('%j is none from line %d', (text, line) => {
  expect(() => JSON.parse(text)).toThrow()
  expect(lineOfJsonFault(text)).toBe(line)
})
