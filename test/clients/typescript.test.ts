import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createClient,
  ForbiddenError,
  InvalidIdError,
  NotFoundError,
  UnauthenticatedError,
  WaitTimeoutError,
} from '../../clients/typescript/src/client.ts'
import { CLIENT_TYPES, clientTypes } from '../../scripts/generate-client.ts'
import { check } from '../support/builders.ts'
import { openWorld, type World } from '../support/world.ts'

// The compiler takes its time on a busy machine.
setDefaultTimeout(300_000)

const ROOT = join(import.meta.dir, '..', '..')
const CLIENT = join(ROOT, 'clients', 'typescript')
const CHECK = { name: 'dkim', status: 'passed' as const, score: 0, detail: { summary: 'Signed.' } }

async function run(command: string[], cwd = CLIENT, env: Record<string, string> = {}) {
  const child = Bun.spawn(command, { cwd, env: { ...process.env, ...env }, stdout: 'pipe', stderr: 'pipe' })
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  return { code: await child.exited, stdout, stderr }
}

const tsc = (...args: string[]) => [process.execPath, join(ROOT, 'node_modules', '.bin', 'tsc'), ...args]
const node = Bun.which('node')
if (!node) console.warn('skipped: node is not installed')

let world: World
let baseUrl: string
beforeAll(async () => {
  world = await openWorld()
  baseUrl = `http://127.0.0.1:${world.http.start()[0]?.port}`
})
afterAll(() => world.close())

async function clientOf(scopes: readonly ('tests:write' | 'tests:read')[] = ['tests:write', 'tests:read']) {
  const account = await world.account()
  const apiKey = (await world.key(account.id, scopes)).secret
  return { account, apiKey, client: createClient({ baseUrl: `${baseUrl}/`, apiKey, retries: 0 }) }
}

/** What the promise fails with. (`expect().rejects` holds up the loop that a server in this process needs.) */
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (cause: unknown) => cause,
  )

