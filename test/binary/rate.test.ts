import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createClient } from '../../clients/typescript/src/client.ts'
import { mailgauge, type Running, serve, temporaryFolder, writeConfig } from '../support/binary.ts'
import { until } from '../support/until.ts'

describe('the rate of an account', () => {
  const { folder, remove } = temporaryFolder()
  let running: Running

  beforeAll(async () => {
    writeConfig(
      folder,
      {},
      {
        'plans.brisk': 'api = true\nrate_per_minute = 600\nburst = 20',
        'plans.lined': 'api = true\nrate_per_minute = 600\nburst = 10',
        'plans.rare': 'api = true\nrate_per_minute = 1\nburst = 0',
      },
    )
    running = await serve(folder)
  })
  afterAll(async () => {
    await running.kill()
    remove()
  })

  async function keyOn(plan: string): Promise<string> {
    const cwd = folder
    expect(await mailgauge(['account', 'create', plan, '--plan', plan], { cwd })).toMatchObject({ code: 0 })
    const made = await mailgauge(['key', 'create', '--name', 'k', '--account', plan], { cwd })
    return made.stdout.trim()
  }
  const whoami = (key: string) =>
    fetch(`http://${running.http}/v1/whoami`, { headers: { authorization: `Bearer ${key}` } })

  test('twelve clients that wait as told go on being admitted, each of them', async () => {
    const key = await keyOn('brisk')
    let refused = 0
    async function work(): Promise<void> {
      for (let admitted = 0; admitted < 4; ) {
        const response = await whoami(key)
        await response.text()
        if (response.status === 200) {
          admitted += 1
          continue
        }
        expect(response.status).toBe(429)
        refused += 1
        await Bun.sleep(Number(response.headers.get('retry-after')) * 1000)
      }
    }
    await Promise.all(Array.from({ length: 12 }, work))
    expect(refused).toBeGreaterThan(0)
  })

  test('the TypeScript client asks one at a time while it is used up, and spends no retries', async () => {
    const apiKey = await keyOn('lined')
    const seen = { refused: 0, sideBySide: 0, running: 0 }
    async function counted(input: string | URL | Request, init?: RequestInit): Promise<Response> {
      seen.running += 1
      if (seen.refused > 0) seen.sideBySide = Math.max(seen.sideBySide, seen.running)
      const response = await fetch(input, init)
      seen.running -= 1
      if (response.status === 429) seen.refused += 1
      return response
    }
    const client = createClient({
      baseUrl: `http://${running.http}`,
      apiKey,
      retries: 0,
      fetch: counted as typeof fetch,
    })
    while ((await whoami(apiKey)).status === 200);
    const first = client.whoami()
    await until(() => seen.refused === 1)
    const others = Array.from({ length: 24 }, (_, index) =>
      index % 3 === 0 ? client.createTest() : client.whoami(),
    )
    expect(await Promise.all([first, ...others])).toHaveLength(25)
    // More than one only where the answer before told of room for all who were left.
    expect(seen.sideBySide).toBeLessThanOrEqual(11)
    expect(seen.refused).toBeLessThan(25)
  })

  test('of refusals at once one takes a slot, and no wait is longer than a minute', async () => {
    const key = await keyOn('rare')
    expect((await whoami(key)).status).toBe(200)
    const answers = await Promise.all(Array.from({ length: 30 }, () => whoami(key)))
    for (const { status, headers } of answers) {
      expect(status).toBe(429)
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60)
      expect(headers.get('ratelimit-policy')).toBe('"account";q=1;w=60')
      expect(headers.get('ratelimit')).toMatch(/^"account";r=0;t=\d+$/)
    }
  })
})
