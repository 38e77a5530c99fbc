import { makeArchive } from '../../../src/app/backups/make-archive.ts'

/** Begins the backup that is named, and stops where its file is begun: whoever started this kills it. */
const plan = JSON.parse(process.argv[2] ?? '')
await makeArchive(plan, new AbortController().signal, () => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
})
