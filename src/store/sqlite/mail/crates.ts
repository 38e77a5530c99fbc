import type { Acceptance, MessageBounds } from '../../messages.ts'
import { isWantOfSpace } from '../want-of-space.ts'
import { WriteFailed } from '../write-failed.ts'
import type { Answer, Crate } from './crate.ts'
import { draftOf, type MailRecord, writeRecord } from './record.ts'

interface CratesDeps {
  places: readonly Buffer[]
  /** Hands a crate over to the writer; gives an answer for each record. */
  hand(crate: Crate): Promise<Answer[]>
  /** Whether what was written is still where it would be found after a start. */
  intact(): boolean
}

interface Waiting {
  resolve(answer: Acceptance): void
  reject(cause: unknown): void
}

interface Filling extends Crate {
  into: Buffer
  /** Where the next record begins. */
  at: number
  waiting: Waiting[]
}

/** Octets of a place: what is longer, or comes while all are taken, travels in bytes of its own. */
const PLACE = 256 * 1024
const PLACES = 8

/** Memory that this thread and the writer's share: what is allocated anew for each crate keeps the collectors of both busy. */
export const sharedMemory = () => new SharedArrayBuffer(PLACES * PLACE)

/** The places of the shared memory. */
export const placesIn = (memory: SharedArrayBuffer): Buffer[] =>
  Array.from({ length: PLACES }, (_, index) => Buffer.from(memory, index * PLACE, PLACE))

/** The mail of one turn of the event loop travels to the writer together. */
export function createCrates({ places, hand, intact }: CratesDeps) {
  const free = [...places.keys()]
  let filling: Filling | undefined

  function begin(most: number, bounds: MessageBounds): Filling {
    setImmediate(send)
    const place = most > PLACE ? undefined : free.pop()
    const into = place === undefined ? undefined : places[place]
    if (place !== undefined && into) return { in: place, into, at: 0, records: 0, bounds, waiting: [] }
    const own = new ArrayBuffer(most)
    return { in: own, into: Buffer.from(own), at: 0, records: 0, bounds, waiting: [] }
  }

  function send(): void {
    if (!filling) return
    const { waiting, in: where, records, bounds } = filling
    filling = undefined
    const crate = { in: where, records, bounds }
    hand(crate)
      .catch((cause: unknown) => {
        if (records === 1 || typeof where !== 'number' || isWantOfSpace(cause)) throw cause
        return hand({ ...crate, singly: true })
      })
      .finally(() => {
        if (typeof where === 'number') free.push(where)
      })
      .then(
        (answers) => settle(waiting, answers),
        (cause: unknown) => {
          for (const { reject } of waiting) reject(cause)
        },
      )
  }

  function settle(waiting: readonly Waiting[], answers: readonly Answer[]): void {
    // What is in a file that was deleted meanwhile is not kept.
    const kept = !answers.includes('stored') || intact()
    for (const [index, { resolve, reject }] of waiting.entries()) {
      const answer = answers[index]
      if (typeof answer === 'object') reject(new WriteFailed(answer))
      else resolve(answer === undefined || (answer === 'stored' && !kept) ? 'no_space' : answer)
    }
  }

  return {
    /** Resolves when the record is durable, or was refused. */
    put(record: MailRecord, bounds: MessageBounds): Promise<Acceptance> {
      const draft = draftOf(record)
      if (filling && (filling.bounds !== bounds || filling.at + draft.most > filling.into.length)) send()
      filling ??= begin(draft.most, bounds)
      filling.at = writeRecord(draft, filling.into, filling.at)
      filling.records += 1
      const { promise, resolve, reject } = Promise.withResolvers<Acceptance>()
      filling.waiting.push({ resolve, reject })
      // Bytes of its own hold one record.
      if (typeof filling.in !== 'number') send()
      return promise
    },
  }
}
