import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { onFreePort } from '../support/free-port.ts'
import { workplace } from './running.ts'

const FULL = { error: 'No mail can be taken: the disk is full.' }
const PATHS: Record<string, () => Response> = {
  '/readyz': () => Response.json({ ready: true }),
  '/livez': () => Response.json(FULL, { status: 503 }),
  '/moved': () => Response.redirect('/readyz', 302),
  '/page': () => new Response('<html>', { status: 404 }),
}
const service = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: (request) => PATHS[new URL(request.url).pathname]?.() ?? new Response('', { status: 500 }),
})
const at = `http://127.0.0.1:${service.port}`
/** Would answer for every address. */
const proxy = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('proxy') })
afterAll(() => Promise.all([service.stop(true), proxy.stop(true)]))

let place: ReturnType<typeof workplace>
beforeEach(() => {
  place = workplace()
})
afterEach(() => place.remove())

const configure = (listen: string) =>
  writeFileSync(
    join(place.folder, 'mailgauge.toml'),
    `[http]\nlisten = ["${listen}"]\n[smtp]\ndomain = "test.example"\n`,
  )

describe('mailgauge health', () => {
  test.each(['127.0.0.1', '', '0.0.0.0'])('asks the listener of the config, on "%s"', async (host) => {
    configure(`${host}:${service.port}`)
    expect(await place.run('health')).toEqual({
      code: 0,
      stdout: `${at}/readyz answers: all is well.\n`,
      stderr: '',
    })
  })

  test('asks where it is told to, without a config', async () => {
    expect(await place.run(`health --url ${at}`)).toMatchObject({ code: 0 })
    expect(await place.run(`health --url ${at}/livez`)).toEqual({
      code: 1,
      stdout: '',
      stderr: `${at}/livez answers 503. No mail can be taken: the disk is full.\n`,
    })
  })

  test.each(['/moved', '/page', '/none'])('%s is not the answer of a healthy service', async (path) => {
    const { code, stderr } = await place.run(`health --url ${at}${path}`)
    expect([code, stderr]).toEqual([1, expect.stringContaining('Is it another program?')])
  })

  test('nobody listens', async () => {
    const url = await onFreePort(async (port) => `http://127.0.0.1:${port}`)
    expect(await place.run(`health --url ${url}`)).toMatchObject({
      code: 1,
      stderr: `No answer from ${url}: nothing listens there.\n`,
    })
  })

  test('what listens says nothing', async () => {
    const mute = createServer((socket) => socket.end())
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
    const { port } = mute.address() as { port: number }
    const { code, stderr } = await place.run(`health --url http://127.0.0.1:${port}`)
    expect([code, stderr]).toEqual([1, expect.stringContaining('No answer from')])
    mute.close()
  })

  test('no proxy of the environment is asked', async () => {
    const before = process.env['http_proxy']
    process.env['http_proxy'] = `http://127.0.0.1:${proxy.port}`
    const { stdout } = await place.run(`health --url ${at}`)
    if (before === undefined) delete process.env['http_proxy']
    else process.env['http_proxy'] = before
    expect(stdout).toContain('all is well')
  })

  test('what is wrong with the config, the address, or a port that nobody knows, is said', async () => {
    expect(await place.run('health --url ftp://x')).toMatchObject({ code: 2 })
    expect(await place.run('health --url http://user:word@127.0.0.1')).toMatchObject({ code: 2 })
    configure('127.0.0.1:0')
    expect(await place.run('health')).toMatchObject({ code: 2, stderr: expect.stringContaining('--url') })
    writeFileSync(join(place.folder, 'mailgauge.toml'), '[smtp]\n')
    expect(await place.run('health')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('smtp.domain: must be set'),
    })
  })
})
