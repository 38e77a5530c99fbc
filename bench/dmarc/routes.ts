import { openWorld } from '../../test/support/world.ts'
import { BENCH_ACCOUNT } from '../harness/dmarc-store.ts'
import { statsOf, told } from '../harness/stats.ts'

const ROUNDS = 30

const ASKED = [
  'summary?days=30',
  'summary?days=366',
  'reports?days=30',
  'reports?days=30&result=fail',
  'reports?days=30&offset=10000',
  'sources?days=30',
  'sources?days=366',
  'sources?days=30&group_by=organization',
  'sources?days=30&group_by=header_from',
  'sources?days=30&group_by=reporter',
  'sources?days=30&result=fail&sort=dmarc_fail',
]

/** Asks the three routes about the busiest domain, one request after the other, from the request to the body, without a network. */
export async function benchRoutes(directory: string): Promise<void> {
  const world = await openWorld({
    directory,
    plans: {
      'self-hosted': { name: 'self-hosted', api: true, ratePerMinute: 1e6, burst: 1e6 },
      default: { name: 'default', api: true, ratePerMinute: 1e6, burst: 1e6 },
    },
  })
  const { secret } = await world.key(BENCH_ACCOUNT)
  const headers = { authorization: `Bearer ${secret}` }
  const ask = async (path: string) => {
    const request = new Request(`http://mailgauge.test/v1/domains/dom_0/dmarc/${path}`, { headers })
    const began = performance.now()
    const response = await world.http.handle(request, '127.0.0.1')
    const body = await response.text()
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${body}`)
    return { ms: performance.now() - began, octets: body.length }
  }
  for (const path of ASKED) {
    const { octets } = await ask(path)
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) times.push((await ask(path)).ms)
    const { median, low, high } = statsOf(times)
    console.log(`${path}: ${told(median)} ms (${told(low)} to ${told(high)}), ${octets} octets`)
  }
  await world.stop()
}
