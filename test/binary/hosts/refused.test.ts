import { afterAll, describe, expect } from 'bun:test'
import { join } from 'node:path'
import { BINARY, mailgauge } from '../../support/binary.ts'
import { accountAt, copyKey, hostAt, type OneHost } from '../../support/hosts/hosts.ts'
import { beforeAll, test } from '../../support/hosts/telling.ts'
import { type Cluster, cluster, ownPostgresMissing } from '../../support/postgres.ts'

/** `cluster` starts one of its own for any setting. */
const OF_ITS_OWN = ['log_min_messages=fatal']
/** A start that is not refused ends by this; a busy machine takes far less. */
const TOO_LONG_MS = 120_000

const OF_THE_KEY = /encryption key|key file|secrets\.key/

/** How a start ends that is to be refused. */
async function startOf({ folder }: OneHost, environment: Record<string, string> = {}) {
  const child = Bun.spawn([BINARY, 'serve'], {
    cwd: folder,
    env: { PATH: '/usr/bin:/bin', HOME: '/nonexistent', TMPDIR: join(folder, 'tmp'), ...environment },
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'pipe',
    timeout: TOO_LONG_MS,
    killSignal: 'SIGKILL',
  })
  const stderr = await new Response(child.stderr).text()
  return { code: await child.exited, stderr }
}

if (ownPostgresMissing) test.skip(`hosts that may not take part, ${ownPostgresMissing}`, () => {})
else
  describe('hosts that may not take part', () => {
    let server: Cluster
    let url: string
    let first: OneHost
    /** Of another instance. */
    let stranger: OneHost
    const made: OneHost[] = []
    const host = (name: string, at = url) => {
      const one = hostAt(name, at)
      made.push(one)
      return one
    }

    beforeAll(async () => {
      server = await cluster(OF_ITS_OWN)
      url = await server.create('mailgauge')
      first = host('mx1')
      await first.start()
      stranger = host('mx9', await server.create('another'))
      await stranger.start()
      await stranger.end()
    }, 300_000)
    afterAll(async () => {
      await Promise.all(made.map((one) => one.end()))
      await server?.stop()
      for (const one of made) one.remove()
    })

    test('one without the key of the others and one with another key, before anything is sealed', async () => {
      const without = host('mx2')
      const other = host('mx3')
      copyKey(stranger, other)
      for (const one of [without, other])
        expect(await startOf(one)).toMatchObject({ code: 78, stderr: expect.stringMatching(OF_THE_KEY) })
      expect(await first.readyz()).toBe(200)
      await demandSealing(first, 'before')
    }, 300_000)

    test('the same once something is sealed; with the right key it takes part', async () => {
      const second = host('mx2')
      copyKey(stranger, second)
      expect(await startOf(second)).toMatchObject({ code: 78, stderr: expect.stringMatching(OF_THE_KEY) })
      await demandSealing(first, 'after')
      copyKey(first, second)
      await second.start()
      expect(await second.readyz()).toBe(200)
      await demandSealing(second, 'at the second')
      await second.end()
    }, 300_000)

    test('one with the name of another that is alive; once that one has stopped, it may', async () => {
      const same = host('mx1')
      copyKey(first, same)
      const refused = await startOf(same)
      expect(refused).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('is alive under the name mx1'),
      })
      expect(await first.readyz()).toBe(200)
      await first.running().kill('SIGTERM')
      await same.start()
      expect(await same.readyz()).toBe(200)
      // Killed, it leaves its name behind, which is free again by itself.
      await same.running().kill('SIGKILL')
      await first.startAgain()
      expect(await first.readyz()).toBe(200)
    }, 600_000)

    test('one whose database does not take it, with a sentence and no password', async () => {
      const nobody = Object.assign(new URL(url), { password: 'hushhush', pathname: '/no-such-database' }).href
      const { code, stderr } = await startOf(host('mx4', nobody))
      expect([1, 78]).toContain(code)
      expect(stderr).toContain('no-such-database')
      expect(stderr).not.toContain('hushhush')
      expect(stderr).not.toMatch(/\bat .*\.ts:/)
    }, 300_000)

    /** The instance seals and opens secrets: a webhook has two. */
    async function demandSealing(at: OneHost, name: string): Promise<void> {
      await accountAt(at, name)
      const command = (...args: string[]) =>
        mailgauge(['alerts', ...args, '--account', name], { cwd: at.folder })
      for (const done of [
        await command('add', 'webhook', 'CI', 'https://ci.example.org/hook'),
        await command('rotate', 'CI'),
      ])
        expect(done, done.stderr).toMatchObject({ code: 0 })
    }
  })
