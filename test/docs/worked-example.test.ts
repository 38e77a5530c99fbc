import { afterAll, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Analyzer } from '../../src/analysis/analyzer.ts'
import { analyzers } from '../../src/analysis/registry.ts'
import { judge, mail } from '../analysis/message-scene.ts'
import { blocksOf, proseOf, ROOT } from './documents.ts'

const folder = mkdtempSync(join(tmpdir(), 'mailgauge-worked-example-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const DOCUMENT = 'CONTRIBUTING.md'
const MAIL = 'src/mail/message/priority/priority.ts'
const CHECK = 'src/analysis/analyzers/message/priority.ts'
const TEST = 'test/analysis/message/priority.test.ts'

/** Writes the files of the example into a folder; what they import beside each other comes from the sources. */
function write(): void {
  const blocks = blocksOf(DOCUMENT).filter(({ language }) => language === 'ts')
  const paths = [MAIL, CHECK, TEST]
  expect(blocks).toHaveLength(paths.length)
  for (const [at, path] of paths.entries()) {
    const text = (blocks[at]?.text ?? '').replaceAll(/from '(\.\.?\/[^']+)'/g, (_, to: string) => {
      const meant = join(dirname(path), to)
      const real = paths.includes(meant) ? join(folder, meant) : join(ROOT, meant)
      return `from '${pathToFileURL(real).href}'`
    })
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

test('the check of the worked example works as it stands', async () => {
  write()
  const { priority } = (await import(join(folder, CHECK))) as { priority: Analyzer }
  const newsletter = { 'List-Unsubscribe': '<https://www.example.org/leave>', Precedence: 'bulk' }
  const urgent = await judge(priority, mail({ ...newsletter, Importance: 'high' }))
  expect(urgent).toMatchObject({ status: 'failed', score: -0.1, findings: ['urgent-newsletter'] })
  const calm = await judge(priority, mail(newsletter))
  expect(calm).toMatchObject({ status: 'passed', score: 0 })
  expect(analyzers.map(({ name }) => name)).not.toContain(priority.name)
})

test('the places it names are those where such files stand', () => {
  const prose = proseOf(DOCUMENT)
    .map(({ text }) => text)
    .join('\n')
  for (const path of [MAIL, CHECK, TEST]) expect(prose).toContain(`\`${path}\``)
})
