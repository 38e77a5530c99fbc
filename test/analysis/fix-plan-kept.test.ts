import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { analyzers } from '../../src/analysis/registry.ts'
import { scoreOf } from '../../src/core/report.ts'
import { FIELDS } from './authentication/authentication-scene.ts'
import { fixed, type Sender, sentBy, split } from './plan-for-real.ts'
import { CAME, reportOn, WELL_SENT } from './whole-report.ts'

const PUBLIC = { A: ['93.184.216.34'] }
const WORDS = 'Good day to you all. '.repeat(12)
const without = (...names: string[]) =>
  FIELDS.filter((field) => !names.some((name) => field.startsWith(`${name}:`)))

const WRONG: Record<string, Partial<Sender>> = {
  'nothing wrong': {},
  'SPF that names another host': {
    zone: {
      'example.org': {
        ...PUBLIC,
        TXT: ['v=spf1 ip4:192.0.2.99 -all', 'other=1'],
        MX: [[10, 'mx.example.org']],
      },
    },
  },
  'no SPF at all': { zone: { 'example.org': { ...PUBLIC, MX: [[10, 'mx.example.org']] } } },
  'two SPF records': {
    zone: {
      'example.org': {
        ...PUBLIC,
        TXT: ['v=spf1 a -all', 'v=spf1 mx ip4:192.0.2.10 -all'],
        MX: [[10, 'mx.example.org']],
      },
    },
  },
  'no DMARC': { zone: { '_dmarc.example.org': {} } },
  'no PTR': { zone: { '10.2.0.192.in-addr.arpa': {} } },
  'a PTR that does not lead back': { zone: { '10.2.0.192.in-addr.arpa': { PTR: ['mx.example.org'] } } },
  'no Date': { fields: without('Date') },
  'no Message-ID and no Date': { fields: without('Date', 'Message-ID') },
  'two Subjects': { fields: [...FIELDS, 'Subject: Another'] },
  'no TLS': { envelope: { tls: 'none' } },
  'old TLS': { envelope: { tls: { version: 'TLSv1', cipher: 'TLS_RSA_WITH_3DES_EDE_CBC_SHA' } } },
  'HELO without a domain': { envelope: { helo: 'localhost' } },
  'a null MX': {
    zone: { 'example.org': { ...PUBLIC, TXT: ['v=spf1 ip4:192.0.2.10 -all'], MX: [[0, '.']] } },
  },
  'an MX that leads nowhere': {
    zone: { 'example.org': { TXT: ['v=spf1 ip4:192.0.2.10 -all'], MX: [[10, 'gone.example.org']] } },
  },
  'nearly everything': {
    fields: without('Date', 'Message-ID'),
    envelope: { tls: 'none', helo: 'localhost' },
    zone: {
      'example.org': { ...PUBLIC, MX: [[10, 'mx.example.org']] },
      '_dmarc.example.org': {},
      '10.2.0.192.in-addr.arpa': {},
    },
  },
}

/** Which checks the plan names, in order. */
const PLANNED: Record<string, string[]> = {
  'nothing wrong': [],
  'SPF that names another host': ['spf'],
  'no SPF at all': ['spf'],
  'two SPF records': ['spf'],
  'no DMARC': ['dmarc'],
  'no PTR': ['reverse-dns'],
  'a PTR that does not lead back': ['reverse-dns'],
  'no Date': ['headers'],
  'no Message-ID and no Date': ['headers'],
  'two Subjects': ['headers'],
  'no TLS': ['tls'],
  'old TLS': ['tls'],
  'HELO without a domain': ['helo'],
  'a null MX': ['mx'],
  'an MX that leads nowhere': ['mx'],
  'nearly everything': ['spf', 'dmarc', 'reverse-dns', 'tls', 'headers', 'helo'],
}

