/**
 * How well the decision to withhold a message's words fares: recall and precision on the labelled messages, by file and by
 * language. `--ordinary <folder>` adds mail that is to be left alone, one message a file.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { parseHtml } from '../src/mail/html.ts'
import { extractLinks } from '../src/mail/links.ts'
import { parseMessage } from '../src/mail/parse.ts'
import { judgeWithholding } from '../src/mail/withholding.ts'
import { type Labelled, readLabelled } from '../test/mail/withholding/labelled.ts'

interface Count {
  found: number
  missed: number
  wrong: number
  left: number
}

function isWithheld(raw: string | Buffer): boolean {
  const octets = typeof raw === 'string' ? Buffer.from(raw) : raw
  const message = parseMessage(octets)
  const html = message.html === undefined ? undefined : parseHtml(message.html)
  return judgeWithholding(message, html, extractLinks(html, message.text), octets) !== undefined
}

function count(messages: readonly Labelled[]): Count {
  const total: Count = { found: 0, missed: 0, wrong: 0, left: 0 }
  for (const { raws, withhold } of messages) {
    const share = raws.filter(isWithheld).length / raws.length
    total[withhold ? 'found' : 'wrong'] += share
    total[withhold ? 'missed' : 'left'] += 1 - share
  }
  return total
}

function told({ found, missed, wrong, left }: Count): string {
  const recall = (found / (found + missed)).toFixed(3)
  const precision = (found / (found + wrong)).toFixed(3)
  return `${Math.round(found + missed + wrong + left)} messages: recall ${recall}, precision ${precision}`
}

const { values } = parseArgs({
  options: { ordinary: { type: 'string', multiple: true, default: [] }, faults: { type: 'boolean' } },
})

/** Files whose names begin with held-out were never used to fit the points. */
for (const heldOut of [true, false]) {
  const all = readLabelled(heldOut)
  const title = heldOut ? 'held out' : 'fitted on'
  for (const [file, messages] of Map.groupBy(all, ({ id }) => id.slice(0, id.indexOf(':')))) {
    console.log(`  ${file}: ${told(count(messages))}`)
  }
  for (const [language, messages] of Map.groupBy(all, (one) => one.language)) {
    const { found, missed } = count(messages)
    if (found + missed >= 4 && found / (found + missed) < 0.9) {
      console.log(`  ${language}: ${told(count(messages))}`)
    }
  }
  if (values.faults && heldOut) {
    for (const { id, withhold, raws } of all) {
      if (raws.filter(isWithheld).length !== (withhold ? raws.length : 0)) {
        console.log(`  ${withhold ? 'missed' : 'wrong'} ${id}`)
      }
    }
  }
  console.log(`${title}: ${told(count(all))}\n`)
}
for (const folder of values.ordinary) {
  const files = readdirSync(folder)
  const wrong = files.filter((file) => isWithheld(readFileSync(join(folder, file))))
  console.log(`${folder}: ${wrong.length} of ${files.length} withheld`)
}
