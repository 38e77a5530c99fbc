/** Looked at by a thread of its own: the work of this process may hold up everything else, or hang. It is asked to end first. */
const WATCH = `
let seen = 0
setInterval(() => {
  if (process.ppid === PARENT) return
  seen += 1
  process.kill(process.pid, seen === 1 ? 'SIGTERM' : 'SIGKILL')
}, EVERY_MS)
`
const EVERY_MS = 1000

/** Ends this process when the one that started it is gone, however that ended and whoever else holds its pipes. `parent` is the process that
 * asked for it. */
export function endWithParent(parent: number): void {
  const code = WATCH.replace('PARENT', String(parent)).replace('EVERY_MS', String(EVERY_MS))
  const file = URL.createObjectURL(new Blob([code], { type: 'application/javascript' }))
  // The types of browsers do not know it.
  const watch = new Worker(file, { smol: true }) as Worker & { unref(): void }
  watch.unref()
}
