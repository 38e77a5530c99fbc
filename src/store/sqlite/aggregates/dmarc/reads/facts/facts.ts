import type { DomainFacts, SourceFacts, SourceTrait } from '../../../../../dmarc/source-facts.ts'
import { toldTraits } from '../../../../../keeping/dmarc/told-traits.ts'
import { readTraits, type Trait, traitsIn } from '../../../../../keeping/dmarc/traits.ts'
import { addUp, COUNTED, countsOf } from '../counts.ts'
import { daysOf, latestOf } from '../days.ts'
import { distinct } from '../distinct.ts'
import { partsOf } from '../parts.ts'
import { ipsOf, type KnownIp, textsOf } from '../source-names.ts'
import { type Asked, counting, firstOf, type Prepared, rowsOf } from '../statements.ts'
import { addressRows, MORE } from './address-rows.ts'
import { toldRows } from './told-rows.ts'

const OTHERS = ['below', 'beside'] as const

/** Who sent in a window, and what was ever seen of them. */
export function factsOf(prepared: Prepared, asked: Asked, most: number): DomainFacts {
  const days = daysOf(prepared, asked)
  const { reporters } = distinct(prepared, asked)
  const { rows, ips } = addressRows(prepared, asked, partsOf(prepared, asked), most)
  const chosen = [...new Set(rows.map(([ip]) => ip))]
  const [known, seen] = [ipsOf(prepared, chosen), seenOf(prepared, asked, chosen)]
  const told = toldRows(prepared, asked, rows)
  const froms = textsOf(prepared, 'texts', [...new Set(told.rows.map(([, from]) => from ?? 0))])
  const of = { known, seen, froms }
  const total = addUp(
    days.map(({ counted }) => counted),
    COUNTED.length,
  )
  const rest = ips > chosen.length ? restOf(prepared, asked, total, rows) : undefined
  return {
    rows: [
      ...told.rows.flatMap((row) => rowOf(row, of) ?? []),
      ...OTHERS.flatMap((others) =>
        told[others].flatMap((row) => {
          const one = rowOf(row, of)
          return one ? [{ ...one, others }] : []
        }),
      ),
    ],
    traits: traitsOf(prepared, asked, known, seen),
    ...(rest && { rest: { ...rest, ips: ips - chosen.length } }),
    days: new Set(days.map(({ day }) => day)).size,
    reporters,
    reports: days.reduce((sum, { reports }) => sum + reports, 0),
    ...latestOf(days),
  }
}

interface SeenIp {
  first: number
  last: number
  pass: number | null
  traits: Trait[]
}

function seenOf(prepared: Prepared, { domain, authenticated }: Asked, ips: readonly number[]) {
  const pass = authenticated === true ? 'last_proven_pass' : 'last_pass'
  const statement = prepared(`
    SELECT e.ip, e.first_day, e.last_day, e.${pass}, e.traits
    FROM json_each(?) AS w CROSS JOIN dmarc_seen AS e ON e.domain = ? AND e.ip = w.value`)
  type Row = [ip: number, first: number, last: number, pass: number | null, traits: string]
  const rows = rowsOf<Row>(statement, JSON.stringify(ips), domain)
  return new Map(
    rows.map(([ip, first, last, passed, traits]): [number, SeenIp] => [
      ip,
      { first, last, pass: passed, traits: traitsIn(readTraits(traits)) },
    ]),
  )
}

interface Known {
  known: ReadonlyMap<number, KnownIp>
  seen: ReadonlyMap<number, SeenIp>
  froms: ReadonlyMap<number, string>
}

function rowOf([ip, from, ...counted]: readonly number[], of: Known): SourceFacts | undefined {
  const [known, seen] = [of.known.get(ip ?? 0), of.seen.get(ip ?? 0)]
  if (!known || !seen) return undefined
  const [forwarded = 0, unaligned = 0, listed = 0, broken = 0] = counted.slice(COUNTED.length)
  return {
    ...known,
    headerFrom: of.froms.get(from ?? 0) ?? '',
    ...countsOf(counted),
    forwarded,
    listed,
    unaligned,
    broken,
    firstSeen: seen.first,
    lastSeen: seen.last,
    ...(seen.pass !== null && { lastPassed: seen.pass }),
  }
}

function traitsOf(
  prepared: Prepared,
  { authenticated }: Asked,
  known: Known['known'],
  seen: Known['seen'],
): SourceTrait[] {
  const names = new Set([...seen.values()].flatMap(({ traits }) => traits.map(({ name }) => name)))
  const addresses = [...seen].flatMap(([no, { traits }]) => {
    const ip = known.get(no)?.ip
    return ip === undefined ? [] : [{ ip, traits }]
  })
  return toldTraits(addresses, textsOf(prepared, 'texts', [...names]), authenticated === true)
}

/** What the window has beside rows. */
function restOf(
  prepared: Prepared,
  asked: Asked,
  total: readonly number[],
  rows: readonly (readonly number[])[],
) {
  const statement = prepared(`
    SELECT total(s.forwarded), total(s.unaligned) FROM dmarc_day_reporters AS s
    WHERE s.domain = ? AND s.day BETWEEN ? AND ?${counting(asked, 's')}`)
  const more = firstOf<number[]>(statement, asked.domain, asked.from, asked.to) ?? []
  const told = addUp(
    rows.map(([, , ...counted]) => counted),
    COUNTED.length + MORE.length,
  )
  const left = [...total, ...more].map((sum, at) => Math.max(0, sum - (told[at] ?? 0)))
  const [forwarded = 0, unaligned = 0] = left.slice(COUNTED.length)
  return { ...countsOf(left), forwarded, unaligned }
}
