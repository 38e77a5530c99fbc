/**
 * Fetches the data that others make from where they publish them, and writes src/mail/data: `bun scripts/refresh-data.ts`
 * for all, or with the names of some. `--from <file>` reads a copy at hand (once for each file of the one data set
 * named), `--copy <words>` says in the data what it is a copy of.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { refresh } from './refresh-data/refresh.ts'
import { DATA_SETS } from './refresh-data/sets.ts'

const FOLDER = join(import.meta.dir, '..', 'src', 'mail', 'data')

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    from: { type: 'string', multiple: true },
    copy: { type: 'string' },
    date: { type: 'string', default: new Date().toISOString().slice(0, 10) },
  },
})
const unknown = positionals.find((name) => !DATA_SETS.some((set) => set.name === name))
if (unknown !== undefined || (values.from && positionals.length !== 1)) {
  const names = DATA_SETS.map((set) => set.name).join(', ')
  console.error(unknown ? `There is no data set ${unknown}. There are: ${names}.` : '--from needs one name.')
  process.exit(2)
}

let failed = 0
for (const set of DATA_SETS) {
  if (positionals.length > 0 && !positionals.includes(set.name)) continue
  try {
    const file = await refresh(set, {
      folder: FOLDER,
      date: values.date,
      ...(values.from && { from: values.from }),
      ...(values.copy !== undefined && { copy: values.copy }),
    })
    console.log(`${set.name}: written to ${file}`)
  } catch (cause) {
    failed += 1
    console.error(`${set.name}: not changed. ${cause instanceof Error ? cause.message : cause}`)
  }
}
process.exit(failed > 0 ? 1 : 0)
