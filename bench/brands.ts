/**
 * How often mail that imitates nobody is told to imitate a brand, or to name another site than it links to: every labelled
 * message, and with `--folder` any folder of messages. Prints each one that is told, and why.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { toldOfBrands } from '../test/mail/reading/brands/told.ts'
import { readLabelled } from '../test/mail/withholding/labelled.ts'

type Sample = readonly [id: string, raw: Uint8Array]

async function count(title: string, samples: readonly Sample[]): Promise<void> {
  let told = 0
  for (const [id, raw] of samples) {
    const found = await toldOfBrands(raw)
    if (found.length === 0) continue
    told += 1
    console.log(`  ${id}: ${found.join(' | ')}`)
  }
  console.log(`${title}: ${told} of ${samples.length} messages told`)
}

const { values } = parseArgs({ options: { folder: { type: 'string', multiple: true, default: [] } } })
for (const heldOut of [false, true]) {
  const samples = readLabelled(heldOut).flatMap(({ id, raws }) =>
    raws.map((raw): Sample => [id, Buffer.from(raw)]),
  )
  await count(heldOut ? 'labelled, held out' : 'labelled', samples)
}
for (const folder of values.folder) {
  const files = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.eml'))
  await count(
    folder,
    files.map((file): Sample => [file, readFileSync(join(folder, file))]),
  )
}
