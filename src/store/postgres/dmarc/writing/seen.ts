import { merged, NO_TRAITS, namesIn, readTraits, type Traits, textOf } from '../../../keeping/dmarc/traits.ts'
import type { Tx } from '../../sql/database.ts'
import { sql } from '../../sql/statement.ts'
import { lastDays } from './interning.ts'
import { bigints, integers } from './lists.ts'

/** An address of a domain. */
export interface Source {
  domain: number
  ip: number
}

/** What an address sent on a day. */
export interface Sent extends Source {
  day: number
  authenticated: number
  /** Some of it passed DMARC. */
  passes: boolean
  /** Of each results that a record of it has. */
  traits: readonly Traits[]
}

interface Kept {
  first: number
  last: number
  /** The last day on which it passed, by any report and by an authenticated one; null: never. */
  pass: number | null
  provenPass: number | null
  traits: Traits
}

type Row = Source & Omit<Kept, 'traits'> & { traits: string }

const keyOf = ({ domain, ip }: Source) => `${domain}/${ip}`

/** Notes what addresses sent: first and last days, last passes, and by which domains. */
export async function seen(tx: Tx, all: readonly Sent[]): Promise<void> {
  const sources = [...new Map(all.map((sent) => [keyOf(sent), sent])).values()]
  const rows = await tx.all<Row>(sql`
    SELECT s.domain, s.ip, s.first_day AS first, s.last_day AS last, s.last_pass AS pass, s.last_proven_pass AS proven_pass, s.traits
    FROM unnest(${integers(sources.map(({ domain }) => domain))}, ${bigints(sources.map(({ ip }) => ip))}) AS w (domain, ip)
      JOIN dmarc_seen AS s ON s.domain = w.domain AND s.ip = w.ip`)
  const known = new Map(
    rows.map(({ traits, ...row }): [string, Kept] => [keyOf(row), { ...row, traits: readTraits(traits) }]),
  )
  const changed = new Map<string, Source & Kept>()
  for (const sent of all) {
    const key = keyOf(sent)
    const kept = known.get(key)
    const next = then(kept ?? begun(sent), sent)
    if (next === kept) continue
    known.set(key, next)
    changed.set(key, { ...next, domain: sent.domain, ip: sent.ip })
  }
  await write(tx, [...changed.values()])
}

const begun = ({ day }: Sent): Kept => ({
  first: day,
  last: day,
  pass: null,
  provenPass: null,
  traits: NO_TRAITS,
})

/** The very same where nothing is new. */
function then(kept: Kept, { day, authenticated, passes, traits }: Sent): Kept {
  const next: Kept = {
    first: Math.min(kept.first, day),
    last: Math.max(kept.last, day),
    pass: passes ? Math.max(kept.pass ?? day, day) : kept.pass,
    provenPass: passes && authenticated ? Math.max(kept.provenPass ?? day, day) : kept.provenPass,
    traits: traits.reduce(merged, kept.traits),
  }
  const isSame =
    next.first === kept.first &&
    next.last === kept.last &&
    next.pass === kept.pass &&
    next.provenPass === kept.provenPass &&
    next.traits === kept.traits
  return isSame ? kept : next
}

async function write(tx: Tx, rows: readonly (Source & Kept)[]): Promise<void> {
  if (rows.length === 0) return
  const column = (pick: (row: Source & Kept) => number | null) => integers(rows.map(pick))
  await tx.run(sql`
    INSERT INTO dmarc_seen AS s (domain, ip, first_day, last_day, last_pass, last_proven_pass, traits)
      SELECT w.domain, w.ip, w.first_day, w.last_day, w.last_pass, w.last_proven_pass, w.traits
      FROM unnest(${column(({ domain }) => domain)}, ${bigints(rows.map(({ ip }) => ip))}, ${column(({ first }) => first)},
        ${column(({ last }) => last)}, ${column(({ pass }) => pass)}, ${column(({ provenPass }) => provenPass)},
        ${rows.map(({ traits }) => textOf(traits))}::text[])
        AS w (domain, ip, first_day, last_day, last_pass, last_proven_pass, traits)
      ON CONFLICT (domain, ip) DO UPDATE SET first_day = excluded.first_day, last_day = excluded.last_day,
        last_pass = excluded.last_pass, last_proven_pass = excluded.last_proven_pass, traits = excluded.traits`)
  await namesStay(tx, rows)
}

/** Names in traits stay as long as the address does. */
async function namesStay(tx: Tx, rows: readonly (Source & Kept)[]): Promise<void> {
  const days = new Map<number, number>()
  for (const { traits, last } of rows) {
    for (const name of namesIn(traits)) days.set(name, Math.max(days.get(name) ?? 0, last))
  }
  const names = [...days.keys()].sort((a, b) => a - b)
  await lastDays(
    tx,
    'texts',
    names,
    names.map((name) => days.get(name) ?? 0),
  )
}
