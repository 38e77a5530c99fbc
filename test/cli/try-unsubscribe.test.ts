import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { oneClickOfFile } from '../../src/app/unsubscribing/one-click-of-file.ts'
import type { Report } from '../../src/core/report.ts'
import { WITHHOLDING_REASONS } from '../../src/core/withholding.ts'
import { poster } from '../net/safe-fetch/poster.ts'
import { certificate, type Listening, secureWeb } from '../net/safe-fetch/web-server.ts'
import { check, report } from '../support/builders.ts'
import { workplace } from './running.ts'

const good = certificate('example.org')
const SIGNED = check('list-unsubscribe', { evidence: { signed: 'yes, by example.org' } })
const NEWSLETTER = [
  'From: news@example.org',
  'List-Unsubscribe: <https://example.org/leave/7>',
  'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
  '',
  'hello',
  '',
].join('\r\n')

let place: ReturnType<typeof workplace>
let server: Listening
let judged: Report
let asked: string[]
let status = 200
beforeAll(async () => {
  asked = []
  server = await secureWeb(good, (request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.writeHead(status).end()
  })
  place = workplace({
    openFileAnalysis: async () => ({
      size: 1,
      analyze: async () => ({ kind: 'report', report: judged, evidence: {} }),
      close: async () => {},
    }),
    oneClickOfFile: async (config, file) =>
      oneClickOfFile(config, file, poster({ ...server, ca: [good.cert] })),
  })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  place.remove()
})

function tried(options = '', message = NEWSLETTER, changes: Partial<Report> = {}) {
  asked.length = 0
  judged = report({ kind: 'marketing', checks: [SIGNED], ...changes })
  writeFileSync(`${place.folder}/m.eml`, message)
  return place.run(`analyze --try-unsubscribe ${options} ${place.folder}/m.eml`)
}

describe('mailgauge analyze --try-unsubscribe', () => {
  test('says what it does before, sends the request once, and says what came of it', async () => {
    status = 200
    const { code, stdout, stderr } = await tried()
    expect(code).toBe(0)
    expect(stderr).toContain('Sending one POST to example.org')
    expect(stderr).toContain('really unsubscribed')
    expect(stdout).toContain('It works, as RFC 8058 asks. example.org answered 200')
    expect(asked).toEqual(['POST /leave/7'])
  })

  test('tells a script the same, in one document', async () => {
    status = 405
    const { code, stdout } = await tried('--json')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      score: 9,
      one_click: { tried: true, host: 'example.org', status: 405, verdict: 'refused', conforming: false },
    })
  })

  test.each([
    ['of another kind', NEWSLETTER, { kind: 'personal' }, 'This is personal mail'],
    [
      'whose words are withheld',
      NEWSLETTER,
      { withheld: { kind: 'verification_code', reason: WITHHOLDING_REASONS.verification_code } },
      'are withheld',
    ],
    ['without the fields', 'From: news@example.org\r\n\r\nhello\r\n', {}, 'no List-Unsubscribe field'],
  ] as [string, string, Partial<Report>, string][])(
    'sends nothing for a message %s',
    async (_which, message, changes, says) => {
      const { code, stdout, stderr } = await tried('', message, changes)
      expect([code, asked]).toEqual([0, []])
      expect(stdout.replaceAll(/\s+/g, ' ')).toContain(`Not tried. `)
      expect(stdout.replaceAll(/\s+/g, ' ')).toContain(says)
      expect(stderr).not.toContain('Sending')
      const json = JSON.parse((await tried('--json', message, changes)).stdout)
      expect(json.one_click).toMatchObject({ tried: false, reason: expect.stringContaining(says) })
    },
  )

  test('nothing is sent without it', async () => {
    const { code, stdout } = await tried().then(() => {
      asked.length = 0
      return place.run(`analyze ${place.folder}/m.eml`)
    })
    expect([code, asked, stdout.includes('One-click')]).toEqual([0, [], false])
  })

  test.each(['--offline', '--evidence e.json'])('does not go with %s', async (option) => {
    const { code, stderr } = await tried(option)
    expect([code, asked]).toEqual([2, []])
    expect(stderr).toContain('--try-unsubscribe sends a request')
  })

  test('belongs to one message', async () => {
    await tried()
    asked.length = 0
    const { code, stderr } = await place.run(
      `analyze --try-unsubscribe ${place.folder}/m.eml ${place.folder}/m.eml`,
    )
    expect([code, asked]).toEqual([2, []])
    expect(stderr).toContain('--try-unsubscribe belongs to one message')
  })
})
