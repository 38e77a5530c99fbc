import { afterEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { unpackAnalysis } from '../../src/core/kept/analysed.ts'
import type { AnalysisPool } from '../../src/jobs/analysis-pool.ts'
import type { RegistrationAnswer, Registrations } from '../../src/net/registry-ports.ts'
import { envelope } from '../support/envelope.ts'
import { misbehavingPool } from './misbehaving-pool.ts'

const NOW = Date.now()
const at = new Date(NOW - 5 * 86_400_000).toISOString()
const REGISTERED: RegistrationAnswer = { kind: 'registered', at, server: 'rdap.example' }

let pool: AnalysisPool
afterEach(() => pool.stop())

/** Real analysis processes, and what they ask. */
function open(of: Registrations['of'], rdap = true) {
  const asked: string[] = []
  pool = misbehavingPool({
    command: [process.execPath, join(import.meta.dir, '../../src/main.ts'), '__analyse'],
    registries: {
      of(domain) {
        asked.push(domain)
        return of(domain)
      },
    },
    settings: () => ({ hostname: 'mx.test.example', lists: [], listStates: [], ...(rdap && { rdap }) }),
  }).pool
  const analysed = async (from: string, evidence?: unknown) => {
    const raw = Buffer.from(`From: <${from}>\r\nSubject: Words\r\n\r\nHello.\r\n`)
    const result = await pool.run({
      raw,
      envelope: envelope({}),
      leaveOut: [],
      ...(evidence !== undefined && { evidence }),
    })
    if (result.kind !== 'scored') throw new Error(JSON.stringify(result))
    const analysis = unpackAnalysis(result.packed)
    return { ...analysis, check: analysis.report.checks.find(({ name }) => name === 'domain-age') }
  }
  const inspected = async (name: string) => {
    const looked = await pool.inspect({ kind: 'domain', name })
    if ('stopped' in looked) throw new Error(looked.stopped)
    return looked.checks.find((check) => check.name === 'domain-age')
  }
  return { asked, analysed, inspected }
}

describe('an analysis process asks registries through the service', () => {
  test('and keeps what they said in the evidence, from which the same is told without asking', async () => {
    const { asked, analysed } = open(async () => REGISTERED)
    const first = await analysed('ann@mail.example.co.uk')
    expect(asked).toEqual(['example.co.uk'])
    expect(first.check).toMatchObject({
      status: 'passed',
      score: 0,
      findings: [{ code: 'domain-new' }],
      evidence: { domain: 'example.co.uk', days: '5', registry: 'rdap.example' },
    })
    expect(first.evidence).toMatchObject({
      registrations: [{ domain: 'example.co.uk', answer: REGISTERED }],
    })
    const again = await analysed('ann@mail.example.co.uk', first.evidence)
    expect(again.report).toEqual(first.report)
    expect(asked).toHaveLength(1)
  })

  test('each message its own question, at the same time', async () => {
    const { asked, analysed } = open(async (domain) => ({
      ...REGISTERED,
      server: `rdap.${domain}`,
    }))
    const names = ['one.com', 'two.com', 'three.com', 'four.com']
    const analyses = await Promise.all(names.map((name) => analysed(`ann@${name}`)))
    expect(analyses.map(({ check }) => check?.evidence['registry'])).toEqual(
      names.map((name) => `rdap.${name}`),
    )
    expect(asked.toSorted()).toEqual(names.toSorted())
  })

  test('a registry that fails costs nothing', async () => {
    const { analysed } = open(async () => ({ kind: 'unknown', reason: 'timeout' }))
    expect((await analysed('ann@example.com')).check).toMatchObject({ status: 'error', score: 0 })
  })

  test('nobody is asked where it is not configured, and there is no such check', async () => {
    const { asked, analysed } = open(async () => REGISTERED, false)
    const { check, evidence } = await analysed('ann@example.com')
    expect(check).toBeUndefined()
    expect(evidence).not.toHaveProperty('registrations')
    expect(asked).toEqual([])
  })

  test('for a name without a message too, and what nobody tells leaves it as it is', async () => {
    const { asked, inspected } = open(async () => REGISTERED)
    expect(await inspected('example.com')).toMatchObject({
      status: 'passed',
      score: 0,
      findings: [{ code: 'domain-new' }],
      evidence: { domain: 'example.com', days: '5', registry: 'rdap.example' },
    })
    expect(asked).toEqual(['example.com'])
    await pool.stop()
    const silent = open(async () => ({ kind: 'unknown', reason: 'timeout' }))
    expect(await silent.inspected('example.com')).toMatchObject({
      status: 'neutral',
      summary: 'When example.com was registered is not known: the registry did not answer in time.',
    })
    await pool.stop()
    const off = open(async () => REGISTERED, false)
    expect(await off.inspected('example.com')).toBeUndefined()
    expect(off.asked).toEqual([])
  })
})
