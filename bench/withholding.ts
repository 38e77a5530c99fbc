/**
 * How well the decision to withhold a message's words fares on the labelled messages: recall and precision by file and by
 * language, ordinary mail by kind, and what changes when footers, menus, legal text or quoted threads stand before or behind
 * the words. `--ordinary <folder>` adds mail that is to be left alone, one message a file; `--file <file>` adds labelled
 * messages; `--faults` names what was judged wrongly.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { judgeRaw } from '../test/mail/withholding/cases.ts'
import { type Labelled, readFile, readLabelled } from '../test/mail/withholding/labelled.ts'
import {
  type Block,
  PADDING_KINDS,
  paddedRaws,
  pileOf,
  readBlocks,
  type Where,
} from '../test/mail/withholding/padding.ts'

interface Count {
  found: number
  missed: number
  wrong: number
  left: number
}

const isWithheld = (raw: string | Uint8Array) => judgeRaw(raw) !== undefined

function count(
  messages: readonly Labelled[],
  rawsOf: (one: Labelled) => string[] = ({ raws }) => raws,
): Count {
  const total: Count = { found: 0, missed: 0, wrong: 0, left: 0 }
  for (const one of messages) {
    const raws = rawsOf(one)
    const share = raws.filter(isWithheld).length / raws.length
    total[one.withhold ? 'found' : 'wrong'] += share
    total[one.withhold ? 'missed' : 'left'] += 1 - share
  }
  return total
}

function told({ found, missed, wrong, left }: Count): string {
  const parts = [`${Math.round(found + missed + wrong + left)} messages`]
  if (found + missed > 0) parts.push(`recall ${(found / (found + missed)).toFixed(3)}`)
  if (found + wrong > 0) parts.push(`precision ${(found / (found + wrong)).toFixed(3)}`)
  if (wrong + left > 0) parts.push(`ordinary withheld ${((100 * wrong) / (wrong + left)).toFixed(1)} %`)
  return parts.join(', ')
}

function tellSet(title: string, all: readonly Labelled[]): void {
  for (const [file, messages] of Map.groupBy(all, ({ id }) => id.slice(0, id.indexOf(':')))) {
    console.log(`  ${file}: ${told(count(messages))}`)
  }
  for (const [language, messages] of Map.groupBy(all, (one) => one.language)) {
    const { found, missed } = count(messages)
    if (found + missed >= 4 && found / (found + missed) < 0.9)
      console.log(`  ${language}: ${told(count(messages))}`)
  }
  console.log(`${title}: ${told(count(all))}\n`)
}

/** Ordinary mail by its source and kind: everything of which more than 2 % is withheld, and the rest together. */
function tellOrdinary(all: readonly Labelled[]): void {
  const ordinary = all.filter(({ withhold }) => !withhold)
  const source = ({ id, kind }: Labelled) => `${id.slice(0, id.indexOf(':'))} ${kind}`
  const calm: Labelled[] = []
  for (const [kind, messages] of Map.groupBy(ordinary, source)) {
    const { wrong } = count(messages)
    if (wrong / messages.length > 0.02)
      console.log(`  ${kind}: ${wrong.toFixed(1)} of ${messages.length} withheld`)
    else calm.push(...messages)
  }
  console.log(`ordinary mail of every other kind: ${told(count(calm))}\n`)
}

const LENGTHS = [200, 1_000, 2_000, 8_000]

function tellPadding(all: readonly Labelled[], blocks: readonly Block[]): void {
  const some = all.filter((_, index) => index % 8 === 0)
  console.log(`padding: without, ${told(count(some))}`)
  for (const where of ['before', 'behind'] as const) {
    for (const length of LENGTHS)
      console.log(`  ${where}, ${length}: ${told(count(some, padder(blocks, where, length)))}`)
    for (const kind of PADDING_KINDS) {
      const alike = blocks.filter((block) => block.kind === kind)
      console.log(`  ${where}, ${kind}: ${told(count(some, padder(alike, where, 2_000)))}`)
    }
  }
}

function padder(blocks: readonly Block[], where: Where, length: number): (one: Labelled) => string[] {
  let turn = 0
  return (one) => {
    turn += 1
    const own = blocks.filter(({ lang }) => lang === one.language.slice(0, 2))
    return paddedRaws(one, pileOf(turn % 2 === 0 && own.length > 0 ? own : blocks, turn, length), where)
  }
}

const { values } = parseArgs({
  options: {
    ordinary: { type: 'string', multiple: true, default: [] },
    file: { type: 'string', multiple: true, default: [] },
    faults: { type: 'boolean' },
  },
})

const heldOut = [...readLabelled(true), ...values.file.flatMap((path) => readFile(path, basename(path)))]
tellSet('fitted on', readLabelled(false))
tellSet('held out', heldOut)
tellOrdinary(heldOut)
tellPadding(heldOut, readBlocks('held-out'))
for (const { id, withhold, raws } of values.faults ? heldOut : []) {
  if (raws.filter(isWithheld).length !== (withhold ? raws.length : 0))
    console.log(`  ${withhold ? 'missed' : 'wrong'} ${id}`)
}
for (const folder of values.ordinary) {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())
  const wrong = files.filter(({ name }) => isWithheld(readFileSync(join(folder, name))))
  console.log(`${folder}: ${wrong.length} of ${files.length} withheld`)
}
