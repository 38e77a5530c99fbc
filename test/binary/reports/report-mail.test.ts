import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DomainEntry } from '../../../src/core/sender-domain.ts'
import { mailgauge, type Running, serve, temporaryFolder, writeConfig } from '../../support/binary.ts'
import { type DnsServer, dnsServer } from '../../support/dns-server.ts'
import { reporter, reportMail, reportXml, verifiedDomain } from '../../support/report-mail.ts'
import { greetedClient } from '../../support/smtp-client.ts'
import { until } from '../../support/until.ts'

const { folder, remove } = temporaryFolder()
const sender = reporter()
let domain: DomainEntry
let dns: DnsServer
let running: Running
let secret = ''

const start = (...args: string[]) => serve(folder, args)

beforeAll(async () => {
  dns = await dnsServer({ ...sender.zone, '_dmarc.forger.example': { TXT: ['v=DMARC1; p=none'] } })
  writeConfig(
    folder,
    { dmarc: 'host = "reports.example"' },
    { dns: `servers = ["${dns.address}"]\ntimeout = "2s"\ntries = 2` },
  )
  domain = await verifiedDomain(join(folder, 'data'))
  running = await start()
  secret = (await mailgauge(['key', 'create', '--scopes', 'dmarc:read'], { cwd: folder })).stdout.trim()
}, 60_000)
afterAll(async () => {
  await running.kill()
  dns.close()
  remove()
})

const address = () => `${domain.token.toUpperCase()}+reports@Reports.Example`

async function deliver(data: string | Uint8Array, from = 'noreply@reporter.example') {
  const client = await greetedClient(running.smtp)
  const reply = await client.deliver({ from, to: [address()], data })
  client.reset()
  return reply
}

interface FileRow {
  id: string
  outcome: string
  reason: string | null
  authentication: string
  mail_id: string
  attachment: number | null
}

function rows<T>(sql: string): T[] {
  const database = new Database(join(folder, 'data', 'mailgauge.db'), { readonly: true })
  const found = database.query(sql).all() as T[]
  database.close()
  return found
}

const files = () => rows<FileRow>('SELECT * FROM report_files ORDER BY seq')
const waits = () => rows('SELECT 1 FROM report_mails').length

/** The outcomes of a mail's files, once it has them. */
async function outcomes(reply: { lines: string[] }, total: number): Promise<FileRow[]> {
  const id = /msg_[a-z2-7]{26}/.exec(reply.lines.join(' '))?.[0]
  return until(() => {
    const own = files().filter(({ mail_id: mail }) => mail === id)
    return own.length === total ? own : undefined
  })
}

async function reports() {
  const response = await fetch(`http://${running.http}/v1/domains/${domain.id}/dmarc/reports?days=30`, {
    headers: { authorization: `Bearer ${secret}` },
  })
  expect(response.status).toBe(200)
  const body = (await response.json()) as {
    reports: { report_id: string; authenticated: boolean; messages: number }[]
  }
  return new Map(body.reports.map((one) => [one.report_id, one]))
}

test('a report that is mailed is stored, counts, and is told of', async () => {
  const reply = await deliver(
    await sender.sign(reportMail(sender.domain, [reportXml({ id: 'one', count: 7 })])),
  )
  expect(reply.code).toBe(250)
  const [told] = await outcomes(reply, 1)
  expect(told).toMatchObject({ outcome: 'stored', authentication: 'passed' })
  expect((await reports()).get('one')).toMatchObject({ authenticated: true, messages: 7 })
  await until(() => waits() === 0)
  const events = rows<{ payload: string }>("SELECT payload FROM outbox WHERE type = 'dmarc.report_received'")
  expect(events.map(({ payload }) => JSON.parse(payload))).toMatchObject([
    { domain: 'example.org', reporter: 'reporter.example', messages: 7, dmarcPass: 7 },
  ])
}, 60_000)

test('the same again is a duplicate', async () => {
  const xml = reportXml({ id: 'one', count: 7 })
  const [told] = await outcomes(await deliver(await sender.sign(reportMail(sender.domain, [xml]))), 1)
  expect(told?.outcome).toBe('duplicate')
  expect((await reports()).get('one')?.messages).toBe(7)
}, 60_000)

test('a TLS report is kept beside them, each session counted once', async () => {
  const begin = new Date(Date.now() - 2 * 86_400_000).toISOString().replace(/\.\d+Z$/, 'Z')
  const end = new Date(Date.now() - 86_400_000).toISOString().replace(/\.\d+Z$/, 'Z')
  const document = {
    'organization-name': 'Reporter',
    'date-range': { 'start-datetime': begin, 'end-datetime': end },
    'contact-info': 'tls@reporter.example',
    'report-id': 'tls-one',
    policies: [
      {
        policy: { 'policy-type': 'sts', 'policy-string': ['version: STSv1'], 'policy-domain': 'example.org' },
        summary: { 'total-successful-session-count': 90, 'total-failure-session-count': 3 },
        'failure-details': [
          {
            'result-type': 'certificate-expired',
            'receiving-mx-hostname': 'mx.example.org',
            'failed-session-count': 3,
          },
        ],
      },
    ],
  }
  const mail = () => sender.sign(reportMail(sender.domain, [JSON.stringify(document)]))
  const [first] = await outcomes(await deliver(await mail()), 1)
  const [again] = await outcomes(await deliver(await mail()), 1)
  expect([first?.outcome, again?.outcome]).toEqual(['stored', 'duplicate'])
  expect(rows('SELECT successes, failures FROM tls_days')).toEqual([{ successes: 90, failures: 3 }])
  const told = await mailgauge(['dmarc', 'export', 'example.org', '--tls', '--days', '30'], { cwd: folder })
  expect(told.stdout).toContain('certificate-expired')
  expect(told.code).toBe(0)
}, 60_000)

