import type { Connection } from '../../connection.ts'

/** What the writer remembers of the tables of reports, so that it need not look it up for each record. Another process may write too, and
 * a transaction may be undone: what is remembered holds while the stamp in the database is the one that was written with it. */
export interface Memory {
  /** At the start of each write: forgets what may not hold any more. */
  look(): void
  /** Before the first change of a write. */
  change(): void
  /** A part that is forgotten with the others. */
  part<K, V>(mostEntries: number): Map<K, V>
  /** What is gathered to be written together; forgotten as parts are. */
  list<T>(): T[]
  /** Has what is gathered written when it is settled: this takes it out of its list. */
  gathers(work: () => void): void
  /** Writes what is gathered, before something looks for it in the tables. */
  settle(): void
  /** Has something written at the end of each write, behind what was gathered. */
  atEnd(work: () => void): void
  /** At the end of each write. Parts stay small: forgetting is always right. */
  end(): void
}

export function createMemory({ driver }: Pick<Connection, 'driver'>): Memory {
  const read = driver.prepare<[], [number]>('SELECT stamp FROM dmarc_stamp WHERE one = 1').raw()
  const write = driver.prepare<[number]>(
    'INSERT INTO dmarc_stamp (one, stamp) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET stamp = excluded.stamp',
  )
  const parts: { part: Map<unknown, unknown>; most: number }[] = []
  const lists: unknown[][] = []
  const gathering: (() => void)[] = []
  const works: (() => void)[] = []
  const settle = () => {
    for (const work of gathering) work()
  }
  let stamp: number | undefined
  let isChanged = false

  function forget(): void {
    for (const { part } of parts) part.clear()
    for (const list of lists) list.length = 0
  }

  return {
    look() {
      const [kept] = read.get() ?? []
      if (kept !== stamp) forget()
      stamp = kept
      isChanged = false
    },
    change() {
      if (isChanged) return
      isChanged = true
      stamp = newStamp()
      write.run(stamp)
    },
    part<K, V>(most: number) {
      const part = new Map<K, V>()
      parts.push({ part: part as Map<unknown, unknown>, most })
      return part
    },
    list<T>() {
      const list: T[] = []
      lists.push(list)
      return list
    },
    gathers: (work) => void gathering.push(work),
    settle,
    atEnd: (work) => void works.push(work),
    end() {
      settle()
      for (const work of works) work()
      for (const { part, most } of parts) if (part.size > most) part.clear()
    },
  }
}

const newStamp = () => Math.floor(Math.random() * Number.MAX_SAFE_INTEGER)

/** For writes elsewhere that change whose domains are verified: the writer forgets what it knew. */
export function forgetting({ driver }: Pick<Connection, 'driver'>): () => void {
  const write = driver.prepare<[number]>(
    'INSERT INTO dmarc_stamp (one, stamp) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET stamp = excluded.stamp',
  )
  return () => {
    write.run(newStamp())
  }
}
