import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { message } from '../../../bench/messages.ts'
import { extractLinks } from '../../../src/mail/reading/links/links.ts'
import { parseHtml } from '../../../src/mail/reading/markup/html.ts'
import { parseMessage } from '../../../src/mail/reading/parse.ts'
import { judgeWithholding, look } from '../../../src/mail/withholding/withholding.ts'
import { readLabelled } from './labelled.ts'
import { noise } from './noise.ts'
import { paddedRaws, pileOf, readBlocks } from './padding.ts'

/**
 * What was seen of each message and what was decided, to the last bit, as a digest for each group of messages: faster ways to the same
 * must give the same. `UPDATE_GOLDEN=1` keeps other ones, where rules or weights changed.
 */
const KEPT = join(import.meta.dir, 'outcomes.json')

interface Outcome {
  messages: number
  withheld: number
  digest: string
}

const LABELLED = [...readLabelled(false), ...readLabelled(true)]
const WHOLE = join(import.meta.dir, 'whole')
/** One in so many, in one of its forms. */
const STEP = { whole: 40, labelled: 6, padded: 60 }

function* wholeMessages(): Generator<[group: string, raw: string | Uint8Array]> {
  for (const file of readdirSync(WHOLE).toSorted()) {
    const lines = readFileSync(join(WHOLE, file), 'utf8').trim().split('\n')
    for (const [index, line] of lines.entries()) {
      if (index % STEP.whole === 0) yield [file, (JSON.parse(line) as { raw: string }).raw]
    }
  }
}

function* labelledMessages(): Generator<[group: string, raw: string | Uint8Array]> {
  const blocks = readBlocks('fitted')
  for (const [index, one] of LABELLED.entries()) {
    const file = one.id.slice(0, one.id.indexOf(':'))
    if (index % STEP.labelled === 0) yield [file, one.raws[index % 2] ?? one.raws[0] ?? '']
    if (index % STEP.padded > 0) continue
    const pile = pileOf(blocks, index, index % 20 === 0 ? 500 : 4_000)
    for (const raw of paddedRaws(one, pile, index % 3 === 0 ? 'behind' : 'before')) yield ['padded', raw]
  }
}

function* writtenMessages(): Generator<[group: string, raw: string | Uint8Array]> {
  for (const kind of ['newsletter', 'plain', 'attachment'] as const) {
    for (let number = 0; number < 8; number += 1) yield [`bench ${kind}`, message(kind, 10_240, number).raw]
    yield [`bench ${kind}`, message(kind, 102_400, 1).raw]
  }
  for (const [language, raw] of noise(LABELLED, 12)) yield [`noise ${language}`, raw]
}

function outcomeOf(raw: string | Uint8Array): { withheld: boolean; told: string } {
  const octets = Buffer.from(raw as Uint8Array)
  const read = parseMessage(octets)
  const html = read.html === undefined ? undefined : parseHtml(read.html)
  const links = extractLinks(html, read.text)
  const { seen, closed, hint } = look(read, html, links)
  const judged = judgeWithholding(read, html, links, octets)
  const windows = seen.map(({ signals, places, sentences }) => [
    Object.entries(signals).toSorted(([one], [other]) => (one < other ? -1 : 1)),
    [...places].toSorted(([one], [other]) => one - other),
    sentences,
  ])
  return { withheld: judged !== undefined, told: JSON.stringify([closed, hint, judged, windows]) }
}

function outcomes(): Record<string, Outcome> {
  const groups = new Map<
    string,
    { messages: number; withheld: number; hash: ReturnType<typeof createHash> }
  >()
  for (const messages of [wholeMessages(), labelledMessages(), writtenMessages()]) {
    for (const [name, raw] of messages) {
      const group = groups.get(name) ?? { messages: 0, withheld: 0, hash: createHash('sha256') }
      groups.set(name, group)
      const { withheld, told } = outcomeOf(raw)
      group.messages += 1
      group.withheld += Number(withheld)
      group.hash.update(told)
    }
  }
  const told = groups.entries().map(([name, { messages, withheld, hash }]) => {
    return [name, { messages, withheld, digest: hash.digest('hex').slice(0, 16) }] as const
  })
  return Object.fromEntries(told)
}

test('every message is seen and judged as it was', () => {
  const found = outcomes()
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(KEPT, `${JSON.stringify(found, null, 2)}\n`)
  expect(found).toEqual(JSON.parse(readFileSync(KEPT, 'utf8')))
})
