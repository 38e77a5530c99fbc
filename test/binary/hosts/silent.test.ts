import { afterAll, describe, expect } from 'bun:test'
import { BINARY } from '../../support/binary.ts'
import {
  type AccountOfTest,
  accountAt,
  copyKey,
  type Hosts,
  hasEnded,
  hostAt,
  makeTest,
  startHosts,
} from '../../support/hosts/hosts.ts'
import { createSender, numbered } from '../../support/hosts/sender.ts'
import { beforeAll, test } from '../../support/hosts/telling.ts'
import { ownPostgresMissing } from '../../support/postgres.ts'
import { type SilentProxy, silentProxy } from '../../support/silent-proxy.ts'
import { dotStuffed, greetedClient, type SmtpReply } from '../../support/smtp-client.ts'
import { until } from '../../support/until.ts'

/** Seconds by themselves; a busy machine needs some more. */
const SOON_MS = 45_000

if (ownPostgresMissing) test.skip(`a database that falls silent, ${ownPostgresMissing}`, () => {})
else
  describe('a database that falls silent: bytes vanish, connections stay', () => {
    let hosts: Hosts
    let proxy: SilentProxy
    let account: AccountOfTest
    let inbox: { token: string; address: string }
    let atDot: Promise<SmtpReply>
    /** Ids of messages that were answered 250. */
    const taken: string[] = []
    /** Messages that were sent whole and not answered 250: the first is the one that is on its way when it happens. */
    let unknown = 1

    const sendAt = async (at: 0 | 1 | 2, address: string, number: string) => {
      const sender = createSender(() => hosts.all[at].running().smtp)
      const sent = await sender.send(address, numbered(number))
      sender.drop()
      if (sent.kind === 'taken') taken.push(sent.id)
      if (sent.kind === 'unknown' || (sent.kind === 'refused' && sent.isWhole)) unknown += 1
      return sent
    }

    beforeAll(async () => {
      hosts = await startHosts({
        through(port) {
          proxy = silentProxy(port)
          return proxy.port
        },
      })
      account = await accountAt(hosts.all[0], 'shop')
      inbox = await makeTest(hosts.all[0], account)
      for (const at of [0, 1, 2] as const)
        expect(await sendAt(at, inbox.address, `before ${at}`)).toMatchObject({ kind: 'taken' })

      // One message is on its way when it happens.
      const client = await greetedClient(hosts.all[0].running().smtp)
      expect((await client.command('MAIL FROM:<a@example.org>')).code).toBe(250)
      expect((await client.command(`RCPT TO:<${inbox.address}>`)).code).toBe(250)
      expect((await client.command('DATA')).code).toBe(354)
      proxy.silence()
      client.send(dotStuffed(numbered('in between')))
      atDot = client.reply()
      atDot.catch(() => {})
    }, 300_000)
    afterAll(async () => {
      await hosts?.done()
      proxy?.stop()
    })

    test('every host says within seconds that it takes no mail, and that it lives', async () => {
      for (const host of hosts.all) await until(async () => (await host.readyz()) === 503, SOON_MS)
      for (const host of hosts.all) expect((await host.ask('/livez'))?.status).toBe(200)
    }, 300_000)

    test('mail is put off with 451, at the dot too', async () => {
      expect((await atDot).code).toBe(451)
      for (const at of [0, 1, 2] as const) {
        const sent = await sendAt(at, inbox.address, `meanwhile ${at}`)
        expect(sent).toMatchObject({ kind: 'refused', reply: { code: 451 } })
      }
    }, 300_000)

    test('a test is not made, and a report is not read: 503 in time', async () => {
      const { headers } = account
      for (const host of hosts.all) {
        expect((await host.ask('/v1/tests', { method: 'POST', headers }))?.status).toBe(503)
        expect((await host.ask(`/v1/tests/${inbox.token}`, { headers }))?.status).toBe(503)
      }
    }, 300_000)

    test('a start meanwhile ends with a sentence, and may be tried again', async () => {
      const late = hostAt('mx4', hosts.url)
      copyKey(hosts.all[0], late)
      const child = Bun.spawn([BINARY, 'serve'], {
        cwd: late.folder,
        env: { PATH: '/usr/bin:/bin', HOME: '/nonexistent' },
        stdin: 'ignore',
        stdout: 'ignore',
        stderr: 'pipe',
        timeout: 120_000,
        killSignal: 'SIGKILL',
      })
      const stderr = await new Response(child.stderr).text()
      expect({ code: await child.exited, stderr }).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('is not reached'),
      })
      late.remove()
    }, 300_000)

    test('when bytes come through again each host goes on by itself, and nothing taken is lost', async () => {
      const before = hosts.all.map((host) => host.running())
      proxy.resume()
      for (const host of hosts.all) await until(async () => (await host.readyz()) === 200)
      expect(before.filter(hasEnded)).toEqual([])
      for (const at of [0, 1, 2] as const)
        await until(async () => (await sendAt(at, inbox.address, `after ${at}`)).kind === 'taken')
      await until(async () => {
        const [left] = await hosts.query<{ n: number }>(
          'SELECT count(*)::int AS n FROM messages WHERE status IS NULL',
        )
        return left?.n === 0
      })
      const kept = await hosts.query<{ id: string; status: string }>('SELECT id, status FROM messages')
      const scored = kept.filter(({ status }) => status === 'scored').map(({ id }) => id)
      expect(taken.filter((id) => !scored.includes(id))).toEqual([])
      expect(kept.length - taken.length).toBeLessThanOrEqual(unknown)
    }, 300_000)

    test('changes are heard of again: a wait on one host is told of mail to another', async () => {
      const { token, address } = await makeTest(hosts.all[0], account)
      const waiting = hosts.all[2].ask(`/v1/tests/${token}?wait=60`, {
        headers: account.headers,
        signal: AbortSignal.timeout(90_000),
      })
      expect(await sendAt(1, address, 'heard again')).toMatchObject({ kind: 'taken' })
      expect(await (await waiting)?.json()).toMatchObject({ status: 'scored' })
    }, 300_000)
  })
