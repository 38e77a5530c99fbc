import {
  haveSameNames,
  merged,
  NO_TRAITS,
  namesIn,
  readTraits,
  type Traits,
  textOf,
} from '../../../../keeping/dmarc/traits.ts'
import type { Connection } from '../../../connection.ts'
import type { Interned } from '../interned.ts'
import type { Memory } from '../memory.ts'
import { createNeighbours } from './neighbours.ts'
import type { SaidResults } from './said.ts'
import { manyRows, valuesOf } from './statements.ts'

/** What an address sent on a day. */
export interface Sent {
  day: number
  authenticated: number
  /** Some of it passed DMARC. */
  passes: boolean
  /** Numbers of what was found of it. */
  result: number
  results?: readonly number[] | undefined
}

/** When the addresses of a domain first and last sent and last passed, by which domains, and their numbers. */
export interface Seen {
  /** An address has rows on a day. Gives its number. */
  on(domain: number, ip: number, sent: Sent): number
  /** Some that passed are gone from a day that is settled. `isOld`: they are forgotten with age, and the day of the last one stays. */
  passedLess(domain: number, ip: number, day: number, isOld: boolean): void
  /** It has none any more on that day. Gives its number. `isOld`: it is forgotten with age, and first days stay. */
  notOn(domain: number, ip: number, day: number, isOld: boolean): number | undefined
}

interface Kept {
  number: number
  first: number
  last: number
  /** The last day on which it passed, by any report and by an authenticated one; null: never. */
  pass: number | null
  provenPass: number | null
  traits: Traits
}

const COLUMNS = ['number', 'first_day', 'last_day', 'last_pass', 'last_proven_pass', 'traits']
const MOST_REMEMBERED = 100_000
/** So that the two make one number. */
const IPS = 2 ** 32

const valuesOfRow = (domain: number, ip: number, { number, first, last, pass, provenPass, traits }: Kept) => [
  domain,
  ip,
  number,
  first,
  last,
  pass,
  provenPass,
  textOf(traits),
]

/** The rows of dmarc_seen. */
function createRows({ driver }: Pick<Connection, 'driver'>) {
  const read = driver.prepare<[number, number], Omit<Kept, 'traits'> & { traits: string }>(
    `SELECT number, first_day AS first, last_day AS last, last_pass AS pass, last_proven_pass AS provenPass, traits
      FROM dmarc_seen WHERE domain = ? AND ip = ?`,
  )
  const write = manyRows(
    { driver },
    (
      rows,
    ) => `INSERT INTO dmarc_seen (domain, ip, ${COLUMNS.join(', ')}) VALUES ${valuesOf(COLUMNS.length + 2, rows)}
      ON CONFLICT (domain, ip) DO UPDATE SET ${COLUMNS.map((name) => `${name} = excluded.${name}`).join(', ')}`,
  )
  const remove = driver.prepare<[number, number]>('DELETE FROM dmarc_seen WHERE domain = ? AND ip = ?')
  return {
    read(domain: number, ip: number): Kept | undefined {
      const row = read.get(domain, ip)
      return row && { ...row, traits: readTraits(row.traits) }
    },
    write(rows: readonly (readonly [domain: number, ip: number, kept: Kept])[]): void {
      const all = rows.toSorted(([a, ipA], [b, ipB]) => a - b || ipA - ipB)
      write(all.map(([domain, ip, kept]) => valuesOfRow(domain, ip, kept)))
    },
    remove: (domain: number, ip: number) => void remove.run(domain, ip),
  }
}

