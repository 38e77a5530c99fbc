import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { WireReport } from '../support/api-client.ts'
import { mailgauge, type Running, serve, temporaryFolder } from '../support/binary.ts'
import { until } from '../support/until.ts'

/** Evaluation has no config file and no variable; free ports, and no question leaves this machine. */
const FLAGS = [
  '--http.listen=127.0.0.1:0',
  '--smtp.listen=127.0.0.1:0',
  '--dns.servers=127.0.0.1:1',
  '--log.format=json',
  '--analysis.time_limit=2m',
]

describe('evaluation: a report within a minute, with no DNS of one’s own', () => {
  const { folder, remove } = temporaryFolder()
  let running: Running

  beforeAll(async () => {
    running = await serve(folder, FLAGS)
  })
  afterAll(async () => {
    await running.kill()
    remove()
  })

  const post = (path: string) =>
    fetch(`http://${running.http}${path}`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin' },
      redirect: 'manual',
    })

  async function anonymousTest(): Promise<string> {
    const made = await post('/')
    expect(made.status).toBe(303)
    return (made.headers.get('location') ?? '').split('/').at(-1) ?? ''
  }

  async function ended(token: string): Promise<WireReport> {
    return until(async () => {
      const response = await fetch(`http://${running.http}/v1/shared/${token}`)
      const report = (await response.json()) as WireReport
      return report.status === 'pending' ? undefined : report
    })
  }

  test('it says where to go next', async () => {
    await until(() => running.output().includes('for evaluation'))
    await until(() => /Web site +http:\/\/localhost/.test(running.output()))
    await until(() => /Set it up +http:\/\/localhost:\d+\/setup#t=st_/.test(running.output()))
  })

  test('the clean sample gets 10, with nothing left open', async () => {
    const token = await anonymousTest()
    expect((await post(`/t/${token}/samples/clean`)).status).toBe(303)
    const report = await ended(token)
    const marks = report.checks.map(({ name, status, score, detail }) => ({
      name,
      status,
      score,
      summary: detail['summary'],
    }))
    expect(marks.filter(({ status }) => status === 'failed' || status === 'error')).toEqual([])
    expect(report.score).toBe(10)
  })

  test('the bad sample loses points in several checks, each with advice', async () => {
    const token = await anonymousTest()
    expect((await post(`/t/${token}/samples/bad`)).status).toBe(303)
    const report = await ended(token)
    const failed = report.checks.filter(({ status }) => status === 'failed')
    expect(failed.length).toBeGreaterThan(4)
    expect(failed.filter(({ detail }) => !detail['advice'] || !detail['reference'])).toEqual([])
    expect(report.score).toBeLessThan(6)
  })

  test('the demo domain answers for its samples only: a message of another sender is not helped by it', async () => {
    const token = await anonymousTest()
    const page = await (await fetch(`http://${running.http}/v1/shared/${token}`)).json()
    const { address } = page as WireReport
    const sample = await mailgauge(
      [
        'sample',
        'clean',
        'nobody@mailgauge.localhost',
        `--smtp.listen=${running.smtp.host}:${running.smtp.port}`,
      ],
      { cwd: folder },
    )
    expect(sample.code).toBe(1)
    expect(sample.stderr).toContain('no test address')
    const sent = await mailgauge(
      ['sample', 'clean', address, `--smtp.listen=${running.smtp.host}:${running.smtp.port}`],
      { cwd: folder },
    )
    expect(sent.stderr).toContain('delivered')
    expect((await ended(token)).score).toBe(10)
  })

  test('it refuses to listen beyond this machine', async () => {
    const result = await mailgauge(['serve', '--http.listen=0.0.0.0:0'], { cwd: folder })
    expect(result.code).toBe(78)
    expect(result.stderr).toContain('config')
  })
})
