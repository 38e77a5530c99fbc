import { takePlace } from '../../../src/app/backups/take-place.ts'

/** Lets a backup take its place, and is killed after so many steps: killed-restore.ts <steps> <placing as JSON>. Says how far it came. */
const [, , steps = '0', placing = '{}'] = process.argv
let done = 0
for (const step of takePlace(JSON.parse(placing))) {
  done += 1
  process.stdout.write(`${step}\n`)
  if (done === Number(steps)) {
    await Bun.sleep(0)
    process.kill(process.pid, 'SIGKILL')
  }
}
