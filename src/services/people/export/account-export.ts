import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { Refusal } from '../../../core/refusal.ts'
import type { Clock } from '../../ports.ts'
import { type Doer, entryOf } from '../doer.ts'
import { refusalIn } from '../members.ts'
import { type AccountFilesDeps, accountFiles } from './account-files.ts'
import { tarOf } from './tar.ts'

export interface AccountExportDeps extends AccountFilesDeps {
  clock: Clock
}

export type Exporting =
  | {
      kind: 'archive'
      /** What the file may be called. */
      name: string
      /** A gzipped tar archive as it is made; the reader sets the pace, and whoever stops reading stops it. */
      bytes: AsyncIterable<Uint8Array>
    }
  | { kind: 'refused'; refusal: Refusal }
  | { kind: 'unknown_account' }
  /** Another one of the account is being made. */
  | { kind: 'under_way' }

/** Everything that is kept of an account, as one archive. */
export interface AccountExport {
  /** Stands in the audit log. */
  begin(doer: Doer, accountId: string): Promise<Exporting>
}

export function createAccountExport(deps: AccountExportDeps): AccountExport {
  const { store, clock } = deps
  const running = new Set<string>()

  return {
    async begin(doer, accountId) {
      const refusal = refusalIn(doer, accountId, 'account.export')
      if (refusal) return { kind: 'refused', refusal }
      if (running.has(accountId)) return { kind: 'under_way' }
      running.add(accountId)
      try {
        const account = await store.accounts.byId(accountId)
        if (!account) {
          running.delete(accountId)
          return { kind: 'unknown_account' }
        }
        const deed = { accountId, action: 'account.exported', target: account.name } as const
        await store.audit.add(entryOf(deps, doer, deed))
        const at = clock.now()
        const files = accountFiles(deps, account, at)
        return {
          kind: 'archive',
          name: `mailgauge-${accountId.slice(0, 8)}-${at.toISOString().slice(0, 10)}.tar.gz`,
          bytes: released(gzipped(tarOf(files, at)), () => running.delete(accountId)),
        }
      } catch (cause) {
        running.delete(accountId)
        throw cause
      }
    },
  }
}

/** Calls back when it is read to its end, was given up, or broke; also where nobody began to read. */
function released(chunks: AsyncGenerator<Uint8Array>, done: () => void): AsyncIterable<Uint8Array> {
  const next = async () => {
    try {
      const step = await chunks.next()
      if (step.done) done()
      return step
    } catch (cause) {
      done()
      throw cause
    }
  }
  const giveUp = async () => {
    done()
    await chunks.return(undefined)
    return { done: true, value: undefined } as const
  }
  return { [Symbol.asyncIterator]: () => ({ next, return: giveUp }) }
}

/** Compresses as it is read. A fault of what is compressed is thrown to the reader. */
async function* gzipped(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = Readable.from(chunks, { objectMode: true, highWaterMark: 1 })
  const gzip = createGzip()
  // Its callback keeps the fault from being thrown into the air; the reader of `gzip` gets it.
  pipeline(source, gzip, () => {})
  try {
    for await (const chunk of gzip) yield chunk as Uint8Array
  } finally {
    gzip.destroy()
    source.destroy()
  }
}
