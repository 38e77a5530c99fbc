import { expect, test } from 'bun:test'
import { evaluateDmarc } from 'mailauth/lib/dmarc/index.js'
import { mailauthResolver } from '../../../src/mail/authentication/verify/mailauth-resolver.ts'
import { type Chance, seeded } from '../../fuzz/random.ts'
import { zone } from '../../support/zone.ts'
import { DMARC_FAULTS, type DmarcZone, dmarcZone, meantBy, written } from './dmarc-zones.ts'
import { offeredByCheck, offeredByReport, type Surface } from './offers.ts'
import { covers, readDmarc, readPolicy, readTagList } from './strict-readers.ts'
import { TRANSPORT_FAULTS, type TransportZone, transportZone } from './transport-zones.ts'

/** `OFFERED_RECORDS=5000 bun test test/analysis/offered-records` makes that many zones of each kind. */
const ZONES = Number(process.env['OFFERED_RECORDS'] ?? 180)
const SEED = Number(process.env['SEED'] ?? 8)

/** The report is looked at for some of the zones: it takes longer than all the rest. */
async function surfacesOf(given: Parameters<typeof offeredByCheck>[0], n: number): Promise<Surface[]> {
  const check = await offeredByCheck(given)
  return n % 3 === 0 ? [check, ...(await offeredByReport(given))] : [check]
}

class Counts {
  private readonly by = new Map<string, { zones: number; offered: number }>()

  add(fault: string, isOffered: boolean): void {
    const one = this.by.get(fault) ?? { zones: 0, offered: 0 }
    this.by.set(fault, { zones: one.zones + 1, offered: one.offered + (isOffered ? 1 : 0) })
  }

  /** Prints them, and gives the share of zones of these faults for which something was offered. */
  told(title: string, faults: ReadonlySet<string>): number {
    const rows = [...this.by].map(([fault, { zones, offered }]) => `  ${fault}: ${offered} of ${zones}`)
    const unique = [...this.by].filter(([fault]) => faults.has(fault)).map(([, count]) => count)
    const sum = (key: 'zones' | 'offered') => unique.reduce((total, count) => total + count[key], 0)
    console.log([`${title}: offered where unique ${sum('offered')} of ${sum('zones')}`, ...rows].join('\n'))
    return sum('offered') / sum('zones')
  }
}

test('a DMARC record that is offered keeps policies, addresses and tags', async () => {
  const chance = seeded(SEED)
  const counts = new Counts()
  const unique = new Set<string>()
  for (let n = 0; n < Math.max(ZONES, DMARC_FAULTS.length); n++) {
    const made = dmarcZone(chance, n)
    if (made.isUnique) unique.add(made.fault)
    const surfaces = await surfacesOf(made, n)
    const texts = surfaces.flatMap(({ records }) => records.get('_dmarc.example.org') ?? [])
    for (const text of new Set(texts)) await expectKept(made, text)
    const [check, report] = surfaces
    const isOffered = check?.records.has('_dmarc.example.org') ?? false
    if (report)
      expect({ ...made, isOffered: report.records.has('_dmarc.example.org') }).toEqual({ ...made, isOffered })
    counts.add(made.fault, isOffered)
  }
  expect(counts.told('DMARC', unique)).toBeGreaterThanOrEqual(0.95)
}, 3_600_000)

async function expectKept({ fault, isUnique, meant, zone: literal }: DmarcZone, text: string): Promise<void> {
  const context = `${fault}: ${text} for ${JSON.stringify(literal['_dmarc.example.org'])}`
  expect(isUnique, context).toBe(true)
  const own = readDmarc(written(meant))
  const offered = readDmarc(text)
  expect(offered.applies, context).toEqual(own.applies)
  expect(await byMailauth(text), context).toEqual(own.applies)
  expect(
    [...own.rua, ...own.ruf].filter((one) => ![...offered.rua, ...offered.ruf].includes(one)),
    context,
  ).toEqual([])
  expect(
    offered.rua.filter((one) => !own.rua.includes(one) && one !== 'mailto:dmarc@example.org'),
    context,
  ).toEqual([])
  expect(offered.ruf, context).toEqual(own.ruf)
  const others = (tags: Map<string, string>) =>
    new Map([...tags].filter(([name]) => name !== 'rua' && name !== 'ruf'))
  expect(Object.fromEntries(others(offered.tags)), context).toEqual(Object.fromEntries(others(own.tags)))
}

/** What mailauth makes of it for the domain, a name below it, and one that does not exist. */
async function byMailauth(text: string): Promise<[string, string, string]> {
  const names = zone({ '_dmarc.example.org': { TXT: [text] }, 'a.example.org': { A: ['192.0.2.1'] } })
  const policyOf = async (domain: string) => {
    const { response } = await evaluateDmarc({
      headerFrom: [`x@${domain}`],
      fromFields: 1,
      spfDomains: [],
      dkimDomains: [],
      resolver: mailauthResolver(names),
      strict: true,
    })
    return response ? (response.policy ?? 'no record') : 'no answer'
  }
  return [await policyOf('example.org'), await policyOf('a.example.org'), await policyOf('none.example.org')]
}

const STRENGTH = ['no record', 'none', 'quarantine', 'reject']

