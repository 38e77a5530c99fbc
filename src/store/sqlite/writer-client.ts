import { Worker } from 'node:worker_threads'
import type { Job, Reply } from './batch.ts'
import type { Answer, Crate } from './mail/crate.ts'
import { placesIn, sharedMemory } from './mail/crates.ts'
import type { Migrator } from './migrations.ts'
import { failureOf, WriteFailed } from './write-failed.ts'
import type { FromWriter, ToWriter } from './writer.ts'
import type { AnswerOf, ParametersOf, WriteName } from './writes.ts'

interface Waiting {
  resolve(value: unknown): void
  reject(cause: Error): void
}

export interface WriterClient {
  /** Resolves after the commit; rejects when the write failed, or when the writer's thread is gone. */
  write<N extends WriteName>(name: N, ...args: ParametersOf<N>): Promise<AnswerOf<N>>
  /** Accepts mail. The writer reads it where it lies: a place is free again, and bytes of its own are gone, when it has answered. */
  hand(crate: Crate): Promise<Answer[]>
  /** The places of the memory that is shared with the writer. */
  readonly places: readonly Buffer[]
  /** Commits what is queued, then ends the thread. */
  close(): Promise<void>
}

/** In the compiled binary modules have no folders of their own: the writer is an entry point named from the root. */
function writerUrl(): URL {
  const compiled = import.meta.url.includes('/$bunfs/')
  return new URL(compiled ? './store/sqlite/writer.js' : './writer.ts', import.meta.url)
}

let ahead: Worker | undefined

/** Starts the writer's thread before a store is opened: it takes as long as reading the configuration, and needs nothing of it. */
export function startWriterAhead(): void {
  const worker = new Worker(writerUrl())
  const gone = () => {
    if (ahead === worker) ahead = undefined
  }
  worker.on('error', gone)
  worker.on('exit', gone)
  ahead = worker
}

/** A thread that waits to be told what to open: the one that was started ahead, where there is one. */
function writerThread(url: string | URL | undefined): Worker {
  const worker = url === undefined ? ahead : undefined
  ahead = undefined
  return worker ?? new Worker(url ?? writerUrl())
}

/** Starts the writer's thread. Says why the database cannot be used, if it cannot. */
export async function startWriter(
  { lost, ...options }: { file: string; migrate: boolean; migrator?: Migrator; lost?(reason: string): void },
  url?: string | URL,
): Promise<{ kind: 'ready'; client: WriterClient } | Extract<FromWriter, { kind: 'refused' }>> {
  const worker = writerThread(url)
  const waiting = new Map<number, Waiting>()
  const opened = Promise.withResolvers<Exclude<FromWriter, { kind: 'replies' }>>()
  const closed = Promise.withResolvers<void>()
  let gone: Error | undefined
  let state: 'opening' | 'open' | 'closing' = 'opening'

  function end(reason: string): void {
    gone ??= new Error(reason)
    for (const { reject } of waiting.values()) reject(gone)
    waiting.clear()
    opened.resolve({ kind: 'refused', reason })
    closed.resolve()
  }
  function die(reason: string): void {
    const expected = gone !== undefined || state !== 'open'
    end(reason)
    if (!expected) lost?.(reason)
  }
  worker.on('error', (cause) => die(`The database writer stopped: ${failureOf(cause).message}`))
  worker.on('exit', () => die('The database writer is closed.'))
  worker.on('message', (message: FromWriter) => {
    if (message.kind === 'replies') for (const reply of message.replies) settle(waiting, reply)
    else if (message.kind === 'closed') end('The database writer is closed.')
    else opened.resolve(message)
  })

  const say = (message: ToWriter, handed: ArrayBuffer[] = []) => worker.postMessage(message, handed)
  const memory = sharedMemory()
  say({ kind: 'open', memory, ...options })
  const answer = await opened.promise
  if (answer.kind !== 'ready') {
    await worker.terminate()
    return answer.kind === 'refused' ? answer : { kind: 'refused', reason: 'closed' }
  }

  state = 'open'
  let lastId = 0
  let outgoing: Job[] = []
  function send(handed: ArrayBuffer[] = []): void {
    if (outgoing.length > 0) say({ kind: 'jobs', jobs: outgoing }, handed)
    outgoing = []
  }
  function write<N extends WriteName>(name: N, ...args: ParametersOf<N>): Promise<AnswerOf<N>> {
    if (gone) return Promise.reject(gone)
    const { promise, resolve, reject } = Promise.withResolvers<AnswerOf<N>>()
    lastId += 1
    waiting.set(lastId, { resolve: resolve as (value: unknown) => void, reject })
    if (outgoing.push({ id: lastId, name, args }) === 1) setImmediate(() => send())
    return promise
  }
  return {
    kind: 'ready',
    client: {
      places: placesIn(memory),
      write,
      hand(crate) {
        const answers = write('messages.accept', crate)
        send(typeof crate.in === 'number' ? [] : [crate.in])
        return answers
      },
      async close() {
        state = 'closing'
        if (!gone) {
          // Behind the writes that are to be sent at the end of this turn.
          setImmediate(() => say({ kind: 'close' }))
          await closed.promise
        }
        await worker.terminate()
      },
    },
  }
}

function settle(waiting: Map<number, Waiting>, reply: Reply): void {
  const one = waiting.get(reply.id)
  waiting.delete(reply.id)
  if (reply.ok) one?.resolve(reply.value)
  else one?.reject(new WriteFailed(reply.failure))
}
