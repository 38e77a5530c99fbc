import type { Connection } from '../../../connection.ts'
import type { Interned } from '../interned.ts'
import type { Memory } from '../memory.ts'

/** The reporters of a domain: their numbers, and their names as the last report has them. They go with their last slice. */
export interface Reporters {
  /** One more slice is of it. Gives its number. */
  add(domain: number, reporter: number, name: number): number
  /** One fewer. Gives its number. */
  remove(domain: number, reporter: number): number
}

interface Known {
  domain: number
  reporter: number
  number: number
  name: number
  /** Slices that came and are not written yet. */
  more: number
}

const REMEMBERED = 20_000

export function createReporters(
  { driver }: Pick<Connection, 'driver'>,
  memory: Memory,
  interned: Interned,
): Reporters {
  const read = driver
    .prepare<[number, number], [number, number, number]>(
      'SELECT number, name, reports FROM dmarc_reporters WHERE domain = ? AND reporter = ?',
    )
    .raw()
  const nextNumber = driver
    .prepare<[number], [number]>(
      'UPDATE dmarc_domains SET reporters = reporters + 1 WHERE no = ? RETURNING reporters - 1',
    )
    .raw()
  const insert = driver.prepare(
    'INSERT INTO dmarc_reporters (domain, reporter, number, name, reports) VALUES (?, ?, ?, ?, 1)',
  )
  const update = driver.prepare(
    'UPDATE dmarc_reporters SET reports = reports + ?, name = ? WHERE domain = ? AND reporter = ?',
  )
  const drop = driver.prepare('DELETE FROM dmarc_reporters WHERE domain = ? AND reporter = ?')
  const known = memory.part<string, Known>(REMEMBERED)
  const changed = memory.list<Known>()
  memory.gathers(() => {
    for (const one of changed.splice(0)) {
      update.run(one.more, one.name, one.domain, one.reporter)
      one.more = 0
    }
  })

  function inserted(domain: number, reporter: number, name: number): Known {
    const [number = 0] = nextNumber.get(domain) ?? []
    insert.run(domain, reporter, number, name)
    for (const text of [reporter, name]) interned.useText(text, 1)
    return { domain, reporter, number, name, more: 0 }
  }

  function found(domain: number, reporter: number): Known | undefined {
    const [number, name] = read.get(domain, reporter) ?? []
    return number === undefined || name === undefined
      ? undefined
      : { domain, reporter, number, name, more: 0 }
  }

  function oneMore(one: Known, name: number): void {
    if (one.name !== name) {
      interned.useText(name, 1)
      interned.useText(one.name, -1)
      one.name = name
    }
    if (one.more === 0) changed.push(one)
    one.more += 1
  }

  return {
    add(domain, reporter, name) {
      const key = `${domain}/${reporter}`
      const there = known.get(key) ?? found(domain, reporter)
      const one = there ?? inserted(domain, reporter, name)
      known.set(key, one)
      if (there) oneMore(one, name)
      return one.number
    },
    remove(domain, reporter) {
      memory.settle()
      known.delete(`${domain}/${reporter}`)
      const [number = 0, name = 0, reports = 0] = read.get(domain, reporter) ?? []
      if (reports > 1) update.run(-1, name, domain, reporter)
      else {
        drop.run(domain, reporter)
        for (const text of [reporter, name]) interned.useText(text, -1)
      }
      return number
    },
  }
}
