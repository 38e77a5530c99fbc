import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Running, serve, temporaryFolder, writeConfig } from '../support/binary.ts'
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

  beforeAll(async () => {
    writeConfig(folder)
    running = await serve(folder)
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

  test('is analysed like mail, shown with its preview, and judged again by its owner’s word', async () => {
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
    const again = (await (await ask(`${page}.json`)).json()) as Exported
    expect(again).toMatchObject({ kind: 'list', said_by_owner: { kind: 'list', bulk: true } })
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
    expect((await hand('hello\n')).status).toBe(400)
    expect((await hand(`X: y\n\n${'x'.repeat(26 * 1024 * 1024)}`)).status).toBe(413)
    expect((await hand(NEWSLETTER)).status).toBe(303)
  })
})
