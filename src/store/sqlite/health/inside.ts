import { statSync } from 'node:fs'
import { systemReason } from '../../../core/trouble/system-reason.ts'
import { openWriter } from '../connection.ts'
import { tooNewFor } from '../migrations.ts'
import { roomHint } from '../want-of-space.ts'
import { isDamage, PUT_BACK } from './damage.ts'
import { foreignTo } from './foreign.ts'

/** What keeps a database from being used that only shows when it is opened. Nothing is opened whose owner is another user: what SQLite
 * keeps beside it would belong to the wrong one. */
export function insideProblem(file: string, program: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found || found.uid !== process.geteuid?.()) return undefined
  try {
    const { driver } = openWriter(file)
    try {
      return foreignTo(driver, file) ?? tooNewFor(driver, program)
    } finally {
      driver.close()
    }
  } catch (cause) {
    return `The database ${file} cannot be opened: ${systemReason(cause)}.${isDamage(cause) ? ` ${PUT_BACK}` : roomHint(cause)}`
  }
}
