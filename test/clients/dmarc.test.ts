import { expect, test } from 'bun:test'
import { createClient } from '../../clients/typescript/src/client.ts'

/** A service with so many reports; keeps what it was asked. */
function serviceWith(count: number) {
  const asked: URLSearchParams[] = []
  const all = Array.from({ length: count }, (_, index) => ({ id: `dmr_${index}`, source: `s${index}` }))
  const answer = async (request: string | URL | Request) => {
    const { pathname, searchParams } = new URL(request instanceof Request ? request.url : request)
    asked.push(searchParams)
    const [limit, offset] = [Number(searchParams.get('limit')), Number(searchParams.get('offset'))]
    const page = all.slice(offset, offset + limit)
    const window = { from: '2026-10-24', to: '2026-11-22', days: 30, settled: false }
    return Response.json({
      window,
      total: count,
      [pathname.endsWith('/reports') ? 'reports' : 'sources']: page,
    })
  }
  const fetched = Object.assign(answer, { preconnect: () => {} })
  return { asked, client: createClient({ baseUrl: 'http://mg.test', apiKey: 'mg_x', fetch: fetched }) }
}

test('all sources are walked over page by page, in the window that the first page had', async () => {
  const { client, asked } = serviceWith(5)
  const seen: string[] = []
  for await (const { source } of client.listDmarcSources('d', { days: 30, limit: 2, result: 'fail' })) {
    seen.push(source)
  }
  expect(seen).toEqual(['s0', 's1', 's2', 's3', 's4'])
  expect(asked.map((one) => one.toString())).toEqual([
    'days=30&limit=2&result=fail&offset=0',
    'result=fail&from=2026-10-24&to=2026-11-22&limit=2&offset=2',
    'result=fail&from=2026-10-24&to=2026-11-22&limit=2&offset=4',
  ])
})

test('reports likewise, from an offset; whoever stops asks for no more', async () => {
  const { client, asked } = serviceWith(400)
  for await (const { id } of client.listDmarcReports('d', { limit: 1000, offset: 7 })) {
    expect(id).toBe('dmr_7')
    break
  }
  expect(asked.map((one) => one.toString())).toEqual(['limit=200&offset=7'])
  const page = await client.dmarcReports('d', { limit: 3 })
  expect(page.reports.map(({ id }) => id)).toEqual(['dmr_0', 'dmr_1', 'dmr_2'])
})
