import { parentPort } from 'node:worker_threads'
import Sqlite from '#sqlite'
import { type Failure, failureOf } from '../write-failed.ts'
import { createGoing, defineGoing, type Going, QueryStopped } from './going.ts'

export type ToReader =
  | { kind: 'open'; file: string; memory: SharedArrayBuffer }
  | { kind: 'ask'; id: number; name: string; args: readonly unknown[] }
  | { kind: 'close' }

export type FromReader =
  | { kind: 'answer'; id: number; value: unknown }
  | { kind: 'failed'; id: number; stopped: boolean; failure: Failure }
  | { kind: 'closed' }

/** What queries are made of. */
export interface Reading {
  driver: Sqlite.Database
  going: Pick<Going, 'check'>
}

/** Queries by name; plain data in and out. */
export type NamedQueries = Readonly<Record<string, (...args: never[]) => unknown>>

/** How long a statement waits for a lock: only another process can hold one that keeps readers out. */
const BUSY_MS = 5_000

/** Opens a database to be read only. */
export function openReading(file: string, going: Pick<Going, 'check'>): Reading {
  const driver = new Sqlite(file, { readonly: true, fileMustExist: true, timeout: BUSY_MS })
  driver.pragma('query_only = ON')
  driver.pragma('temp_store = MEMORY')
  driver.pragma('cache_size = -32000')
  defineGoing(driver, going)
  return { driver, going }
}

const say = (message: FromReader) => parentPort?.postMessage(message)

/** Runs queries in this thread, one at a time, each on one state of the database. */
export function serveQueries(queriesOf: (reading: Reading) => NamedQueries): void {
  let answer: ((message: Extract<ToReader, { kind: 'ask' }>) => void) | undefined
  let close = () => {}

  function open({ file, memory }: Extract<ToReader, { kind: 'open' }>): void {
    const going = createGoing(memory)
    const reading = openReading(file, going)
    const queries = queriesOf(reading)
    const run = reading.driver.transaction((name: string, args: readonly unknown[]) =>
      queries[name]?.(...(args as never[])),
    )
    close = () => reading.driver.close()
    answer = ({ id, name, args }) => {
      going.begin(id)
      try {
        say({ kind: 'answer', id, value: run(name, args) })
      } catch (cause) {
        say({ kind: 'failed', id, stopped: cause instanceof QueryStopped, failure: failureOf(cause) })
      }
    }
  }

  parentPort?.on('message', (message: ToReader) => {
    if (message.kind === 'open') open(message)
    else if (message.kind === 'ask') answer?.(message)
    else {
      close()
      say({ kind: 'closed' })
    }
  })
}
