import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { WireReport } from '../support/api-client.ts'
import { mailgauge, type Running, serve, temporaryFolder, writeConfig } from '../support/binary.ts'
import {
  type Daemon,
  gtube,
  letter,
  scannersAreHere,
  startAll,
  startRspamd,
  startSpamd,
} from '../support/scanners.ts'
import { connectSmtp } from '../support/smtp-client.ts'
import { until } from '../support/until.ts'

describe.if(scannersAreHere)('the binary with SpamAssassin and Rspamd', () => {
  const { folder, remove } = temporaryFolder()
  const daemons: Daemon[] = []
  let options: string[]
  let running: Running

  beforeAll(async () => {
    const [spamd, rspamd] = await startAll(startSpamd, startRspamd)
    daemons.push(spamd, rspamd)
    options = [
      '--dns.servers=127.0.0.1:1',
      `--spamassassin.address=127.0.0.1:${spamd.port}`,
      `--rspamd.url=http://127.0.0.1:${rspamd.port}`,
    ]
    writeConfig(folder)
    running = await serve(folder, options)
  }, 300_000)
  afterAll(async () => {
    await running?.kill()
    await Promise.all(daemons.map((daemon) => daemon.stop()))
    remove()
  })

  async function received(raw: Uint8Array): Promise<WireReport> {
    const made = await fetch(`http://${running.http}/`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin' },
      redirect: 'manual',
    })
    const token = (made.headers.get('location') ?? '').split('/').at(-1) ?? ''
    const shared = async () =>
      (await (await fetch(`http://${running.http}/v1/shared/${token}`)).json()) as WireReport
    const smtp = await connectSmtp(running.smtp)
    await smtp.reply()
    await smtp.command('EHLO mail.example.org')
    await smtp.deliver({ to: [(await shared()).address], data: raw })
    await smtp.command('QUIT')
    return until(async () => {
      const report = await shared()
      return report.status === 'pending' ? undefined : report
    })
  }

  const statusOf = (report: Pick<WireReport, 'checks'>, name: string) =>
    report.checks.find((check) => check.name === name)?.status

  test('a proper message passes both, spam fails both', async () => {
    const good = await received(letter())
    expect([statusOf(good, 'spamassassin'), statusOf(good, 'rspamd')]).toEqual(['passed', 'passed'])
    const bad = await received(gtube())
    expect([statusOf(bad, 'spamassassin'), statusOf(bad, 'rspamd')]).toEqual(['failed', 'failed'])
  }, 300_000)

  test('analyze asks them too, and not offline', async () => {
    const file = join(folder, 'gtube.eml')
    writeFileSync(file, gtube())
    const asked = await mailgauge(['analyze', '--json', ...options, file], { cwd: folder })
    expect(statusOf(JSON.parse(asked.stdout), 'spamassassin')).toBe('failed')
    expect(statusOf(JSON.parse(asked.stdout), 'rspamd')).toBe('failed')
    const offline = await mailgauge(['analyze', '--json', '--offline', ...options, file], { cwd: folder })
    expect(statusOf(JSON.parse(offline.stdout), 'spamassassin')).toBeUndefined()
  }, 300_000)

  test('down, they are errors, and the rest of the report stands', async () => {
    await Promise.all(daemons.splice(0).map((daemon) => daemon.stop()))
    const report = await received(letter())
    expect([statusOf(report, 'spamassassin'), statusOf(report, 'rspamd')]).toEqual(['error', 'error'])
    expect(report.status).toBe('scored')
  }, 300_000)
})
