import type { Connection } from '../../../connection.ts'
import type { Interned } from '../interned.ts'
import type { Memory } from '../memory.ts'
import { byKey, firstDayOf, manyRows, monthOf, valuesOf } from './statements.ts'

/** When the addresses of a domain first and last sent, and their numbers. */
export interface Seen {
  /** An address has rows on a day. Gives its number. */
  on(domain: number, ip: number, day: number): number
  /** It has none any more on that day. Gives its number. `isOld`: it is forgotten with age, and first days stay. */
  notOn(domain: number, ip: number, day: number, isOld: boolean): number | undefined
}

interface Kept {
  number: number
  first: number
  last: number
}

const COLUMNS = 5
const inOrder = byKey(2)
const MOST_REMEMBERED = 100_000
/** So that the two make one number. */
const IPS = 2 ** 32

export function createSeen({ driver }: Pick<Connection, 'driver'>, memory: Memory, interned: Interned): Seen {
  const read = driver.prepare<[number, number], Kept>(
    'SELECT number, first_day AS first, last_day AS last FROM dmarc_seen WHERE domain = ? AND ip = ?',
  )
  const nextNumber = createNumbers({ driver }, memory)
  const write = manyRows(
    { driver },
    (
      rows,
    ) => `INSERT INTO dmarc_seen (domain, ip, number, first_day, last_day) VALUES ${valuesOf(COLUMNS, rows)}
      ON CONFLICT (domain, ip) DO UPDATE SET first_day = excluded.first_day, last_day = excluded.last_day`,
  )
  const update = driver.prepare(
    'UPDATE dmarc_seen SET first_day = ?, last_day = ? WHERE domain = ? AND ip = ?',
  )
  const remove = driver.prepare<[number, number]>('DELETE FROM dmarc_seen WHERE domain = ? AND ip = ?')
  const remembered = memory.part<number, Kept>(MOST_REMEMBERED)
  const neighbours = createNeighbours({ driver })
  const changed = memory.part<number, readonly [domain: number, ip: number, kept: Kept]>(
    Number.POSITIVE_INFINITY,
  )
  memory.gathers(() => {
    const rows = [...changed.values()].map(([domain, ip, { number, first, last }]) => [
      domain,
      ip,
      number,
      first,
      last,
    ])
    changed.clear()
    write(rows.sort(inOrder))
  })

  /** Written with others when it is settled. */
  function later(domain: number, ip: number, kept: Kept): void {
    const key = domain * IPS + ip
    remembered.set(key, kept)
    changed.set(key, [domain, ip, kept])
  }

  function keep(domain: number, ip: number, kept: Kept): void {
    update.run(kept.first, kept.last, domain, ip)
    remembered.set(domain * IPS + ip, kept)
  }

  function forget(domain: number, ip: number): void {
    remove.run(domain, ip)
    remembered.delete(domain * IPS + ip)
    interned.useIp(ip, -1)
  }

  return {
    on(domain, ip, day) {
      const known = remembered.get(domain * IPS + ip)
      const kept = known ?? read.get(domain, ip)
      if (!kept) {
        const number = nextNumber(domain)
        interned.useIp(ip, 1)
        later(domain, ip, { number, first: day, last: day })
        return number
      }
      const { number, first, last } = kept
      if (day < first || day > last) {
        later(domain, ip, { number, first: Math.min(first, day), last: Math.max(last, day) })
      } else if (!known) remembered.set(domain * IPS + ip, kept)
      return number
    },
    notOn(domain, ip, day, isOld) {
      const kept = remembered.get(domain * IPS + ip) ?? read.get(domain, ip)
      if (!kept || neighbours.isOn(domain, ip, day)) return kept?.number
      const left = without(domain, ip, day, kept, isOld)
      if (!left) forget(domain, ip)
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

/** Looks for the other days of an address month by month. */
function createNeighbours({ driver }: Pick<Connection, 'driver'>) {
  const onDay = driver.prepare<[number, number, number]>(
    'SELECT 1 FROM dmarc_day_sources WHERE domain = ? AND day = ? AND ip = ? LIMIT 1',
  )
  const inMonth = driver.prepare<[number, number, number]>(
    'SELECT 1 FROM dmarc_month_sources WHERE domain = ? AND month = ? AND ip = ? LIMIT 1',
  )
  const isOn = (domain: number, ip: number, day: number) => onDay.get(domain, day, ip) !== undefined
  const isIn = (domain: number, ip: number, month: number) => inMonth.get(domain, month, ip) !== undefined
  return {
    isOn,
    before(domain: number, ip: number, day: number, first: number): number | undefined {
      for (let month = monthOf(day); month >= monthOf(first); month -= 1) {
        if (!isIn(domain, ip, month)) continue
        const from = Math.max(first, firstDayOf(month))
        for (let one = Math.min(day, firstDayOf(month + 1)) - 1; one >= from; one -= 1) {
          if (isOn(domain, ip, one)) return one
        }
      }
      return undefined
    },
    after(domain: number, ip: number, day: number, last: number): number | undefined {
      for (let month = monthOf(day); month <= monthOf(last); month += 1) {
        if (!isIn(domain, ip, month)) continue
        const until = Math.min(last + 1, firstDayOf(month + 1))
        for (let one = Math.max(day + 1, firstDayOf(month)); one < until; one += 1) {
          if (isOn(domain, ip, one)) return one
        }
      }
      return undefined
    },
  }
}
