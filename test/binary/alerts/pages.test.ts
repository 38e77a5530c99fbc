import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Server } from 'bun'
import { Webhook } from 'standardwebhooks'
import { type Running, serve, temporaryFolder, writeConfig } from '../../support/binary.ts'
import { onFreePort } from '../../support/free-port.ts'
import { until } from '../../support/until.ts'
import { createBrowser, PASSWORD } from '../../web/factors/factor-site.ts'

const EMAIL = 'ann@example.org'

let came: { headers: Record<string, string>; body: string }[] = []
let status = 204
let receiver: Server<undefined>
let place: ReturnType<typeof temporaryFolder>
let running: Running
let browser: ReturnType<typeof createBrowser>

beforeAll(async () => {
  receiver = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      came.push({ headers: Object.fromEntries(request.headers), body: await request.text() })
      return new Response(status === 204 ? null : 'Not today.', { status })
    },
  })
  place = temporaryFolder()
  let base = ''
  running = await onFreePort((port) => {
    base = `http://localhost:${port}`
    writeConfig(
      place.folder,
      {},
      {
        http: `listen = ["127.0.0.1:${port}"]`,
        site: `base_url = "${base}"`,
        people: `admin_email = "${EMAIL}"\nadmin_password = "${PASSWORD}"`,
        webhooks: 'allow_private = ["127.0.0.0/8"]',
      },
    )
    return serve(place.folder)
  })
  browser = createBrowser({ base })
  await browser.signIn(EMAIL)
})
afterAll(async () => {
  await running.kill()
  await receiver.stop(true)
  place.remove()
})

/** Adds a webhook by its form; gives its signing secret and its page. */
async function added(base: string, name: string, type: string) {
  const url = `http://127.0.0.1:${receiver.port}/in?token=s3cr3t`
  const html = await (await browser.send(`${base}/new?kind=webhook`, { name, url, type })).text()
  const secret = /whsec_[A-Za-z0-9+/=]+/.exec(html)?.[0] ?? ''
  const page = /data-once="([^"]+)"/.exec(html)?.[1] ?? ''
  expect({ name, secret: secret !== '', page }).toMatchObject({
    secret: true,
    page: expect.stringContaining(base),
  })
  return { secret, page }
}

/** Sends a test event; gives the page of its delivery once it says this. */
async function tried(page: string, says: string): Promise<string> {
  const where = (await browser.send(`${page}/test`)).headers.get('location') ?? ''
  return until(async () => {
    const html = await browser.text(where)
    return html.includes(says) ? html : undefined
  })
}

test.each([
  ['/settings/alerts', 'monitor.alert'],
  ['/admin/alerts', 'instance.trouble'],
])(
  'a webhook that is added at %s gets events that its secret verifies',
  async (base, type) => {
    came = []
    status = 204
    const { secret, page } = await added(base, 'Shop', type)
    const html = await tried(page, 'Delivered')
    expect(came).toHaveLength(1)
    const [first] = came
    const verified = new Webhook(secret).verify(first?.body ?? '', first?.headers ?? {})
    expect(verified).toMatchObject({ type: 'webhook.test' })
    expect(html).toContain(first?.headers['webhook-id'] ?? 'no id')
    expect(html).not.toContain('s3cr3t')

    status = 500
    const refused = await tried(page, 'Refused')
    expect(refused).toContain('HTTP 500')
    expect(refused).toContain('Not today.')
    expect(await browser.text(page)).toContain('Failing')

    status = 204
    const rotated = await (await browser.send(`${page}/rotate`, { was: 'not lately' })).text()
    const second = /whsec_[A-Za-z0-9+/=]+/.exec(rotated)?.[0] ?? ''
    came = []
    await tried(page, 'Delivered')
    const mine = came.find(({ body }) => JSON.parse(body).type === 'webhook.test')
    for (const either of [secret, second])
      expect(new Webhook(either).verify(mine?.body ?? '', mine?.headers ?? {})).toMatchObject({
        type: 'webhook.test',
      })
    expect(running.output()).not.toContain('s3cr3t')
    expect(running.output()).not.toContain(second)
  },
  120_000,
)