export function createSeen(
  { driver }: Pick<Connection, 'driver'>,
  memory: Memory,
  { interned, said }: { interned: Interned; said: SaidResults },
): Seen {
  const rows = createRows({ driver })
  const nextNumber = createNumbers({ driver }, memory)
  const remembered = memory.part<number, Kept>(MOST_REMEMBERED)
  const neighbours = createNeighbours({ driver })
  const lastPass = createLastPass({ driver })
  const changed = memory.part<number, readonly [domain: number, ip: number, kept: Kept]>(
    Number.POSITIVE_INFINITY,
  )
  memory.gathers(() => {
    if (changed.size > 0) rows.write([...changed.values()])
    changed.clear()
  })

  /** Written with others when it is settled. */
  function later(domain: number, ip: number, kept: Kept): void {
    const key = domain * IPS + ip
    remembered.set(key, kept)
    changed.set(key, [domain, ip, kept])
  }

  function keep(domain: number, ip: number, kept: Kept): void {
    rows.write([[domain, ip, kept]])
    remembered.set(domain * IPS + ip, kept)
  }

  function forget(domain: number, ip: number, { traits }: Kept): void {
    rows.remove(domain, ip)
    remembered.delete(domain * IPS + ip)
    interned.useIp(ip, -1)
    for (const name of namesIn(traits)) interned.useText(name, -1)
  }

  function traitsThen(traits: Traits, { result, results, day, authenticated }: Sent): Traits {
    let then = merged(traits, said.traitsOn(result, day, authenticated))
    if (results) for (const no of results) then = merged(then, said.traitsOn(no, day, authenticated))
    if (then === traits || haveSameNames(then, traits)) return then
    for (const name of namesIn(traits)) interned.useText(name, -1)
    for (const name of namesIn(then)) interned.useText(name, 1)
    return then
  }

  /** The very same where nothing is new. */
  function then(kept: Kept, sent: Sent): Kept {
    const { day, authenticated, passes } = sent
    const first = Math.min(kept.first, day)
    const last = Math.max(kept.last, day)
    const pass = passes ? Math.max(kept.pass ?? day, day) : kept.pass
    const provenPass = passes && authenticated ? Math.max(kept.provenPass ?? day, day) : kept.provenPass
    const traits = traitsThen(kept.traits, sent)
    const isSame =
      first === kept.first &&
      last === kept.last &&
      pass === kept.pass &&
      provenPass === kept.provenPass &&
      traits === kept.traits
    return isSame ? kept : { number: kept.number, first, last, pass, provenPass, traits }
  }

  function begun(domain: number, ip: number, { day }: Sent): Kept {
    interned.useIp(ip, 1)
    return {
      number: nextNumber(domain),
      first: day,
      last: day,
      pass: null,
      provenPass: null,
      traits: NO_TRAITS,
    }
  }

  const of = (domain: number, ip: number) => remembered.get(domain * IPS + ip) ?? rows.read(domain, ip)

  return {
    on(domain, ip, sent) {
      const known = remembered.get(domain * IPS + ip)
      const kept = known ?? rows.read(domain, ip)
      const next = then(kept ?? begun(domain, ip, sent), sent)
      if (next !== kept) later(domain, ip, next)
      else if (!known) remembered.set(domain * IPS + ip, kept)
      return next.number
    },
    passedLess(domain, ip, day, isOld) {
      const kept = of(domain, ip)
      if (!kept || isOld || (kept.pass !== day && kept.provenPass !== day)) return
      const pass = kept.pass === day ? lastPass.any(domain, ip, day, kept.first) : kept.pass
      const provenPass =
        kept.provenPass === day ? lastPass.proven(domain, ip, day, kept.first) : kept.provenPass
      if (pass !== kept.pass || provenPass !== kept.provenPass)
        keep(domain, ip, { ...kept, pass, provenPass })
    },
    notOn(domain, ip, day, isOld) {
      const kept = of(domain, ip)
      if (!kept || neighbours.isOn(domain, ip, day)) return kept?.number
      const left = without(domain, ip, day, kept, isOld)
      if (!left) forget(domain, ip, kept)
      else if (left !== kept) keep(domain, ip, left)
      return kept.number
    },
  }

  /** What is known of an address when a day is none of its any more. Undefined: nothing. */
  function without(domain: number, ip: number, day: number, kept: Kept, isOld: boolean): Kept | undefined {
    const isFirst = day === kept.first
    if (day === kept.last) {
      if (isFirst || isOld) return undefined
      const last = neighbours.before(domain, ip, day, kept.first)
      return last === undefined ? undefined : { ...kept, last }
    }
    if (!isFirst || isOld) return kept
    return { ...kept, first: neighbours.after(domain, ip, day, kept.last) ?? kept.last }
  }
}

/** Looks for the last day up to one on which an address passed; null: there is none. */
function createLastPass({ driver }: Pick<Connection, 'driver'>) {
  const looking = (those: string) => {
    const neighbours = createNeighbours({ driver }, those)
    return (domain: number, ip: number, day: number, first: number): number | null =>
      neighbours.isOn(domain, ip, day) ? day : (neighbours.before(domain, ip, day, first) ?? null)
  }
  return { any: looking('pass > 0'), proven: looking('pass > 0 AND authenticated = 1') }
}

/** Numbers for the sources of each domain; how many were given is written at the end of each write. */
function createNumbers({ driver }: Pick<Connection, 'driver'>, memory: Memory) {
  const read = driver.prepare<[number], [number]>('SELECT sources FROM dmarc_domains WHERE no = ?').raw()
  const write = driver.prepare<[number, number]>('UPDATE dmarc_domains SET sources = ? WHERE no = ?')
  const given = memory.part<number, number>(Number.POSITIVE_INFINITY)
  memory.atEnd(() => {
    for (const [domain, sources] of given) write.run(sources, domain)
    given.clear()
  })
  return (domain: number): number => {
    const number = given.get(domain) ?? read.get(domain)?.[0] ?? 0
    given.set(domain, number + 1)
    return number
  }
}
