import { afterAll, beforeAll, expect, test } from 'bun:test'
import { beginningOf } from '../../../src/web/pages/alerts/listing.tsx'
import { type Dashboard, openDashboard, type SignedInPerson } from '../../support/dashboard.ts'
import { addDeliveries, addDestination, delivery } from '../../support/destinations.ts'
import { attemptDue } from './sending.ts'

const MOST = 60 * 1024

let site: Dashboard
let accountId = ''
let admin: SignedInPerson
beforeAll(async () => {
  site = await openDashboard()
  accountId = (await site.account()).id
  admin = await site.person({ name: 'Ada' }, [accountId, 'admin'])
})
afterAll(() => site.close())

const sizeOf = async (path: string) => {
  const answer = await site.ask(path, admin)
  expect([path, answer.status]).toEqual([path, 200])
  return (await answer.arrayBuffer()).byteLength
}

/** What takes most on a page for its length. */
const HOSTILE = ['"', '&', '<', '\u202e', '\u0001', '漢', '\n', ' '].map((sign) => [sign])

test.each(HOSTILE)('a text of %j takes no more octets on a page than it may', (sign) => {
  const { text, cut } = beginningOf(sign.repeat(20_000), 6000)
  const written = text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  expect(Buffer.byteLength(written)).toBeLessThanOrEqual(6000)
  expect(cut).toBe(true)
  expect(beginningOf(`a${sign.trim()}`, 6000).cut).toBe(false)
})

test.each(HOSTILE)('pages stay small, whatever servers answer and events hold: %j', async (sign) => {
  const { id } = await addDestination(site.store, {
    accountId,
    name: `Name ${crypto.randomUUID()}${'x'.repeat(50)}`,
    filter: { types: ['test.scored'] },
  })
  const data = { name: sign.repeat(15_000 / JSON.stringify(sign).length) }
  const body = JSON.stringify({ type: 'monitor.alert', timestamp: site.now().toISOString(), data })
  const at = { createdAt: site.now(), dueAt: site.now() }
  const add = (count: number) =>
    addDeliveries(
      site.store,
      Array.from({ length: count }, () => delivery(id, { type: 'monitor.alert', body, ...at })),
    )
  const long = sign.repeat(2000)
  const refused = (after: Parameters<typeof attemptDue>[2]) =>
    attemptDue(
      site,
      {
        outcome: 'refused',
        says: long,
        request: { method: 'POST', url: `https://hooks.example.org/${long}`, headers: { a: long } },
        response: { status: 500, headers: { server: long }, body: long },
      },
      after,
    )
  await add(29)
  while ((await refused({ kind: 'given_up' })) > 0);
  await add(1)
  for (let attempts = 0; attempts < 8; attempts += 1) await refused({ kind: 'again', at: site.now() })
  const [tried] = (await site.store.deliveries.list(id, { limit: 1 })).items
  expect(tried?.attempts).toBe(8)
  expect(await sizeOf(`/settings/alerts/${id}`)).toBeLessThan(MOST)
  expect(await sizeOf(`/settings/alerts/${id}/deliveries/${tried?.id}`)).toBeLessThan(MOST)
  const whole = await site.ask(`/settings/alerts/${id}/deliveries/${tried?.id}/event.json`, admin)
  expect(whole.headers.get('content-type')).toStartWith('application/json')
  expect(await whole.json()).toEqual(JSON.parse(body))
  await refused({ kind: 'given_up' })
})

test('many webhooks stand on several pages, each of them once', async () => {
  const account = (await site.account()).id
  const owner = await site.person({ name: 'Bob' }, [account, 'owner'])
  for (let at = 0; at < 90; at += 1)
    await addDestination(site.store, { accountId: account, name: `Webhook ${String(at).padStart(3, '0')}` })
  const names: string[] = []
  let path: string | undefined = '/settings/alerts'
  while (path !== undefined) {
    const html = await site.html(path, owner)
    expect(Buffer.byteLength(html)).toBeLessThan(MOST)
    names.push(...[...html.matchAll(/>(Webhook \d{3})</g)].map(([, name]) => name ?? ''))
    path = /href="(\/settings\/alerts\?after=[^"]+)"/.exec(html)?.[1]
  }
  expect(names).toHaveLength(90)
  expect(new Set(names).size).toBe(90)
})

test('forms stay small with many monitors and domains', async () => {
  for (const kind of ['webhook', 'template'])
    expect(await sizeOf(`/settings/alerts/new?kind=${kind}`)).toBeLessThan(MOST)
})
