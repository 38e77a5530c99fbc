import { expect, test } from 'bun:test'
import { pageHeaders, pageOf } from '../../src/http/paging.ts'

const page = (query: string) => pageOf(new URL(`http://mailgauge.example/v1/tests${query}`))

test.each([
  ['', { limit: 50, offset: 0 }],
  ['?limit=200&offset=7', { limit: 200, offset: 7 }],
  ['?limit=201', { limit: 200, offset: 0 }],
  ['?limit=1', { limit: 1, offset: 0 }],
  ['?limit=0&offset=-1', { limit: 1, offset: 0 }],
  ['?limit=ten&offset=1e3', { limit: 50, offset: 0 }],
])('"%s" asks for a page within the bounds', (query, asked) => {
  expect(page(query)).toEqual(asked)
})

test('there is a next page while something is left', () => {
  const of = (total: number) => pageHeaders('/v1/tests', { limit: 10, offset: 10 }, total)['link']
  expect([of(20), of(21)]).toEqual([undefined, '</v1/tests?limit=10&offset=20>; rel="next"'])
})
