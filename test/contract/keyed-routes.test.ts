import { expect, test } from 'bun:test'
import { ROUTES } from '../../src/services/api-description/routes.ts'
import { KEYED } from './rows-keys.ts'

test('the contract names every route that a key opens', () => {
  const keyed = Object.values(ROUTES).filter(({ opens }) => opens !== 'token')
  const declared = keyed.map(
    ({ method, path }) => new RegExp(`^${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  )
  expect(declared.filter((one) => !KEYED.some(([request]) => one.test(request)))).toEqual([])
  expect(KEYED).toHaveLength(keyed.length)
})
