import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { describeApi } from '../../src/services/api-description/describe-api.ts'
import { ROUTES } from '../../src/services/api-description/operations.ts'
import { type Snippets, snippetsOf } from '../../src/services/api-description/snippets.ts'
import { check } from '../support/builders.ts'
import { openWorld, type World } from '../support/world.ts'
import { faultsOf } from './openapi-schema.ts'

// Interpreters take their time to start on a busy machine.
setDefaultTimeout(60_000)

const installed = (program: string) => {
  const path = Bun.which(program, { PATH: '/usr/bin:/bin:/usr/local/bin' })
  if (!path) console.warn(`skipped: ${program} is not installed`)
  return path
}
const bash = installed('curl') && installed('bash')
const python = installed('python3')

const RUN: Record<keyof Snippets, { program: string | null | undefined; args(code: string): string[] }> = {
  curl: { program: bash, args: (code) => ['-c', code.replace(/^curl/, 'curl --silent --show-error')] },
  typescript: { program: process.execPath, args: (code) => ['--eval', code] },
  python: { program: python, args: (code) => ['-c', code] },
}
const LANGUAGES = Object.keys(RUN) as (keyof Snippets)[]

const DOMAIN = { id: '0b8f5a52-6a43-4f0e-9a3d-5d1f1c3a7e21', domain: 'example.org', verified: true }

describe('the examples of the reference', () => {
  let world: World
  let baseUrl: string
  let environment: Record<string, string>
  let shared: string

  beforeAll(async () => {
    world = await openWorld({
      senderDomains: {
        list: async () => [DOMAIN],
        byId: async (_account, id) => (id === DOMAIN.id ? DOMAIN : undefined),
      },
    })
    baseUrl = `http://127.0.0.1:${world.http.start()[0]?.port}`
    const account = await world.account()
    const { token } = await world.test(account.id)
    shared = (await world.anonymousTest()).token
    for (const one of [token, shared])
      await world.message(one, { score: 10, checks: [check('dkim', { summary: 'Signed.' })] })
    environment = {
      PATH: '/usr/bin:/bin',
      MAILGAUGE_API_KEY: (await world.key(account.id)).secret,
      TOKEN: token,
      DOMAIN_ID: DOMAIN.id,
    }
  })
  afterAll(() => world.close())

  async function run(language: keyof Snippets, code: string, changes: Record<string, string> = {}) {
    const { program, args } = RUN[language]
    const child = Bun.spawn([program ?? '', ...args(code)], {
      env: { ...environment, ...changes },
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const [stdout, stderr] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ])
    return { code: await child.exited, stdout, stderr }
  }

  for (const language of LANGUAGES) {
    test.skipIf(!RUN[language].program)(`in ${language} each gives what its route describes`, async () => {
      for (const route of ROUTES) {
        const token = route.tags.includes('Shared') ? { TOKEN: shared } : {}
        const done = await run(language, snippetsOf(route, baseUrl)[language], token)
        expect({ route: route.operationId, ...done }).toMatchObject({ code: 0 })
        const answer = route.responses['200'] ?? route.responses['201']
        const schema = answer?.content['application/json'].schema ?? {}
        expect(faultsOf(JSON.parse(done.stdout), schema, describeApi(baseUrl).components)).toEqual([])
      }
    })
  }
})
