import { expect, test } from 'bun:test'
import { domainAge } from '../../../src/analysis/analyzers/server/domain-age.ts'
import { analyse } from '../../../src/analysis/pipeline.ts'
import { createRecorder } from '../../../src/net/dns/recorder.ts'
import type { RegistrationAnswer } from '../../../src/net/registry-ports.ts'
import { testClock } from '../../support/clock.ts'
import { envelope } from '../../support/envelope.ts'
import { outside } from '../../support/outside.ts'
import { zone } from '../../support/zone.ts'

const registered = (at: string): RegistrationAnswer => ({ kind: 'registered', at, server: 'rdap.example' })

interface Given {
  answer?: RegistrationAnswer
  rdap?: boolean
}

/** The check of a message from that author, and what was asked. */
async function run(from: string, { answer = registered('2026-11-10T00:00:00Z'), rdap = true }: Given = {}) {
  const asked: string[] = []
  const registries = {
    async of(domain: string) {
      asked.push(domain)
      return answer
    },
  }
  const clock = testClock()
  const { report } = await analyse(
    {
      raw: Buffer.from(`From: ${from}\r\nSubject: Words\r\n\r\nHello.\r\n`),
      envelope: envelope({}),
      settings: { hostname: 'mx.test.example', lists: [], listStates: [], ...(rdap && { rdap }) },
      leaveOut: [],
      waitAtMost: 300_000,
    },
    [domainAge],
    outside(createRecorder(zone({}), clock), clock, { registries }),
  )
  return { asked, check: report.checks[0], report }
}

test.each([
  ['a domain', 'Ann <ann@example.com>', 'example.com'],
  ['a host in it', 'ann@mail.news.example.com', 'example.com'],
  ['one below a registry of three labels', 'ann@a.example.co.uk', 'example.co.uk'],
  ['upper case', 'ann@EXAMPLE.Com', 'example.com'],
  ['its own letters', 'ann@bücher.com', 'xn--bcher-kva.com'],
])('%s is asked for as it was registered', async (_, from, domain) => {
  const { asked, check } = await run(from)
  expect(asked).toEqual([domain])
  expect(check).toMatchObject({ status: 'passed', score: 0, findings: [{ code: 'domain-new', cost: 0 }] })
  expect(check?.summary).toBe(`${domain} was registered 10 days ago (2026-11-10).`)
  expect(check?.evidence).toEqual({ domain, registered: '2026-11-10', days: '10', registry: 'rdap.example' })
})

test.each([
  ['no author', ''],
  ['two authors', 'ann@example.com, bob@example.net'],
  ['an address literal', 'ann@[192.0.2.1]'],
  ['a name of no registry', 'ann@mail.internal'],
  ['a name that is for examples', 'ann@example.test'],
  ['a customer of a host', 'ann@foo.github.io'],
  ['a suffix itself', 'ann@co.uk'],
  ['what cannot be a name', `ann@${'x'.repeat(3000)}.com`],
])('of %s nobody is asked', async (_, from) => {
  const { asked, check } = await run(from)
  expect(asked).toEqual([])
  expect(check).toMatchObject({ status: 'neutral', score: 0, findings: [] })
})

test('a domain that is not new', async () => {
  const { check } = await run('ann@example.com', { answer: registered('1995-08-14T04:00:00Z') })
  expect(check).toMatchObject({ status: 'passed', score: 0, findings: [] })
  expect(check?.summary).toBe('example.com was registered over 31 years ago (1995-08-14).')
})

test.each([
  ['no-server', 'neutral'],
  ['not-found', 'neutral'],
  ['no-date', 'neutral'],
  ['timeout', 'error'],
  ['limited', 'error'],
  ['busy', 'error'],
] as const)('no answer (%s) is not known, and costs nothing', async (reason, status) => {
  const { check, report } = await run('ann@example.com', { answer: { kind: 'unknown', reason } })
  expect(check).toMatchObject({ status, score: 0, findings: [] })
  expect(check?.summary).toStartWith('When example.com was registered is not known: ')
  expect(report).toMatchObject({ score: 10, undetermined: { checks: 0, points: 0 } })
})

test('there is no such check where registries are not asked', async () => {
  const { asked, report } = await run('ann@example.com', { rdap: false })
  expect(asked).toEqual([])
  expect(report.checks).toEqual([])
})
