import { rawOf } from './cases.ts'
import type { Labelled } from './labelled.ts'

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'ru', 'tr', 'ja', 'ar', 'hi'] as const
/** What looks like a secret, or stands beside one. */
const THINGS =
  '482913|4 8 2 9 1 3|48 29 13|A7K-92Q|G-482913|Xk7-pQ29!|2026|4471|+1 800 555 0177|12:30|10.11.2026|KvK 12345678|BLUEBIRD|k3J9qZ81LmPw02Xb|https://shop.example/reset?token=k3J9qZ81LmPw02Xb|https://t.example/ls/click?upn=u001.a8Fh3kLq0aPzXwQ2|"4829"|“your code is 4829”|e.g. 4711|for example 4711|z. B. 4711|ISO 9001|EUR 12.50|4|7 days|©|1 2 3 4|12-34-56|Passwort: Sommer2024|c0de|v e r i f y|«4829»|「4829」|case-sensitive|log-in|4829:|TC-03|•••• 4471|INV-2026-06758'.split(
    '|',
  )
const FIELDS = ['List-Id: x <x.example>', 'In-Reply-To: <a@b.example>', 'List-Post: <mailto:a@b.example>']

type Chance = () => number

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function chance(seed: number): Chance {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const pick = <T>(from: readonly T[], next: Chance): T => from[Math.floor(next() * from.length)] as T

/** Messages of lines that belong to different mails, with secrets and what looks alike put into them: the same at every run. */
export function* noise(all: readonly Labelled[], count: number): Generator<[language: string, raw: string]> {
  for (const [seed, language] of LANGUAGES.entries()) {
    const next = chance(seed + 1)
    const own = all.filter((one) => one.language.startsWith(language))
    const lines = own.flatMap(({ forms }) => forms[0]?.text?.split(/\n+/) ?? []).filter((line) => line !== '')
    for (let made = 0; made < count; made += 1) {
      const length = 1 + Math.floor(next() * next() * 60)
      const body = Array.from({ length }, () => changed(pick(lines, next), next))
      const subject = next() < 0.5 ? pick(own, next).subject : pick(lines, next).slice(0, 60)
      const form = next() < 0.5 ? { text: body.join('\n') } : { html: marked(body, next) }
      yield [language, rawOf(subject, form, next() < 0.3 ? [pick(FIELDS, next)] : [])]
    }
  }
}

function changed(line: string, next: Chance): string {
  const at = Math.floor(next() * line.length)
  const kind = Math.floor(next() * 8)
  if (kind === 0) return `${line.slice(0, at)} ${pick(THINGS, next)} ${line.slice(at)}`
  if (kind === 1) return `${line} ${pick(THINGS, next)}`
  if (kind === 2) return `${pick(THINGS, next)} ${line}`
  if (kind === 3) return line.slice(0, at) + line.slice(at + 2)
  return kind === 4 ? line.toUpperCase() : line
}

function marked(lines: readonly string[], next: Chance): string {
  const shown = lines.map((line) => {
    const text = line.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
    const address = pick(THINGS, next)
    return address.startsWith('http') ? `<a href="${address}">${text}</a>` : `<p>${text}</p>`
  })
  return `<html><body>${shown.join('\n')}</body></html>`
}