test('one that was forged first gives way to the true one, and keeps it out in no case', async () => {
  const forged = reportMail('forger.example', [reportXml({ id: 'two', count: 1000 })])
  const [first] = await outcomes(await deliver(forged, 'x@forger.example'), 1)
  expect(first).toMatchObject({ outcome: 'stored', authentication: 'failed' })
  const signed = await sender.sign(reportMail(sender.domain, [reportXml({ id: 'two', count: 2 })]))
  const [second] = await outcomes(await deliver(signed), 1)
  expect(second).toMatchObject({ outcome: 'stored', authentication: 'passed' })
  expect(files().find(({ id }) => id === first?.id)?.outcome).toBe('replaced')
  expect((await reports()).get('two')).toMatchObject({ authenticated: true, messages: 2 })
  const [third] = await outcomes(await deliver(forged, 'x@forger.example'), 1)
  expect(third?.outcome).toBe('conflict')
  expect((await reports()).get('two')?.messages).toBe(2)
}, 60_000)

test('of twenty files in a mail each has an outcome', async () => {
  const documents = Array.from({ length: 20 }, (_, at) => reportXml({ id: `many-${at}` }))
  const told = await outcomes(await deliver(await sender.sign(reportMail(sender.domain, documents))), 20)
  expect(told.every(({ outcome, reason }) => outcome === 'stored' || reason === 'too_many_files')).toBe(true)
  expect(told.filter(({ outcome }) => outcome === 'stored').length).toBeGreaterThanOrEqual(16)
}, 60_000)

test('of a failure report it is said that it came, and nothing of it is kept', async () => {
  const ruf = [
    'From: noreply@reporter.example',
    'Subject: FW: a secret offer',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=feedback-report; boundary=b',
    '',
    '--b\r\nContent-Type: text/plain\r\n\r\nThis is a failure report.',
    '--b\r\nContent-Type: message/feedback-report\r\n\r\nFeedback-Type: auth-failure\r\nUser-Agent: x/1\r\nVersion: 1\r\nAuth-Failure: dmarc\r\n',
    '--b\r\nContent-Type: message/rfc822\r\n\r\nFrom: a@example.org\r\nSubject: x\r\n\r\nxyzzy-private-words-of-somebody',
    '--b--\r\n',
  ].join('\r\n')
  const told = await outcomes(await deliver(await sender.sign(ruf)), 1)
  expect(told).toMatchObject([{ outcome: 'rejected', reason: 'failure_report', attachment: null }])
  await until(() => waits() === 0)
}, 60_000)

test('while the DNS is dead a report counts as unauthenticated, and is asked about again', async () => {
  await running.kill()
  running = await start('--dns.servers=127.0.0.1:1', '--dns.timeout=100ms', '--dns.tries=1')
  const signed = await sender.sign(reportMail(sender.domain, [reportXml({ id: 'three', count: 3 })]))
  const [told] = await outcomes(await deliver(signed), 1)
  expect(told).toMatchObject({ outcome: 'stored', authentication: 'undecided' })
  expect((await reports()).get('three')).toMatchObject({ authenticated: false, messages: 3 })
  expect(waits()).toBe(1)
  await running.kill()
  const database = new Database(join(folder, 'data', 'mailgauge.db'))
  database.run('UPDATE report_mails SET due_at = 1')
  database.close()
  running = await start()
  await until(() => waits() === 0)
  expect(files().find(({ id }) => id === told?.id)).toMatchObject({
    outcome: 'stored',
    authentication: 'passed',
  })
  expect((await reports()).get('three')).toMatchObject({ authenticated: true, messages: 3 })
}, 60_000)

test('nothing of the words of the failure report is left in the database', async () => {
  await running.kill()
  const database = new Database(join(folder, 'data', 'mailgauge.db'))
  database.run('VACUUM')
  database.run('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
  const bytes = readFileSync(join(folder, 'data', 'mailgauge.db'))
  expect(bytes.includes('xyzzy-private-words')).toBe(false)
  running = await start()
}, 60_000)

test('a mail for an unknown token is refused for good, and none is taken for others', async () => {
  const client = await greetedClient(running.smtp)
  await client.command('MAIL FROM:<noreply@reporter.example>')
  const unknown = await client.command(`RCPT TO:<${'a'.repeat(26)}@reports.example>`)
  expect([unknown.code, unknown.status]).toEqual([550, '5.1.1'])
  expect((await client.command('RCPT TO:<postmaster@reports.example>')).code).toBe(250)
  client.reset()
}, 60_000)
