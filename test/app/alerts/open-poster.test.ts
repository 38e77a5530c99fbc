import { expect, test } from 'bun:test'
import { networkInterfaces } from 'node:os'
import { openPoster } from '../../../src/app/alerts/open-poster.ts'
import { configOf } from '../../config/loading.ts'
import { ended, posting } from '../../net/safe-fetch/poster.ts'
import { web } from '../../net/safe-fetch/web-server.ts'
import { zone } from '../../support/zone.ts'

const config = () => configOf('[smtp]\ndomain = "in.example.com"\n')

test('posts inside only where the config says so at that moment', async () => {
  let agent: string | undefined
  await using server = await web((request, response) => {
    agent = request.headers['user-agent']
    response.end()
  })
  const live = config()
  const poster = openPoster(live, zone({ 'inside.example': { A: ['127.0.0.1'] } }))
  const ask = async () => ended(await poster.post(posting(`http://inside.example:${server.port}/`)))
  expect(await ask()).toBe('not-public')
  live.webhooks.allowPrivate.push('127.0.0.0/8')
  expect(await ask()).toBe(200)
  expect(agent).toMatch(/^Mailgauge\/\S+ \(\+https:\/\/in\.example\.com\/\)$/)
  live.webhooks.allowPrivate.splice(0)
  expect(await ask()).toBe('not-public')
})

test('every address of this machine is refused', async () => {
  const own = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .map(({ address }) => address.split('%')[0] ?? '')
  expect(own.length).toBeGreaterThan(0)
  const poster = openPoster(config(), zone({}))
  for (const address of own) {
    const url = `http://${address.includes(':') ? `[${address}]` : address}:9/`
    expect({ url, ended: ended(await poster.post(posting(url))) }).toEqual({ url, ended: 'not-public' })
  }
})
