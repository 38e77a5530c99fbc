import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Check } from '../../src/core/check.ts'
import { check, finding } from '../support/builders.ts'
import { openWorld, type World } from '../support/world.ts'
import { workplace } from './running.ts'

const FAILED = check('dmarc', {
  status: 'failed',
  score: -1.5,
  summary: 'The domain publishes no DMARC record.',
  findings: [finding('dmarc-none', { cost: 1.5, advice: 'Publish one.', reference: 'RFC 9989' })],
})
const OPEN = check('spf', { status: 'error', summary: 'The DNS gave no answer.' })
const PASSED = check('dkim', { summary: 'Signed.' })

let world: World
let url: string
let environment: Record<string, string>
let accountId: string
let place: ReturnType<typeof workplace>

beforeAll(async () => {
  world = await openWorld()
  url = `http://127.0.0.1:${world.http.start()[0]?.port}`
})
afterAll(() => world.close())
beforeEach(async () => {
  place = workplace()
  accountId = (await world.account()).id
  environment = { MAILGAUGE_API_URL: url, MAILGAUGE_API_KEY: (await world.key(accountId)).secret }
})
afterEach(() => place.remove())

/** A test with a message that was analysed so. */
async function scored(score: number, checks: Check[]): Promise<string> {
  const { token } = await world.test(accountId)
  await world.message(token, { score, checks })
  return token
}

describe('test create', () => {
  test('prints address and token as shells read them', async () => {
    const { code, stdout } = await place.run('test create', environment)
    expect(code).toBe(0)
    expect(stdout).toMatch(/^address=[a-z2-7]{12}@in\.example\.com\ntoken=[a-z2-7]{26}\n$/)
  })

  test('prints JSON', async () => {
    const { stdout } = await place.run('test create --json', environment)
    expect(Object.keys(JSON.parse(stdout))).toEqual([
      'token',
      'address',
      'source',
      'expires_at',
      'created_at',
    ])
  })

  test('options win over variables', async () => {
    const key = environment['MAILGAUGE_API_KEY'] ?? ''
    const wrong = { MAILGAUGE_API_URL: 'http://127.0.0.1:1', MAILGAUGE_API_KEY: 'mg_wrong' }
    expect(await place.run(['test', 'create', '--url', `${url}/`, `--key=${key}`], wrong)).toMatchObject({
      code: 0,
    })
  })

  test('what would do something in a shell is not printed', async () => {
    const server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: () => Response.json({ token: 't', address: 'a$(touch x)@b' }),
    })
    const to = { ...environment, MAILGAUGE_API_URL: `http://127.0.0.1:${server.port}` }
    expect(await place.run('test create', to)).toMatchObject({ code: 1, stdout: '' })
    await server.stop(true)
  })
})

describe('what can be wrong', () => {
  const CASES: readonly [string, Record<string, string>, number, string][] = [
    ['no key', { MAILGAUGE_API_KEY: '' }, 2, 'set MAILGAUGE_API_KEY'],
    ['a key of another service', { MAILGAUGE_API_KEY: 'mg_wrong' }, 1, 'does not take the key'],
    ['a key that no header can carry', { MAILGAUGE_API_KEY: 'mg_x\ny' }, 2, 'characters that no key has'],
    [
      'an address that is none',
      { MAILGAUGE_API_URL: 'mailgauge.example.org' },
      2,
      'expected an address such as',
    ],
    [
      'an address of another kind',
      { MAILGAUGE_API_URL: 'ftp://mailgauge.example.org' },
      2,
      'expected an address',
    ],
    [
      'nobody there',
      { MAILGAUGE_API_URL: 'http://127.0.0.1:1' },
      1,
      'No answer from http://127.0.0.1:1: nothing listens there. Check',
    ],
  ]
  test.each(CASES)('%s', async (_what, changes, code, says) => {
    const result = await place.run('test create', { ...environment, ...changes })
    expect(result).toMatchObject({ code, stdout: '' })
    expect(result.stderr).toContain(says)
    expect(result.stderr).not.toContain(environment['MAILGAUGE_API_KEY'] ?? '?')
  })

  test('the address of something else', async () => {
    const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('Hello') })
    const to = { ...environment, MAILGAUGE_API_URL: `http://127.0.0.1:${server.port}` }
    const { code, stderr } = await place.run('test create', to)
    expect(code).toBe(1)
    expect(stderr).toContain('not as the API of Mailgauge does. Check --url or MAILGAUGE_API_URL.')
    await server.stop(true)
  })

  test('a key without the scope is told which; an unknown token is told', async () => {
    const { secret } = await world.key(accountId, ['tests:read'])
    const reading = { ...environment, MAILGAUGE_API_KEY: secret }
    expect((await place.run('test create', reading)).stderr).toBe(
      'API key missing required scope: tests:write\n',
    )
    expect(await place.run(`test wait ${'a'.repeat(26)}`, reading)).toMatchObject({
      code: 1,
      stderr: 'No such test, or its token has expired.\n',
    })
  })

  test.each([
    ['test gate abc', 'the message score?'],
    ['test gate abc --min-score 11', '--min-score: expected points'],
    ['test gate abc --min-score 9 --timeout soon', '--timeout: expected a duration'],
    ['test wait abc --timeout 2d', '--timeout: expected a duration of at most a day'],
    ['test gate . --min-score 9', '"." is not a test token'],
    ['test gate .. --min-score 9', '".." is not a test token'],
    ['test gate abc --min-score 9', '"abc" is not a test token'],
    ['test wait .', '"." is not a test token: give the one that mailgauge test create printed.\n'],
    [`test wait ${'A'.repeat(26)}`, 'is not a test token'],
    [`test wait ${'a'.repeat(26)}/kind`, 'is not a test token'],
    ['test wait', '<token> is missing'],
    ['test wait --', '<token> is missing'],
  ])('%s', async (line, says) => {
    const { code, stderr } = await place.run(line, environment)
    expect([code, stderr.includes(says)]).toEqual([2, true])
  })

  test('a variable that was never set', async () => {
    const { code, stderr } = await place.run(['test', 'wait', ''], environment)
    expect([code, stderr]).toEqual([2, 'The token is empty: was a test made before?\n'])
  })
})

