import { describe, expect, test } from 'bun:test'
import { MAX_SCORE, type Report } from '../../src/core/report.ts'
import { holdReport } from '../fuzz/promises.ts'
import { seeded } from '../fuzz/random.ts'
import { CASE_NAMES, corpusReport, readCase, reportOf } from './corpus-case.ts'
import { fixedCase } from './fixed-case.ts'

/** Sent properly: worth all the points, and nothing is open. */
const PROPER = [
  'newsletter',
  'newsletter-modern-css',
  'newsletter-brand-links',
  'brand-mail',
  'receipt',
  'receipt-two-keys',
  'sign-up-code',
  'sign-up-link',
  'list',
  'auto-reply',
  'bounce',
  'personal',
  'personal-html',
  'test',
  'calendar',
  'smime',
  'pgp',
  'arabic',
  'japanese',
  'smtputf8',
  'invoice',
  'ipv6',
  'bimi',
  'mta-sts',
  'scanned',
  'file',
]

/** Signed by the domain above that of its From: what one secondary source says T-Online refuses. */
const DOUBTED: Readonly<Record<string, string>> = { bounce: 'provider-tonline' }

test.each(PROPER)('%s is worth all the points', async (name) => {
  const { score, checks } = await corpusReport(name)
  const wrong = checks
    .filter(({ status }) => status === 'failed' || status === 'error')
    .filter((check) => DOUBTED[name] !== check.name)
  expect({ score, wrong: wrong.map((check) => check.name) }).toEqual({ score: MAX_SCORE, wrong: [] })
})

/** Circumstances of one case, the message of another. */
test('whatever comes together, a report keeps its promises', async () => {
  const chance = seeded(20_261_120)
  for (let round = 0; round < 150; round += 1) {
    const message = readCase(chance.pick(CASE_NAMES))
    const [one, other] = [readCase(chance.pick(CASE_NAMES)), readCase(chance.pick(CASE_NAMES))]
    const { sign: _, seal: __, ...came } = one.file
    const file = {
      ...came,
      fail: other.file.fail ?? [],
      settings: { ...one.file.settings, ...other.file.settings },
    }
    const zone = { ...one.zone, ...other.file.zone }
    const signing = message.file.sign ? { sign: message.file.sign } : {}
    const given = {
      ...message,
      name: one.name,
      file: { ...file, ...signing },
      zone,
      envelope: other.envelope,
    }
    holdReport(await reportOf(given, { withPlan: chance.below(5) === 0 }))
  }
})

const pointsOf = ({ checks }: Report) => checks.reduce((sum, { score }) => sum + score, 0)
const rounded = (points: number) => Math.round(points * 100) / 100 + 0

describe('doing what the plan says brings what it promised', () => {
  test.each(CASE_NAMES)('%s', async (name) => {
    let given = readCase(name)
    const report = await corpusReport(name)
    holdReport(report)
    let points = pointsOf(report)
    for (const { check, codes, changes, gain } of report.plan ?? []) {
      if (changes.length === 0 || gain === 'unknown') continue
      given = fixedCase(given, changes)
      const reached = pointsOf(await reportOf(given, { withPlan: false }))
      expect({ check, codes, gain: rounded(reached - points) }).toEqual({ check, codes, gain })
      points = reached
    }
  })
})
