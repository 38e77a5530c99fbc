import { expect, test } from 'bun:test'
import { createMetricsServer } from '../../../src/http/metrics/metrics-server.ts'

function server(more: { token?: string; scrape?(): Promise<string> } = {}) {
  const failures: unknown[] = []
  const made = createMetricsServer({
    listen: [{ host: '127.0.0.1', port: 0 }],
    contentType: 'text/plain; version=0.0.4; charset=utf-8',
    scrape: async () => 'x 1\n',
    failed: (cause) => failures.push(cause),
    ...more,
  })
  const ask = (path = '/metrics', init: RequestInit = {}) =>
    made.handle(new Request(`http://localhost${path}`, init))
  return { ...made, ask, failures }
}

test('without a token everybody who reaches it may read', async () => {
  const answer = await server().ask()
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
    'no-store',
  ])
  expect(await answer.text()).toBe('x 1\n')
})

test.each([
  [undefined, 401],
  ['Bearer 0123456789abcdef', 200],
  ['bearer  0123456789abcdef', 200],
  ['Bearer 0123456789abcde', 401],
  ['Bearer 0123456789abcdef0', 401],
  ['Bearer', 401],
  ['0123456789abcdef', 401],
  [`Bearer ${'a'.repeat(100_000)}`, 401],
])('with one, %s is answered %d', async (authorization, status) => {
  const init = authorization === undefined ? {} : { headers: { authorization } }
  const answer = await server({ token: '0123456789abcdef' }).ask('/metrics', init)
  expect(answer.status).toBe(status)
  expect(answer.headers.has('www-authenticate')).toBe(status === 401)
  if (status === 401) expect(await answer.text()).not.toContain('0123456789abcdef')
})

test('answers nothing else, and says when the figures cannot be read', async () => {
  const broken = server({ scrape: async () => Promise.reject(new Error('no disk')) })
  const answer = await broken.ask()
  expect(answer.status).toBe(500)
  expect(await answer.text()).not.toContain('no disk')
  expect(broken.failures).toHaveLength(1)
  for (const path of ['/', '/metrics/', '/healthz', '/metrics/x']) {
    expect((await server().ask(path)).status).toBe(404)
  }
  const posted = await server().ask('/metrics', { method: 'POST' })
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
})

test('a port that is taken is told by the name of its option', () => {
  const first = server()
  const [at] = first.start()
  const second = createMetricsServer({
    listen: [{ host: '127.0.0.1', port: at?.port ?? 0 }],
    contentType: '',
    scrape: async () => '',
    failed: () => undefined,
  })
  expect(() => second.start()).toThrow('set another metrics.listen')
  return first.stop()
})
