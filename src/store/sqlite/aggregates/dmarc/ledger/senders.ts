import type { Connection } from '../../../connection.ts'
import type { Interned } from '../interned.ts'
import type { Memory } from '../memory.ts'

/** Those that reports of a domain are proved to come from, and their numbers. They go with their last slice. */
export interface Senders {
  /** One more slice is of it. Gives its number. */
  add(domain: number, sender: number): number
  /** One fewer. Gives its number. */
  remove(domain: number, sender: number): number
}

interface Known {
  domain: number
  sender: number
  number: number
  /** Slices that came and are not written yet. */
  more: number
}

const REMEMBERED = 20_000

export function createSenders(
  { driver }: Pick<Connection, 'driver'>,
  memory: Memory,
  interned: Pick<Interned, 'useText'>,
): Senders {
  const read = driver
    .prepare<[number, number], [number, number]>(
      'SELECT number, reports FROM dmarc_senders WHERE domain = ? AND sender = ?',
    )
    .raw()
  const nextNumber = driver
    .prepare<[number], [number]>(
      'UPDATE dmarc_domains SET senders = senders + 1 WHERE no = ? RETURNING senders - 1',
    )
    .raw()
  const insert = driver.prepare(
    'INSERT INTO dmarc_senders (domain, sender, number, reports) VALUES (?, ?, ?, 0)',
  )
  const update = driver.prepare(
    'UPDATE dmarc_senders SET reports = reports + ? WHERE domain = ? AND sender = ?',
  )
  const drop = driver.prepare('DELETE FROM dmarc_senders WHERE domain = ? AND sender = ?')
  const known = memory.part<string, Known>(REMEMBERED)
  const changed = memory.list<Known>()
  memory.gathers(() => {
    for (const one of changed.splice(0)) {
      update.run(one.more, one.domain, one.sender)
      one.more = 0
    }
  })

  function inserted(domain: number, sender: number): number {
    const [number = 0] = nextNumber.get(domain) ?? []
    insert.run(domain, sender, number)
    interned.useText(sender, 1)
    return number
  }

  return {
    add(domain, sender) {
      const key = `${domain}/${sender}`
      const one = known.get(key) ?? {
        domain,
        sender,
        number: read.get(domain, sender)?.[0] ?? inserted(domain, sender),
        more: 0,
      }
      known.set(key, one)
      if (one.more === 0) changed.push(one)
      one.more += 1
      return one.number
    },
    remove(domain, sender) {
      memory.settle()
      known.delete(`${domain}/${sender}`)
      const [number = 0, reports = 0] = read.get(domain, sender) ?? []
      if (reports > 1) update.run(-1, domain, sender)
      else {
        drop.run(domain, sender)
        interned.useText(sender, -1)
      }
      return number
    },
  }
}
