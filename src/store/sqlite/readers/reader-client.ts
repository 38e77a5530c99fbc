import { Worker } from 'node:worker_threads'
import { QueryTooLong } from '../../aggregates.ts'
import { failureOf } from '../write-failed.ts'
import { goingMemory, stopIn } from './going.ts'
import type { FromReader, ToReader } from './serve.ts'

/** A thread that runs one query at a time. */
export interface ReaderThread {
  /** Rejects with QueryTooLong where `stop` ended it, and with another error where it failed or the thread is gone. */
  run(name: string, args: readonly unknown[]): Promise<unknown>
  /** Ends the query that is under way when it next looks whether it is wanted. */
  stop(): void
  /** Closes the database behind the query that is under way, and ends the thread. */
  end(): Promise<void>
  isGone(): boolean
}

/** In the compiled binary modules have no folders of their own: the reader is an entry point named from the root. */
function readerUrl(): string | URL {
  const compiled = import.meta.url.includes('/$bunfs/')
  return new URL(compiled ? './store/sqlite/readers/reader.js' : './reader.ts', import.meta.url)
}

export function startReader(file: string, url: string | URL = readerUrl()): ReaderThread {
  const worker = new Worker(url)
  const memory = goingMemory()
  const closed = Promise.withResolvers<void>()
  let under: { id: number; resolve(value: unknown): void; reject(cause: Error): void } | undefined
  let lastId = 0
  let gone: Error | undefined

  function lose(reason: string): void {
    gone ??= new Error(reason)
    under?.reject(gone)
    under = undefined
    closed.resolve()
  }
  worker.on('error', (cause) => lose(`A database reader stopped: ${failureOf(cause).message}`))
  worker.on('exit', () => lose('A database reader is closed.'))
  worker.on('message', (message: FromReader) => {
    if (message.kind === 'closed') return closed.resolve()
    if (message.id !== under?.id) return
    const one = under
    under = undefined
    if (message.kind === 'answer') one.resolve(message.value)
    else
      one.reject(
        message.stopped ? new QueryTooLong(message.failure.message) : new Error(message.failure.message),
      )
  })
  const say = (message: ToReader) => worker.postMessage(message)
  say({ kind: 'open', file, memory })

  return {
    run(name, args) {
      if (gone) return Promise.reject(gone)
      lastId += 1
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      under = { id: lastId, resolve, reject }
      say({ kind: 'ask', id: lastId, name, args })
      return promise
    },
    stop: () => stopIn(memory, lastId),
    async end() {
      say({ kind: 'close' })
      if (!gone) await closed.promise
      await worker.terminate()
    },
    isGone: () => gone !== undefined,
  }
}