/** Both faults in one message; where they cannot be both, the later one. */
function together(one: Partial<Sender>, other: Partial<Sender>): Partial<Sender> {
  const kept = one.fields?.filter((field) => FIELDS.includes(field) || other.fields === undefined)
  const fields = other.fields
    ? [
        ...(kept ?? []).filter((field) => other.fields?.includes(field)),
        ...other.fields.filter((field) => !FIELDS.includes(field)),
      ]
    : kept
  return {
    ...one,
    ...(fields && { fields }),
    envelope: { ...one.envelope, ...other.envelope },
    zone: { ...one.zone, ...other.zone },
  }
}

/** The same numbers below 1 at every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

async function holds(sender: Sender) {
  const { report } = await reportOn(await sentBy(sender))
  expect(report.score).toBe(scoreOf(report.checks))
  expect(report.score).toBeWithin(0, 10.0001)
  for (const check of report.checks) {
    const weight = analyzers.find(({ name }) => name === check.name)?.weight ?? 0
    expect([check.name, check.score <= 0 && check.score >= -weight]).toEqual([check.name, true])
  }
  const pointsOf = (checks: typeof report.checks) => checks.reduce((sum, { score }) => sum + score, 0)
  let now = sender
  let points = pointsOf(report.checks)
  for (const step of report.plan ?? []) {
    if (step.changes.length === 0 || step.gain === 'unknown') continue
    now = fixed(now, step.changes)
    const after = await reportOn(await sentBy(now))
    const reached = pointsOf(after.report.checks)
    expect([step.check, step.codes, Math.round((reached - points) * 100) / 100]).toEqual([
      step.check,
      step.codes,
      step.gain,
    ])
    points = reached
  }
  return { report, points }
}

describe('what the plan promises is what doing it brings', () => {
  test.each(Object.entries(WRONG))('%s', async (name, wrong) => {
    const sender = { fields: FIELDS, body: `${WORDS}\r\n`, ...wrong }
    const { report, points } = await holds(sender)
    expect((report.plan ?? []).filter(({ gain }) => gain !== 0).map(({ check }) => check)).toEqual(
      PLANNED[name] ?? [],
    )
    // Every point that was lost is accounted for by a step.
    const lost = -report.checks.reduce((sum, { score }) => sum + score, 0)
    const promised = (report.plan ?? []).reduce(
      (sum, { gain, changes }) => sum + (gain === 'unknown' || changes.length === 0 ? 0 : gain),
      0,
    )
    expect(points).toBeCloseTo(promised - lost, 5)
  })

  test('nothing wrong needs no plan that gains anything', async () => {
    const { report } = await reportOn(await sentBy({ fields: FIELDS, body: `${WORDS}\r\n` }))
    expect((report.plan ?? []).filter(({ gain }) => gain !== 0)).toEqual([])
  })

  test('whatever goes wrong together', async () => {
    const parts = Object.values(WRONG)
    const chance = seeded(20261120)
    for (let round = 0; round < 15; round += 1) {
      const chosen = parts.filter(() => chance() < 0.35)
      await holds(chosen.reduce(together, { fields: FIELDS, body: `${WORDS}\r\n` }) as Sender)
    }
  }, 300_000)

  const CORPUS = join(import.meta.dir, '../corpus/well-sent')
  const BROKEN: Partial<Sender> = {
    envelope: { tls: 'none' },
    zone: { '_dmarc.example.org': {}, '10.2.0.192.in-addr.arpa': {} },
  }
  test.each(WELL_SENT.filter((name) => !CAME[name]))(
    '%s, from a host that is not as it should be',
    async (name) => {
      const text = readFileSync(join(CORPUS, `${name}.eml`), 'utf8')
      const message = split(text)
      await holds({ ...message, ...BROKEN })
      const fewer = message.fields.filter(
        (field) => !/^(date|message-id|list-unsubscribe-post):/i.test(field),
      )
      await holds({ ...message, fields: fewer, ...BROKEN })
    },
    300_000,
  )
})