describe('test wait', () => {
  test('prints the report as soon as it is there', async () => {
    const { token } = await world.test(accountId)
    const waiting = place.run(`test wait ${token}`, environment)
    await Bun.sleep(50)
    const message = await world.message(token, { score: 8.5, checks: [PASSED, FAILED, OPEN] })
    const { code, stdout } = await waiting
    expect(code).toBe(0)
    expect(stdout).toStartWith(
      `8.5 of 10  (1 check could not be determined)\nMessage ${message}, received 20`,
    )
    expect(stdout).toMatch(
      /To fix\n {2}✗ DMARC +-1\.5\n {4}The domain publishes no DMARC record\.\n {4}Why it matters: It ties [^→]*\n {4}→ Publish one\./,
    )
    expect(stdout).toContain('it has no\nusable DMARC record. One check cost 1.5 points.\n')
    expect(stdout).toContain('Who can change it: Your')
    expect(stdout).toMatch(/Not determined\n {2}\? SPF +open +The DNS gave no answer\./)
  })

  test('prints JSON', async () => {
    const token = await scored(10, [PASSED])
    const { stdout } = await place.run(['test', 'wait', token, '--json'], environment)
    expect(JSON.parse(stdout)).toMatchObject({
      token,
      status: 'scored',
      score: 10,
      checks: [{ name: 'dkim' }],
    })
  })

  test('ends with 4 when nothing arrives, with 1 when the message could not be analysed', async () => {
    const { token } = await world.test(accountId)
    const late = await place.run(`test wait ${token} --timeout 100ms`, environment)
    expect(late).toMatchObject({ code: 4, stdout: '' })
    expect(late.stderr).toContain('within 100ms')
    await world.message(token, 'failed')
    const failed = await place.run(`test wait ${token}`, environment)
    expect(failed).toMatchObject({ code: 1, stderr: 'The message could not be analysed.\n' })
  })
})

describe('test gate', () => {
  const CASES: readonly [string, number, Check[], string, number][] = [
    ['high enough', 9, [PASSED], '--min-score 9', 0],
    ['just too low', 8.9, [PASSED], '--min-score 9', 3],
    ['undetermined', 9.5, [PASSED, OPEN], '--min-score 9', 5],
    ['undetermined, which is allowed', 9.5, [OPEN], '--min-score 9 --allow-errors', 0],
    ['too low whatever the rest says', 8.5, [FAILED, OPEN], '--min-score 9 --allow-errors', 3],
    ['nothing is asked for', 0, [FAILED], '--min-score 0', 0],
  ]
  test.each(CASES)('%s', async (_what, score, checks, options, code) => {
    const token = await scored(score, checks)
    const result = await place.run(`test gate ${token} ${options}`, environment)
    expect(result.code).toBe(code)
    expect(result.stdout).toStartWith(`${score.toFixed(1)} of 10`)
    if (code === 5) expect(result.stderr).toContain('but 1 check could not be determined')
  })

  test('no report in time, and a message that could not be analysed', async () => {
    const { token } = await world.test(accountId)
    expect((await place.run(`test gate ${token} --min-score 9 --timeout 50ms`, environment)).code).toBe(4)
    await world.message(token, 'failed')
    expect((await place.run(`test gate ${token} --min-score 0`, environment)).code).toBe(1)
  })

  test('waits as long as Retry-After says', async () => {
    const token = await scored(9, [PASSED])
    let asked = 0
    const server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch(request) {
        asked += 1
        if (asked === 1)
          return Response.json({ error: 'slow' }, { status: 429, headers: { 'retry-after': '1' } })
        return world.http.handle(request, '127.0.0.1')
      },
    })
    const to = { ...environment, MAILGAUGE_API_URL: `http://127.0.0.1:${server.port}` }
    expect((await place.run(`test gate ${token} --min-score 9`, to)).code).toBe(0)
    expect(asked).toBe(2)
    await server.stop(true)
  })
})

describe('the variables of these commands', () => {
  test('are no part of the config, and do not end an evaluation', async () => {
    const { code, stdout } = await place.run('config print', environment)
    expect(code).toBe(0)
    expect(stdout).not.toContain('MAILGAUGE_API')
    expect(await place.run('config print', {})).toMatchObject({ stdout })
    const near = await place.run('config print', { MAILGAUGE_API_UR: 'x' })
    expect([near.code, near.stderr.includes('MAILGAUGE_API_UR: there is no such variable')]).toEqual([
      2,
      true,
    ])
  })
})
