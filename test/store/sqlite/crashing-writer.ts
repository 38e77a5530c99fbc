import { parentPort } from 'node:worker_threads'
import type { ToWriter } from '../../../src/store/sqlite/writer.ts'

/** A writer that opens and then dies of its first job. */
parentPort?.on('message', (message: ToWriter) => {
  if (message.kind === 'open') parentPort?.postMessage({ kind: 'ready' })
  else if (message.kind === 'jobs') throw new Error('the disk went away')
})
