import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { apiClient } from '../support/api-client.ts'
import { type Running, serve, temporaryFolder, writeConfig } from '../support/binary.ts'
import { rawHttp } from '../support/raw-http.ts'
import { until } from '../support/until.ts'

const { folder, remove } = temporaryFolder()
let running: Running
let authorization: string

beforeAll(async () => {
  writeConfig(folder, { http: 'trusted_proxies = ["127.0.0.0/8"]' })
  running = await serve(folder)
  authorization = `Authorization: Bearer ${(await apiClient(running)).secret}\r\n`
})
afterAll(async () => {
  await running.kill()
  remove()
})

const errors = () =>
  running
    .output()
    .split('\n')
    .filter((line) => /"level":"(?:error|fatal)"/.test(line))

describe('a POST on a raw socket', () => {
  const post = (body = '', type = '') =>
    `POST /v1/tests HTTP/1.1\r\nHost: x.example\r\n${authorization}${type}Content-Length: ${body.length}\r\n\r\n${body}`
  const json = () => post('{}', 'Content-Type: application/json\r\n')

  async function total(): Promise<number> {
    const request = `GET /v1/tests?limit=1 HTTP/1.1\r\nHost: x.example\r\nConnection: close\r\n${authorization}\r\n`
    const { text } = await rawHttp(running.http, [request])
    return Number(/x-total-count: (\d+)/i.exec(text)?.[1])
  }

  const CASES: [string, () => Parameters<typeof rawHttp>[1], number][] = [
    ['one', () => [post().replace('Content-Length', 'Connection: close\r\nContent-Length')], 1],
    ['two in one packet', () => [post() + post()], 0],
    ['three in one packet', () => [post() + post() + post()], 0],
    ['two with bodies in one packet', () => [json() + json()], 0],
    ['half a body, and the write side closed', () => [json().slice(0, -1), 'end'], 0],
    ['more body than was declared', () => [`${json()}{}\r\n\r\n`], 0],
  ]
  test.each(CASES)('%s: as many tests as answers', async (_name, steps, answered) => {
    const before = await total()
    const { text } = await rawHttp(running.http, steps())
    expect(text.split('HTTP/1.1 201 ').length - 1).toBe(answered)
    // What was refused has been refused by the time that another one is made.
    const another = post().replace('Content-Length', 'Connection: close\r\nContent-Length')
    expect((await rawHttp(running.http, [another])).text).toStartWith('HTTP/1.1 201 ')
    expect((await total()) - before).toBe(answered + 1)
  })

  test('who hangs up is no error in the log', async () => {
    await until(() => running.output().includes('A client went away before its answer'))
    expect(errors()).toEqual([])
  })
})

test('two Host fields are 400 as JSON, a missing one is 400, and HEAD has a Date', async () => {
  const ask = async (opening: string) =>
    (await rawHttp(running.http, [`${opening}Connection: close\r\n${authorization}\r\n`])).text
  const two = await ask('GET /v1/whoami HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\n')
  expect(two).toStartWith('HTTP/1.1 400 ')
  expect(two).toContain('{"error":"')
  expect(await ask('GET /v1/whoami HTTP/1.1\r\n')).toStartWith('HTTP/1.1 400 ')
  const head = await ask('HEAD /v1/whoami HTTP/1.1\r\nHost: a.example\r\n')
  expect(head).toStartWith('HTTP/1.1 200 ')
  expect(head.match(/\r\ndate: /gi)).toHaveLength(1)
})

test('live pages are bounded for each network, and let go when they are left', async () => {
  const { text: made } = await rawHttp(running.http, [
    'POST / HTTP/1.1\r\nHost: x.example\r\nSec-Fetch-Site: same-origin\r\nConnection: close\r\nContent-Length: 0\r\n\r\n',
  ])
  const page = /location: (\S+)/i.exec(made)?.[1] ?? ''
  const events = `GET ${page}/events HTTP/1.1\r\nHost: x.example\r\nX-Forwarded-For: 192.0.2.7\r\n\r\n`
  const leave = Promise.withResolvers<void>()
  let open = 0
  const held = Array.from({ length: 40 }, () =>
    rawHttp(running.http, [events, () => leave.promise, 'end'], (text) => {
      if (text.includes('retry: 3000') && !text.includes('counted')) open += 1
      return false
    }),
  )
  await until(() => open >= 40)
  const isOpen = (text: string) => text.includes('retry: 3000') || text.includes(' 503 ')
  expect((await rawHttp(running.http, [events], isOpen)).text).toStartWith('HTTP/1.1 503 ')
  leave.resolve()
  await Promise.all(held)
  await until(async () => (await rawHttp(running.http, [events], isOpen)).text.startsWith('HTTP/1.1 200 '))
  expect(errors()).toEqual([])
})
