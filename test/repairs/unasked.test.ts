import { expect, test } from 'bun:test'
import type { Evidence } from '../../src/analysis/context.ts'
import type { Report } from '../../src/core/report.ts'
import { withFix } from '../support/with-fix.ts'
import { analysed, reportAgain, reportOf } from './offered.ts'
import { DOMAIN, type Scene } from './zones.ts'

const HOSTS = Array.from({ length: 12 }, (_, index) => `h${index}.${DOMAIN}`)

/** Twelve hosts of both families, by whom two look-ups too many are needed. */
const OVER: Scene = {
  kind: 'over',
  client: '203.0.113.7',
  unique: false,
  zone: {
    [DOMAIN]: { A: ['192.0.2.1'], TXT: [`v=spf1 ${HOSTS.map((host) => `a:${host}`).join(' ')} ~all`] },
    ...Object.fromEntries(
      HOSTS.map((host, index) => [host, { A: [`192.0.2.${10 + index}`], AAAA: [`2001:db8::${10 + index}`] }]),
    ),
  },
}

const spfOf = ({ checks }: Report) => checks.map(withFix).find(({ name }) => name === 'spf')

function without(evidence: Evidence, isLost: (question: string) => boolean): Evidence {
  const dns = evidence.dns.filter(({ name, type }) => !isLost(`${type} ${name}`))
  return { ...evidence, dns }
}

test('both families are asked for what a record rests on, and the evidence holds the answers', async () => {
  const { report, evidence } = await analysed(OVER)
  const [change] = spfOf(report)?.fixes?.flatMap(({ changes }) => changes) ?? []
  expect(JSON.stringify(change)).toContain('ip4:192.0.2.10 ip6:2001:db8::10')
  expect(await reportAgain(evidence)).toEqual(report)
})

test('evidence of a version that did not ask both families offers no record, and the score stays', async () => {
  const { report, evidence } = await analysed(OVER)
  const again = await reportAgain(without(evidence, (question) => /^AAAA h\d/.test(question)))
  expect(again.score).toBe(report.score)
  expect(spfOf(again)?.fixes).toBeUndefined()
  expect(spfOf(again)?.detail['advice']).not.toContain('v=spf1')
  expect(spfOf(again)?.detail['advice']).toContain('move services to subdomains')
})

test('a share of questions that runs dry offers no record', async () => {
  const hosts = Array.from({ length: 40 }, (_, index) => `a:h${index}.${DOMAIN}`)
  const zone = { ...OVER.zone, [DOMAIN]: { A: ['192.0.2.1'], TXT: [`v=spf1 ${hosts.join(' ')} ~all`] } }
  const report = await reportOf({ ...OVER, zone })
  expect(spfOf(report)?.detail['findings']).toContain('spf-permerror')
  expect(spfOf(report)?.fixes).toBeUndefined()
})
