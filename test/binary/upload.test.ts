import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Running, serve, temporaryFolder, writeConfig } from '../support/binary.ts'
import { rawHttp } from '../support/raw-http.ts'
import { until } from '../support/until.ts'

interface Exported {
  status: string
  score: number
  kind: string
  said_by_owner?: object
  message: { withheld: boolean; subject?: string }
  exhibits?: { headers: { name: string }[]; transcript: object[]; providers: object[] }
}

const NEWSLETTER =
  'From: News <news@example.org>\nTo: you@example.net\nSubject: Soup again\nDate: Fri, 20 Nov 2026 12:00:00 +0000\nMessage-ID: <1@example.org>\nMIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\n\n<html lang="en"><title>Soup</title><h1>Soup again</h1><p>We serve soup every day from Monday on. <script>evil()</script></p></html>\n'
const CODE =
  'From: Login <login@example.org>\nTo: you@example.net\nSubject: Your code\nDate: Fri, 20 Nov 2026 12:00:00 +0000\nMessage-ID: <2@example.org>\n\nYour verification code is 482913. Enter this code to sign in.\n'

describe('a message file, from the form to its report and back', () => {
  const { folder, remove } = temporaryFolder()
  let running: Running
  /** The time it takes to be cut off passes beside the other tests. */
  let slowest: ReturnType<typeof rawHttp>

  beforeAll(async () => {
    writeConfig(folder, { http: 'trusted_proxies = ["127.0.0.0/8"]' })
    running = await serve(folder)
    slowest = rawHttp(running.http, [form('198.51.100.1', NEWSLETTER, 1)])
  })
  afterAll(async () => {
    await running.kill()
    remove()
  })

  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`http://${running.http}${path}`, {
      redirect: 'manual',
      headers: { 'sec-fetch-site': 'same-origin' },
      ...init,
    })

  function hand(text: string) {
    const body = new FormData()
    body.append('message', new Blob([text]), 'message.eml')
    return ask('/upload', { method: 'POST', body })
  }
  async function scored(text: string) {
    const taken = await hand(text)
    expect(taken.status).toBe(303)
    const page = taken.headers.get('location') ?? ''
    const report = await until(async () => {
      const read = (await (await ask(`${page}.json`)).json()) as Exported
      return read.status === 'pending' ? undefined : read
    })
    return { page, report }
  }

  test('is analysed like mail, shown with its preview, and judged again by its sender hints', async () => {
    const { page, report } = await scored(NEWSLETTER)
    expect(report).toMatchObject({ status: 'scored', message: { subject: 'Soup again' } })
    expect(report.exhibits?.headers.map(({ name }) => name)).toEqual([
      'From',
      'To',
      'Subject',
      'Date',
      'Message-ID',
      'MIME-Version',
      'Content-Type',
    ])
    expect(report.exhibits?.transcript).toEqual([])
    const preview = await (await ask(`${page}/preview`)).text()
    expect(preview).toContain('<h1>Soup again</h1>')
    expect(preview).not.toContain('evil')
    const said = await ask(`${page}/kind`, {
      method: 'POST',
      body: new URLSearchParams('kind=list&bulk=yes'),
    })
    expect(said.status).toBe(303)
    // It is kept at once; the report follows, after the answer where that takes long.
    const again = await until(async () => {
      const told = (await (await ask(`${page}.json`)).json()) as Exported & { kind?: string }
      return told.kind === 'list' && told
    })
    expect(again).toMatchObject({ said_by_owner: { kind: 'list', bulk: true } })
    const deleted = await ask(`${page}/delete`, { method: 'POST' })
    expect(deleted.status).toBe(303)
    for (const path of [page, `${page}.json`, `${page}/preview`, `${page}/kind`]) {
      expect((await ask(path)).status).toBe(404)
    }
  })

  test('with a verification code is judged and not shown', async () => {
    const { page, report } = await scored(CODE)
    expect(report).toMatchObject({ status: 'scored', message: { withheld: true } })
    expect(report.exhibits).toBeUndefined()
    expect((await ask(`${page}/preview`)).status).toBe(404)
    for (const path of [page, `${page}.json`]) {
      expect(await (await ask(path)).text()).not.toContain('482913')
    }
  })

  test('that is none, or too large, is turned away on a page', async () => {
    const before = told(400)
    expect((await hand('hello\n')).status).toBe(400)
    // The next test counts such lines, so this one has to be there.
    await until(() => told(400) === before + 1)
    expect((await hand(`X: y\n\n${'x'.repeat(26 * 1024 * 1024)}`)).status).toBe(413)
    expect((await hand(NEWSLETTER)).status).toBe(303)
  })

  /** A form that holds a file, on the wire; what follows it says what is missing of it. */
  function form(client: string, file: string, missing = 0): string {
    const body = `--b\r\nContent-Disposition: form-data; name="message"; filename="a.eml"\r\n\r\n${file}\r\n--b--\r\n`
    const length = body.length
    return `POST /upload HTTP/1.1\r\nHost: x.example\r\nSec-Fetch-Site: same-origin\r\nX-Forwarded-For: ${client}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${length}\r\n\r\n${body.slice(0, length - missing)}`
  }
  const answered = (text: string) => text.includes('\r\n\r\n')
  const send = (...steps: Parameters<typeof rawHttp>[1]) => rawHttp(running.http, steps, answered)
  const errors = () =>
    running
      .output()
      .split('\n')
      .filter((line) => /"level":"(?:error|fatal)"/.test(line))
  const told = (status: number) => running.output().split(`"path":"/upload","status":${status},`).length - 1

  test('that comes slowly holds no place; its sender may hang up, and nothing is left of it', async () => {
    const leave = Promise.withResolvers<void>()
    const before = told(400)
    const slow = Array.from({ length: 30 }, () =>
      send(form('192.0.2.1', NEWSLETTER, 100), () => leave.promise, 'end'),
    )
    const quick = await Promise.all(
      ['192.0.2.1', '192.0.2.1', '192.0.2.2'].map((client) => send(form(client, NEWSLETTER))),
    )
    for (const { text } of quick) expect(text).toStartWith('HTTP/1.1 303 ')
    leave.resolve()
    for (const { text } of await Promise.all(slow)) expect(text).not.toContain('303')
    await until(() => told(400) === before + 30)
    expect(errors()).toEqual([])
  }, 300_000)

  test.each([
    ['100 MB with all that are on their way', [1, 2, 3, 4, 5, 6], 2],
    ['50 MB with those of its network', [1, 1, 1], 1],
  ])(
    'shares %s',
    async (_what, networks, refused) => {
      const big = `X: y\r\n\r\n${'x'.repeat(24 * 1024 * 1024)}`
      const leave = Promise.withResolvers<void>()
      const [left, busy] = [told(400), told(503)]
      const all = networks.map((network) =>
        send(form(`192.0.2.${network}`, big, 100), () => leave.promise, 'end'),
      )
      await until(() => told(503) === busy + refused)
      // What is small still fits in.
      expect((await send(form('192.0.2.9', NEWSLETTER))).text).toStartWith('HTTP/1.1 303 ')
      leave.resolve()
      await Promise.all(all)
      await until(() => told(400) === left + networks.length - refused)
      expect(told(503)).toBe(busy + refused)
      expect((await send(form('192.0.2.1', big))).text).toStartWith('HTTP/1.1 303 ')
      expect(errors()).toEqual([])
    },
    300_000,
  )

  test('that comes too slowly is 408', async () => {
    const { text, closed } = await slowest
    expect(text).toStartWith('HTTP/1.1 408 ')
    expect(closed).toBe(true)
  }, 300_000)
})
