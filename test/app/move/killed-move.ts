import { moveByCommand } from '../../../src/app/move/move-command.ts'
import { configOf } from '../../config/loading.ts'

/** Moves a data directory until some messages are moved, and is killed then. */
const [directory = '', to = ''] = process.argv.slice(2)
let batches = 0
await moveByCommand(configOf('[smtp]\ndomain = "test.example"\n[store]\ntls = "disable"\n'), {
  from: directory,
  to,
  rowsAtOnce: 3,
  signal: new AbortController().signal,
  status: () => {},
  progress: ({ table }) => {
    if (table === 'messages') batches += 1
    if (batches === 3) process.kill(process.pid, 'SIGKILL')
  },
})
