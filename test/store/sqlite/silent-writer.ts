import { parentPort } from 'node:worker_threads'
import type { FromWriter, ToWriter } from '../../../src/store/sqlite/writer.ts'

/** A writer that opens nothing and never answers again, until it is closed. */
const say = (message: FromWriter) => parentPort?.postMessage(message)

parentPort?.on('message', ({ kind }: ToWriter) => {
  if (kind === 'open') say({ kind: 'ready' })
  if (kind === 'close') say({ kind: 'closed' })
})