test('whatever is done to a DMARC record, what is offered in its place asks for no more than its owner meant', async () => {
  const chance = seeded(SEED + 2)
  let offers = 0
  for (let n = 0; n < ZONES; n++) {
    const meant = meantBy(chance)
    const text = damaged(written(meant), chance)
    const literal = { '_dmarc.example.org': { TXT: [text] } }
    const offered = (await offeredByCheck({ zone: literal })).records.get('_dmarc.example.org')
    if (offered === undefined) continue
    offers += 1
    const context = `${offered} for ${text}`
    const { applies, rua, ruf } = readDmarc(offered)
    // What was cut off is not known, and tag names in capitals are seen by some receivers alone.
    const isThere = (name: string) => new RegExp(`(?:^|[^a-z])${name}[" ]{0,5}=`, 'i').test(text)
    const known = {
      ...meant,
      tags: meant.tags.filter(([name]) => !['t', 'sp', 'np'].includes(name) || isThere(name)),
    }
    const own = readDmarc(written(known))
    const today = await byMailauth(text)
    // A policy that applies today stays; else it is the one that was meant, or none.
    const isUsable =
      !today.includes('no record') && !(today.join() === 'none,none,none' && applies.join() !== today.join())
    if (isUsable) expect([today.join(), own.applies.join()], context).toContain(applies.join())
    for (const [at, policy] of applies.entries()) {
      const most = Math.max(
        STRENGTH.indexOf(own.applies[at] ?? ''),
        STRENGTH.indexOf(isUsable ? (today[at] ?? '') : ''),
      )
      expect(STRENGTH.indexOf(policy), context).toBeLessThanOrEqual(Math.max(1, most))
    }
    const whole = [...text.matchAll(/(?<![^,;=\s])mailto:[^,;\s"\\]+/g)].map(([one]) => one)
    const left = [...own.rua, ...own.ruf].filter((one) => whole.includes(one))
    expect(
      left.filter((one) => ![...rua, ...ruf].includes(one)),
      context,
    ).toEqual([])
  }
  console.log(`damaged DMARC records: offered for ${offers} of ${ZONES}`)
}, 3_600_000)

/** One to three things that happen to text on its way into a zone. */
function damaged(text: string, chance: Chance): string {
  let out = text
  for (let times = 1 + chance.below(2); times > 0; times--) {
    const at = chance.below(out.length)
    const [before, after] = [out.slice(0, at), out.slice(at)]
    const inserted = chance.pick([...' ;,=:"\\.!@pnsrt1', '; ', ' = ', '\\;', '" "', '\u00e9'])
    out = chance.pick([
      before + after.slice(1),
      before + inserted + after,
      before + inserted + after.slice(1),
      before + (after[1] ?? '') + (after[0] ?? '') + after.slice(2),
      before,
      before + after.slice(0, 5).toUpperCase() + after.slice(5),
      `${out} ${inserted}`,
    ])
  }
  return out
}

test('an MTA-STS or TLS-RPT record or policy that is offered keeps what its owner wrote', async () => {
  const chance = seeded(SEED + 1)
  const counts = new Counts()
  const unique = new Set<string>()
  for (let n = 0; n < Math.max(ZONES, TRANSPORT_FAULTS.length); n++) {
    const made = transportZone(chance, n)
    if (made.offers) unique.add(made.fault)
    const surfaces = await surfacesOf({ zone: made.zone, policy: made.served }, n)
    const found = surfaces.map((one) => expectTransportKept(made, one))
    counts.add(made.fault, found[0] ?? false)
  }
  expect(counts.told('MTA-STS and TLS-RPT', unique)).toBeGreaterThanOrEqual(0.95)
}, 3_600_000)

/** Whether what the fault needs was offered. */
function expectTransportKept(made: TransportZone, { records, words, where }: Surface): boolean {
  const context = `${made.fault} (${where}): ${words}`
  const sts = records.get('_mta-sts.example.org')
  const report = records.get('_smtp._tls.example.org')
  const told = /Serve at \S+ the lines ((?:"[^"]*"(?:, )?)+)/.exec(words)?.[1]
  const lines = told === undefined ? undefined : [...told.matchAll(/"([^"]*)"/g)].map(([, line = '']) => line)
  expect(
    { sts: sts !== undefined, policy: lines !== undefined, report: report !== undefined },
    context,
  ).toEqual({
    sts: made.offers === 'sts',
    policy: made.offers === 'policy' && where !== 'plan',
    report: made.offers === 'tls-rpt',
  })
  if (sts !== undefined) {
    const tags = readTagList(sts, 'STSv1')
    expect(tags.get('id'), context).toMatch(/^[A-Za-z0-9]{1,32}$/)
    if (!/id/.test(made.fault)) expect(tags.get('id')).toBe(made.id)
    expect(tags.get('x_note') ?? '', context).toBe(made.others && 'kept')
  }
  if (report !== undefined) {
    const tags = readTagList(report, 'TLSRPTv1')
    expect((tags.get('rua') ?? '').split(',').toSorted(), context).toEqual(made.rua.toSorted())
    expect(tags.get('x_note') ?? '', context).toBe(made.others && 'kept')
  }
  if (lines !== undefined) expectPolicyKept(made, lines, context)
  return sts !== undefined || report !== undefined || lines !== undefined
}

function expectPolicyKept({ fault, policy, hosts }: TransportZone, lines: string[], context: string): void {
  const offered = readPolicy(lines)
  expect(offered.mode, context).toBe(fault === 'policy: no mx' ? 'testing' : policy.mode)
  if (!fault.includes('max_age')) expect(String(offered.maxAge), context).toBe(policy.maxAge)
  const kept = fault === 'policy: no mx' ? [] : policy.mx
  expect(
    kept.filter((pattern) => !offered.mx.includes(pattern)),
    context,
  ).toEqual([])
  expect(
    hosts.filter((host) => !covers(offered.mx, host)),
    context,
  ).toEqual([])
  expect(offered.others, context).toEqual(policy.others)
  expect(context).toMatch(/a new id, such as \d+/)
}
