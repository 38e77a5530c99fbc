import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiClient } from '../../support/api-client.ts'
import { type Running, serve, temporaryFolder, writeConfig } from '../../support/binary.ts'
import { dnsServer } from '../../support/dns-server.ts'
import { onFreePort } from '../../support/free-port.ts'
import {
  hasPrometheus,
  hasPromtool,
  metricsAddress,
  promtool,
  sumIn,
  valueIn,
} from '../../support/metrics.ts'
import { greetedClient } from '../../support/smtp-client.ts'
import { until } from '../../support/until.ts'

const TOKEN = 'a-token-of-this-very-test'
const SENDER = 'somebody@sender-of-this-test.example'
const MAIL = `From: ${SENDER}\r\nTo: b@example.net\r\nSubject: wordsofthistest\r\nMessage-ID: <x@example.org>\r\n\r\nHello\r\n`

let folder: string
let remove: () => void
let running: Running
let dns: Awaited<ReturnType<typeof dnsServer>> | undefined
beforeEach(async () => {
  const made = temporaryFolder()
  folder = made.folder
  remove = made.remove
  dns = await dnsServer({})
  writeConfig(
    folder,
    { metrics: `listen = ["127.0.0.1:0"]\ntoken = "${TOKEN}"` },
    { dns: `servers = ["${dns.address}"]\ntimeout = "2s"\ntries = 1` },
  )
  running = await serve(folder)
})
afterEach(async () => {
  await running.kill('SIGKILL')
  dns?.close()
  remove()
})

const get = (headers: Record<string, string> = { authorization: `Bearer ${TOKEN}` }, method = 'GET') =>
  fetch(`http://${metricsAddress(running)}/metrics`, { headers, method })
/** A scrape in which it holds: what was counted elsewhere comes along later. */
const scraped = (holds: (text: string) => unknown) =>
  until(async () => {
    const text = await (await get()).text()
    return holds(text) ? text : undefined
  })

async function startPrometheus(config: string, port: number) {
  const storage = `--storage.tsdb.path=${join(folder, `tsdb-${port}`)}`
  const at = `http://127.0.0.1:${port}`
  const prometheus = Bun.spawn(
    ['prometheus', `--config.file=${config}`, storage, `--web.listen-address=127.0.0.1:${port}`],
    { stdout: 'ignore', stderr: 'ignore', cwd: folder },
  )
  await until(async () => {
    if (prometheus.exitCode !== null) throw new Error('Prometheus ended: the port may be taken')
    const ready = await fetch(`${at}/-/ready`).catch(() => undefined)
    return ready?.ok
  })
  return { prometheus, at }
}

