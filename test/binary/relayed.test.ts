import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { WireReport } from '../support/api-client.ts'
import { handles, mailgauge, type Running, serve, temporaryFolder, writeConfig } from '../support/binary.ts'
import { connectSmtp, dotStuffed, greetedClient, type SmtpClient } from '../support/smtp-client.ts'
import { until } from '../support/until.ts'

const LETTER =
  'From: Ann <ann@example.org>\r\nTo: Bob <bob@example.net>\r\nSubject: x\r\n\r\nThe garden opens on Saturday.\r\n'

describe('the binary behind a mail server', () => {
  const { folder, remove } = temporaryFolder()
  const socket = join(folder, 'lmtp')
  const options = [`lmtp_listen = ["${socket}"]`, 'lmtp_socket_mode = "0600"']
  let running: Running

  beforeAll(async () => {
    writeConfig(folder, { smtp: [...options, 'trusted_relays = ["127.0.0.1"]'].join('\n') })
    running = await serve(folder)
  })
  afterAll(async () => {
    await running?.kill()
    remove()
  })

  const page = (path: string) => fetch(`http://${running.http}${path}`)

  async function newTest() {
    const made = await fetch(`http://${running.http}/`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin' },
      redirect: 'manual',
    })
    const token = (made.headers.get('location') ?? '').split('/').at(-1) ?? ''
    const shared = async () => (await (await page(`/v1/shared/${token}`)).json()) as WireReport
    return { token, shared, address: (await shared()).address }
  }

  const scored = (shared: () => Promise<WireReport>) =>
    until(async () => {
      const report = await shared()
      return report.status === 'pending' ? undefined : report
    })

  async function send(client: SmtpClient, address: string) {
    await client.command('XFORWARD NAME=mail.example.org ADDR=192.0.2.10 HELO=mail.example.org')
    await client.command('MAIL FROM:<ann@example.org>')
    await client.command(`RCPT TO:<${address}>`)
    await client.command('DATA')
    client.send(dotStuffed(LETTER))
    expect((await client.reply()).code).toBe(250)
    client.reset()
  }

  test('judges the client that a relay names, over LMTP and SMTP, and shows whose session it was', async () => {
    expect(statSync(socket).mode & 0o777).toBe(0o600)
    const lmtp = await connectSmtp({ path: socket })
    await lmtp.reply()
    await lmtp.command('LHLO relay.example.net')
    const smtp = await greetedClient(running.smtp, 'relay.example.net')
    for (const [client, where] of [
      [lmtp, 'on this machine'],
      [smtp, 'at 127.0.0.1'],
    ] as const) {
      const { token, shared, address } = await newTest()
      await send(client, address)
      const { checks } = await scored(shared)
      const check = (name: string) => checks.find((one) => one.name === name)
      expect(check('blocklist')?.detail).toMatchObject({ checked_ip: '192.0.2.10' })
      expect(check('tls')).toMatchObject({ status: 'neutral', score: 0 })
      expect(check('smtp-conduct')).toMatchObject({ status: 'neutral', score: 0 })
      const shown = await (await page(`/t/${token}`)).text()
      expect(shown).toContain(`Received through the mail server ${where}. This is its session with Mailgauge`)
    }
  }, 120_000)

  test('a reload takes the trust away', async () => {
    const offered = async () => {
      const client = await connectSmtp(running.smtp)
      await client.reply()
      const { lines } = await client.command('EHLO relay.example.net')
      client.reset()
      return lines.some((line) => line.includes('XFORWARD'))
    }
    expect(await offered()).toBe(true)
    writeConfig(folder, { smtp: [...options, 'trusted_relays = []'].join('\n') })
    await until(() => handles(running.process.pid, 'SIGHUP'))
    running.process.kill('SIGHUP')
    await until(async () => !(await offered()))
  }, 120_000)

  test('config check names what contradicts itself', async () => {
    const wrong = temporaryFolder()
    writeConfig(wrong.folder, {
      smtp: 'lmtp_listen = ["127.0.0.1:25"]\nproxy_protocol_from = ["0.0.0.0/0"]',
    })
    const { code, stderr, stdout } = await mailgauge(['config', 'check'], { cwd: wrong.folder })
    expect(code).not.toBe(0)
    for (const name of ['smtp.lmtp_listen: ', 'smtp.trusted_relays: ', 'smtp.proxy_protocol_from: '])
      expect(stderr + stdout).toContain(name)
    wrong.remove()
  })
})