describe('the TypeScript client', () => {
  test('its types are those of the OpenAPI document (bun scripts/generate-client.ts)', () => {
    expect(readFileSync(CLIENT_TYPES, 'utf8')).toBe(clientTypes())
  })

  test('its example compiles strictly', async () => {
    expect(await run(tsc('-p', '.'))).toMatchObject({ code: 0, stdout: '' })
  })

  test('makes a test and waits for its report', async () => {
    const { client, account } = await clientOf()
    const made = await client.createTest()
    expect(made.address).toEndWith('@in.example.com')
    const waiting = client.waitForReport(made.token, { timeout: 20_000 })
    await Bun.sleep(50)
    const id = await world.message(made.token, {
      score: 9.5,
      checks: [check('dkim', { summary: 'Signed.' })],
    })
    expect(await waiting).toMatchObject({ status: 'scored', score: 9.5, message_id: id, checks: [CHECK] })
    await world.message(made.token, 'failed')
    expect(await client.getTest(made.token)).toMatchObject({ status: 'failed' })
    expect(await client.getTest(made.token, { m: id })).toMatchObject({ score: 9.5 })
    expect(await client.whoami()).toEqual({ account_id: account.id, scopes: ['tests:write', 'tests:read'] })
  })

  test('gives up waiting, or is made to', async () => {
    const { client } = await clientOf()
    const { token } = await client.createTest()
    expect(await failureOf(client.waitForReport(token, { timeout: 100 }))).toBeInstanceOf(WaitTimeoutError)
    const enough = AbortSignal.timeout(50)
    const ended = await failureOf(client.waitForReport(token, { signal: enough }))
    expect(ended).toBe(enough.reason)
  })

  test('the same idempotency key gives the same test; calls of their own do not', async () => {
    const { client } = await clientOf()
    const one = await client.createTest({ idempotencyKey: 'build-1' })
    expect(await client.createTest({ idempotencyKey: 'build-1' })).toEqual(one)
    expect((await client.createTest()).token).not.toBe((await client.createTest()).token)
  })

  test('walks over all pages, and each test comes once even when one is made meanwhile', async () => {
    const { client } = await clientOf()
    const made: string[] = []
    for (let count = 0; count < 5; count += 1) made.unshift((await client.createTest()).token)
    const walked: string[] = []
    for await (const { token } of client.listTests({ limit: 2 })) {
      if (walked.length === 1) await client.createTest()
      walked.push(token)
    }
    expect(walked).toEqual(made)
    expect(await client.testPage({ limit: 1 })).toMatchObject({ total: 6 })
  })

  test('reads shared tests without a key', async () => {
    const { token } = await world.anonymousTest()
    await world.message(token, { score: 10, checks: [check('dkim', { summary: 'Signed.' })] })
    const client = createClient({ baseUrl })
    expect(await client.sharedTest(token)).toMatchObject({ score: 10 })
    const message = await client.sharedMessage(token)
    expect(message.withheld ? message.withheld_reason : message.content).toBe('hidden content')
  })

  test('says what kind of mail a test gets', async () => {
    const { client } = await clientOf()
    const { token } = await client.createTest()
    expect(await client.updateTest(token, { kind: 'list', bulk: true })).toMatchObject({ token })
    expect((await world.store.mailTests.byToken(token))?.senderHints).toEqual({
      kind: 'list',
      bulk: true,
    })
  })

  test('says what was refused by class', async () => {
    const { client } = await clientOf(['tests:write'])
    expect(await failureOf(createClient({ baseUrl, apiKey: 'mg_wrong' }).whoami())).toBeInstanceOf(
      UnauthenticatedError,
    )
    const refused = await failureOf(client.testPage())
    expect(refused).toBeInstanceOf(ForbiddenError)
    expect(refused).toMatchObject({ status: 403, message: 'API key missing required scope: tests:read' })
    expect((refused as ForbiddenError).requestId).toMatch(/^req_/)
    expect(await failureOf(createClient({ baseUrl }).sharedTest('a'.repeat(26)))).toBeInstanceOf(
      NotFoundError,
    )
  })

  test('what is no token or id is refused without a request', async () => {
    let asked = 0
    const fetched = Object.assign(
      async () => {
        asked += 1
        return Response.json({ tests: [] })
      },
      { preconnect: () => {} },
    )
    const client = createClient({ baseUrl, apiKey: 'mg_x', fetch: fetched })
    const token = 'a'.repeat(26)
    const none = [
      '',
      '.',
      '..',
      '../whoami',
      '%2e',
      '/',
      '?',
      '#',
      'abc',
      `${token}/`,
      `${token}\n`,
      `${token}a`,
    ]
    for (const given of [...none, token.toUpperCase(), undefined as unknown as string]) {
      const calls = [
        client.getTest(given),
        client.waitForReport(given),
        client.updateTest(given, { kind: 'list' }),
        client.sharedTest(given),
        client.sharedMessage(given),
      ]
      for (const call of calls) {
        const failure = await failureOf(call)
        expect(failure).toBeInstanceOf(InvalidIdError)
        expect(failure).toBeInstanceOf(NotFoundError)
      }
    }
    for (const given of ['', '.', '..']) {
      const calls = [client.dmarcSummary(given), client.dmarcReports(given), client.dmarcSources(given)]
      for (const call of calls) expect(await failureOf(call)).toBeInstanceOf(InvalidIdError)
    }
    expect(asked).toBe(0)
    await client.getTest(token)
    expect(asked).toBe(1)
  })

  test.skipIf(!node)('its build is a package that Node runs and a strict project compiles', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mailgauge-client-'))
    const home = join(folder, 'node_modules', 'mailgauge-client')
    mkdirSync(home, { recursive: true })
    cpSync(join(CLIENT, 'package.json'), join(home, 'package.json'))
    const build = await run(tsc('-p', 'tsconfig.build.json', '--outDir', join(home, 'dist')))
    expect(build).toMatchObject({ code: 0, stdout: '' })
    const program = `import { createClient, type Report } from 'mailgauge-client'
const client = createClient({ baseUrl: ${JSON.stringify(baseUrl)}, apiKey: ${JSON.stringify((await clientOf()).apiKey)} })
const { token } = await client.createTest()
const report: Report = await client.getTest(token)
const status: 'pending' | 'scored' | 'failed' = report.status
console.log(status)
`
    writeFileSync(join(folder, 'use.mts'), program)
    const strict = ['--strict', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2023,dom']
    expect(await run(tsc(...strict, '--types', '', 'use.mts'), folder)).toMatchObject({ code: 0, stdout: '' })
    expect(await run([node ?? '', 'use.mjs'], folder)).toMatchObject({ code: 0, stdout: 'pending\n' })
    rmSync(folder, { recursive: true })
  })
})