describe('the figures of a running service', () => {
  test('count mail that came, mail that was refused, its analysis and its questions, and tell nothing of either', async () => {
    const api = await apiClient(running)
    const { token, address } = await api.createTest()
    const client = await greetedClient(running.smtp)
    expect((await client.deliver({ from: SENDER, to: [address], data: MAIL })).code).toBe(250)
    await api.ended(token)
    expect((await client.deliver({ to: ['postmaster@test.example'], data: MAIL })).code).toBe(250)
    await client.command('MAIL FROM:<a@example.org>')
    expect((await client.command('RCPT TO:<nobody-here@test.example>')).code).toBe(550)
    expect((await client.command('RCPT TO:<somebody@elsewhere-of-this-test.example>')).code).toBe(550)
    await client.command('RSET')
    expect((await client.command('MAIL FROM:<a@example.org> SIZE=999999999')).code).toBe(552)
    expect((await api.get('/v1/whoami')).status).toBe(200)
    expect((await fetch(`http://${running.http}/nowhere`)).status).toBe(404)

    const text = await scraped(
      (now) => sumIn(now, 'mailgauge_mail_refused_total{reason="message_too_big"') > 0,
    )
    const value = (series: string) => valueIn(text, `mailgauge_${series}`)
    expect(value('mail_accepted_total{kind="test",via="smtp"}')).toBe(1)
    expect(value('mail_accepted_total{kind="role",via="smtp"}')).toBe(1)
    expect(value('mail_accepted_bytes_total{kind="test",via="smtp"}')).toBe(MAIL.length)
    expect(value('mail_refused_total{reason="unknown_recipient",code="550"}')).toBe(1)
    expect(value('mail_refused_total{reason="no_relay",code="550"}')).toBe(1)
    expect(value('mail_refused_total{reason="message_too_big",code="552"}')).toBe(1)
    expect(value('analyses_total{outcome="scored"}')).toBe(1)
    expect(value('analysis_tries_total{result="scored"}')).toBe(1)
    expect(value('analysis_duration_seconds_count')).toBe(1)
    expect(value('analysis_check_duration_seconds_count{check="spf"}')).toBe(1)
    expect(sumIn(text, 'mailgauge_check_results_total{check="spf"')).toBe(1)
    expect(value('dns_questions_total{answer="nxdomain"}')).toBeGreaterThan(0)
    expect(value('smtp_open_sessions')).toBe(1)
    expect(value('tests_created_total{owner="account"}')).toBe(1)
    expect(value('queue_messages{rank="line"}')).toBe(0)
    expect(value('ready')).toBe(1)
    expect(value('certificate_expiry_timestamp_seconds{certificate="smtp"}')).toBeGreaterThan(
      Date.now() / 1000,
    )
    expect(value('http_requests_total{method="POST",route="/v1/tests",status="2xx"}')).toBe(1)
    expect(value('http_requests_total{method="GET",route="other",status="4xx"}')).toBe(1)
    expect(text).not.toMatch(/mailgauge_collector_success\{.*\} 0/)
    expect(sumIn(text, 'mailgauge_collector_success{')).toBe(9)
    for (const secret of [token, address, address.split('@')[0] ?? '', 'example', api.secret, TOKEN]) {
      expect(text).not.toContain(secret)
    }
    for (const secret of ['wordsofthistest', 'nobody-here', '127.0.0.1', folder]) {
      expect(text).not.toContain(secret)
    }
    expect(text).not.toMatch(/@(?!\w*")/)
    client.reset()
  })

  test('are told to whoever has the token, by GET and HEAD, on their own listener alone', async () => {
    expect((await get({})).status).toBe(401)
    expect((await get({})).headers.get('www-authenticate')).toBe('Bearer realm="metrics"')
    expect((await get({ authorization: `Bearer ${TOKEN}x` })).status).toBe(401)
    expect((await get({ authorization: `Basic ${TOKEN}` })).status).toBe(401)
    expect((await get({ authorization: `bearer ${TOKEN}` })).status).toBe(200)
    const head = await get({ authorization: `Bearer ${TOKEN}` }, 'HEAD')
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect((await get({}, 'POST')).status).toBe(405)
    const own = metricsAddress(running)
    expect((await fetch(`http://${own}/readyz`)).status).toBe(404)
    expect((await fetch(`http://${running.http}/metrics`)).status).toBe(404)
  })

  test('count the questions that got no answer', async () => {
    dns?.close()
    dns = undefined
    const api = await apiClient(running)
    const { token, address } = await api.createTest()
    const client = await greetedClient(running.smtp)
    await client.deliver({ from: SENDER, to: [address], data: MAIL })
    await api.ended(token)
    const text = await scraped((now) => sumIn(now, 'mailgauge_analyses_total') > 0)
    const failed = ['network', 'timeout'].map((kind) =>
      valueIn(text, `mailgauge_dns_questions_total{answer="${kind}"}`),
    )
    expect((failed[0] ?? 0) + (failed[1] ?? 0)).toBeGreaterThan(0)
    client.reset()
  })

  test.if(hasPromtool)('are what promtool takes for good metrics', async () => {
    const text = await (await get()).text()
    expect(await promtool(['check', 'metrics'], text)).toEqual({ code: 0, says: '' })
  })

  test.if(hasPrometheus)('are scraped by a real Prometheus', async () => {
    const config = join(folder, 'prometheus.yml')
    writeFileSync(
      config,
      `global: {scrape_interval: 1s}\nscrape_configs:\n  - job_name: mailgauge\n    authorization: {credentials: ${TOKEN}}\n    static_configs: [{targets: ["${metricsAddress(running)}"]}]\n`,
    )
    const { prometheus, at } = await onFreePort(async (port) => startPrometheus(config, port))
    try {
      const query = encodeURIComponent('mailgauge_build_info * on() group_left() mailgauge_ready')
      const found = await until(async () => {
        const answer = await fetch(`${at}/api/v1/query?query=${query}`).catch(() => undefined)
        const body = answer?.ok
          ? ((await answer.json()) as { data: { result: { value: [number, string] }[] } })
          : undefined
        return body?.data.result[0]?.value[1]
      })
      expect(found).toBe('1')
    } finally {
      prometheus.kill('SIGKILL')
      await prometheus.exited
    }
  })
})
