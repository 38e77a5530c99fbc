import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import type { Report } from '../../src/core/report.ts'
import { fixed, sentBy, TO_BE_FIXED } from '../analysis/plan-for-real.ts'
import { reportOn } from '../analysis/whole-report.ts'
import { openWorld, type World } from '../support/world.ts'
import { workplace } from './running.ts'

let world: World
let report: Report
let environment: Record<string, string>
let accountId: string
let place: ReturnType<typeof workplace>

beforeAll(async () => {
  const sent = await sentBy(TO_BE_FIXED)
  report = (await reportOn(sent)).report
  world = await openWorld()
  const url = `http://127.0.0.1:${world.http.start()[0]?.port}`
  accountId = (await world.account()).id
  environment = { MAILGAUGE_API_URL: url, MAILGAUGE_API_KEY: (await world.key(accountId)).secret }
  place = workplace({
    openFileAnalysis: async () => ({
      size: 1,
      analyze: async () => ({ kind: 'report', report, evidence: {} }),
      close: async () => undefined,
    }),
  })
  writeFileSync(`${place.folder}/message.eml`, sent.raw)
}, 60_000)
afterAll(async () => {
  place.remove()
  await world.close()
})

async function tested(changes: Partial<Report> = {}): Promise<string> {
  const { token } = await world.test(accountId)
  await world.message(token, { ...report, ...changes })
  return token
}

describe('mailgauge fix', () => {
  test('of a file: lines of a zone file, and what is not among them', async () => {
    const { code, stdout, stderr } = await place.run(`fix ${place.folder}/message.eml`)
    expect(code).toBe(0)
    expect(stdout).toContain(
      '; Delete:\n;example.org.\tIN\tTXT\t"v=spf1 ip4:192.0.2.99 -all"\n; Add:\nexample.org.\tIN\tTXT\t"v=spf1 ',
    )
    expect(stdout).not.toContain('site-verification')
    expect(stdout.split('\n').every((line) => line === '' || /^(;|\S+\tIN\t)/.test(line))).toBe(true)
    expect(stderr).not.toContain('undefined')
  })

  test('of a test of the service: the same in every form', async () => {
    const token = await tested()
    for (const form of ['--zone', '--nsupdate', '--terraform']) {
      const there = await place.run(['fix', form, '--all', token], environment)
      const here = await place.run(['fix', form, '--all', `${place.folder}/message.eml`])
      expect([there.code, here.code]).toEqual([0, 0])
      expect(there.stdout).toBe(here.stdout)
      expect(there.stdout).toContain('v=spf1')
    }
  })

  test('nsupdate names what has to stand there, and the age that was asked for', async () => {
    const { stdout } = await place.run(`fix --nsupdate --ttl 5m ${place.folder}/message.eml`)
    expect(stdout).toContain('prereq yxrrset example.org. TXT "site-verification=1"\n')
    expect(stdout).toContain(
      'update delete example.org. TXT "v=spf1 ip4:192.0.2.99 -all"\nupdate add example.org. 300 TXT ',
    )
  })

  test('what wins no points is printed where it is asked for', async () => {
    const token = await tested({ checks: report.checks.map((check) => ({ ...check, gain: 0 })) })
    const usual = await place.run(['fix', token], environment)
    expect([usual.code, usual.stdout]).toEqual([0, ''])
    expect(usual.stderr).toContain('Records that win no points are left out: --all prints them too.\n')
    const all = await place.run(['fix', '--all', token], environment)
    for (const address of [
      `https://mail.example.org/t/${token}`,
      `http://127.0.0.1:8080/mailgauge/t/${token}/?m=msg_1#plan`,
    ]) {
      expect([address, await place.run(['fix', '--all', address], environment)]).toEqual([address, all])
    }
    const foreign = `https://mail.example.org/t/${token}x/share`
    expect((await place.run(['fix', foreign], environment)).code).not.toBe(0)
    expect(all.stdout).toContain('; SPF\n')
  })

  test('on what condition a record is offered is said in both places', async () => {
    const { stdout, stderr } = await place.run(`fix --nsupdate ${place.folder}/message.eml`)
    expect(stdout).toContain(
      '; SPF, +1.5\n; If 192.0.2.10 may send for example.org, publish what follows\nprereq ',
    )
    expect(stderr).toContain('SPF: If 192.0.2.10 may send for example.org, publish what follows\n')
  })

  test('nothing to publish is said, and is no failure', async () => {
    const token = await tested({ checks: [], plan: [] })
    expect(await place.run(['fix', '--nsupdate', token], environment)).toEqual({
      code: 0,
      stdout: '',
      stderr: 'There is no record to publish.\n',
    })
  })

  test('a service that lies has no command run', async () => {
    const server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: () =>
        Response.json({
          status: 'scored',
          gated: false,
          checks: [
            {
              name: 'spf\nupdate delete example.org.',
              status: 'failed',
              score: -1,
              detail: {
                gain: '1',
                records_before: 'example.org TXT',
                records_after:
                  'example.org TXT "a"\rupdate delete b.example. TXT\nexample.org A 192.0.2.1 x\nshow\nb NS c',
              },
            },
          ],
        }),
    })
    const to = { ...environment, MAILGAUGE_API_URL: `http://127.0.0.1:${server.port}` }
    const { stdout } = await place.run(['fix', '--nsupdate', 'a'.repeat(26)], to)
    expect(stdout).not.toMatch(/^(update delete|show)/m)
    expect(stdout).not.toContain('\r')
    await server.stop(true)
  })

  test('what can be wrong', async () => {
    const { token } = await world.test(accountId)
    const cases: [string[], number, string][] = [
      [['fix', '--zone', '--nsupdate', token], 2, '--zone and --nsupdate cannot both be printed'],
      [['fix', '--ttl', '1s', token], 2, '--ttl: expected a duration of a minute to a week'],
      [['fix', token], 1, 'There is no report yet'],
      [['fix', 'b'.repeat(26)], 1, 'No such test'],
      [['fix', `${place.folder}/none.eml`], 1, 'There is no file'],
    ]
    for (const [argv, code, says] of cases) {
      const result = await place.run(argv, environment)
      expect({ code: result.code, stdout: result.stdout }).toEqual({ code, stdout: '' })
      expect(result.stderr).toContain(says)
    }
  })
})

test('what is applied is what was tried: the message sent again wins it', async () => {
  const changes = (report.plan ?? []).flatMap((step) => (step.gain === 'unknown' ? [] : step.changes))
  const again = await reportOn(
    await sentBy(
      fixed(
        TO_BE_FIXED,
        changes.filter(({ kind }) => kind === 'dns'),
      ),
    ),
  )
  expect(again.report.score).toBeGreaterThan(report.score)
  expect(again.report.checks.flatMap(({ recordSets = [] }) => recordSets).length).toBeLessThan(
    report.checks.flatMap(({ recordSets = [] }) => recordSets).length,
  )
}, 60_000)
