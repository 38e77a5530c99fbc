import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readLabelled } from '../../withholding/labelled.ts'
import { toldOfBrands } from './told.ts'

const CORPUS = join(import.meta.dir, '../../../corpus')

/** `bun bench/brands.ts` prints the same for all labelled messages. */
test.each([false, true])(
  'ordinary labelled mail imitates no brand (held out: %p)',
  async (heldOut) => {
    const ordinary = readLabelled(heldOut).filter(({ id }) => id.includes('ordinary'))
    expect(ordinary.length).toBeGreaterThan(200)
    const told: string[] = []
    for (const { id, raws } of ordinary) {
      for (const raw of raws)
        told.push(...(await toldOfBrands(Buffer.from(raw))).map((what) => `${id}: ${what}`))
    }
    expect(told).toEqual([])
  },
  300_000,
)

/** Made to imitate, or to name other sites. */
const MEANT = /^cases\/(?:phishing|newsletter-brand-links)/

test('no message of the corpus imitates a brand that is not meant to', async () => {
  const files = readdirSync(CORPUS, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.eml'))
  const told: string[] = []
  for (const file of files.filter((file) => !MEANT.test(file))) {
    const found = await toldOfBrands(readFileSync(join(CORPUS, file))).catch(() => [])
    told.push(...found.map((what) => `${file}: ${what}`))
  }
  expect(told).toEqual([])
})
