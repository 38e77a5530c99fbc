import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { serve, temporaryFolder, writeConfig } from '../../support/binary.ts'
import { dnsServer } from '../../support/dns-server.ts'
import { reporter, reportMail, reportXml, verifiedDomain } from '../../support/report-mail.ts'
import { greetedClient } from '../../support/smtp-client.ts'
import { until } from '../../support/until.ts'

const STREAMS = 4
const ROUNDS = 3
const ROUND_MS = 400
/** Several pieces, so that a kill may come between two of them. */
const RECORDS = 2_500

test('kill -9 while reports come in and are stored: each that was answered 250 counts once', async () => {
  const { folder, remove } = temporaryFolder()
  const sender = reporter()
  const dns = await dnsServer(sender.zone)
  writeConfig(folder, {}, { dns: `servers = ["${dns.address}"]\ntimeout = "2s"\ntries = 2` })
  const domain = await verifiedDomain(join(folder, 'data'))
  let running = await serve(folder)
  const answered: string[] = []

  async function stream(name: string): Promise<never> {
    const client = await greetedClient(running.smtp)
    for (let at = 0; ; at += 1) {
      const id = `${name}-${at}`
      // Some are large: their pieces are writes of their own.
      const records = at % 3 === 0 ? RECORDS : 1
      const data = await sender.sign(reportMail(sender.domain, [reportXml({ id, records })]))
      const to = [`${domain.token}@test.example`]
      const reply = await client.deliver({ from: 'noreply@reporter.example', to, data })
      expect(reply.code).toBe(250)
      answered.push(id)
    }
  }

  for (let round = 0; round < ROUNDS; round += 1) {
    const before = answered.length
    const streams = Array.from({ length: STREAMS }, (_, index) => stream(`${round}-${index}`))
    const ended = Promise.allSettled(streams)
    await Bun.sleep(ROUND_MS)
    await until(() => answered.length >= before + STREAMS)
    await running.kill('SIGKILL')
    await ended
    running = await serve(folder)
  }

  const database = new Database(join(folder, 'data', 'mailgauge.db'), { readonly: true })
  const all = <T>(sql: string) => database.query(sql).all() as T[]
  const one = (sql: string) => Object.values(all<Record<string, number>>(sql)[0] ?? {})[0]
  await until(() => one('SELECT count(*) FROM report_mails') === 0, 120_000)
  await until(() => one('SELECT count(*) FROM dmarc_uncounted') === 0, 120_000)
  const kept = all<{ head: string }>('SELECT head FROM dmarc_reports WHERE pieces_in = pieces').map(
    ({ head }) => (JSON.parse(head) as { reportId: string }).reportId,
  )
  expect(answered.length).toBeGreaterThanOrEqual(ROUNDS * STREAMS)
  expect(answered.filter((id) => !kept.includes(id))).toEqual([])
  expect(new Set(kept).size).toBe(kept.length)
  expect(one('SELECT count(*) FROM dmarc_reports WHERE pieces_in <> pieces')).toBe(0)
  // Mail that was durable when the kill came was not answered, and may have been stored all the same.
  const outcomes = all<{ outcome: string }>('SELECT DISTINCT outcome FROM report_files')
  expect(outcomes).toEqual([{ outcome: 'stored' }])
  expect(one('SELECT count(*) FROM report_files')).toBe(kept.length)
  const large = kept.filter((id) => Number(id.split('-').at(-1)) % 3 === 0).length
  const messages = large * RECORDS + (kept.length - large)
  expect(one('SELECT sum(messages) FROM dmarc_days')).toBe(messages)
  expect(one('SELECT count(*) FROM dmarc_records')).toBe(messages)
  expect(one("SELECT count(*) FROM outbox WHERE type = 'dmarc.report_received'")).toBe(kept.length)
  database.close()
  await running.kill()
  dns.close()
  remove()
}, 300_000)
