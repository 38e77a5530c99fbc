import { DatabaseBusy } from '../sql/database.ts'
import type { Connection } from './connection.ts'

/** How many calls wait for a connection at most: a database that is away must not fill the memory. */
const WAITING = 1000

interface Waiting {
  give(connection: Promise<Connection>): void
  fail(cause: unknown): void
}

/** Connections that are made when they are needed, each used by one at a time. */
export interface Pool {
  /** A connection of one's own until it is given back. Rejects with DatabaseBusy. */
  take(limitMs: number): Promise<Connection>
  give(connection: Connection): void
  /** Nobody gets one any more; what waits and what runs rejects. */
  end(cause: Error): void
  /** How many are in use. */
  used(): number
}

export function createPool(size: number, open: () => Promise<Connection>): Pool {
  const all = new Set<Connection>()
  const idle: Connection[] = []
  const waiting = new Set<Waiting>()
  let places = size
  let ended: Error | undefined

  async function opened(): Promise<Connection> {
    try {
      const connection = await open()
      if (ended) {
        connection.end()
        throw ended
      }
      all.add(connection)
      return connection
    } catch (cause) {
      places += 1
      passOn()
      throw ended ?? cause
    }
  }

  /** A connection for whoever waits longest. */
  function passOn(): void {
    const [next] = waiting
    if (!next) return
    const connection = free()
    if (!connection) return
    waiting.delete(next)
    next.give(connection)
  }

  function free(): Promise<Connection> | undefined {
    for (let connection = idle.pop(); connection; connection = idle.pop()) {
      if (!connection.lost) return Promise.resolve(connection)
      forget(connection)
    }
    if (places === 0) return undefined
    places -= 1
    return opened()
  }

  function forget(connection: Connection): void {
    connection.end()
    if (all.delete(connection)) places += 1
  }

  return {
    async take(limitMs) {
      if (ended) throw ended
      const connection = waiting.size === 0 ? free() : undefined
      if (connection) return connection
      if (waiting.size >= WAITING) throw new DatabaseBusy('Too many calls wait for the database.')
      return new Promise((resolve, reject) => {
        const one: Waiting = {
          give(given) {
            clearTimeout(timer)
            resolve(given)
          },
          fail(cause) {
            clearTimeout(timer)
            reject(cause)
          },
        }
        const timer = setTimeout(() => {
          waiting.delete(one)
          reject(new DatabaseBusy('No connection to the database was free in time.'))
        }, limitMs)
        waiting.add(one)
      })
    },
    give(connection) {
      if (ended || connection.lost) forget(connection)
      else idle.push(connection)
      passOn()
    },
    end(cause) {
      ended = cause
      for (const one of waiting) one.fail(cause)
      waiting.clear()
      for (const connection of all) connection.end()
      all.clear()
      idle.length = 0
    },
    used: () => all.size - idle.length,
  }
}
