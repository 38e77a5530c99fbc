import type { Report } from '../../../clients/typescript/src/client.ts'
import { titleOf } from './titles.ts'

/** A job may show a megabyte, of all its steps together. */
const MOST_CHECKS = 40
const LONGEST_TEXT = 2000
const LONGEST_BLOCK = 8000

/** What the gate came to, and what to fix, as Markdown for the page of a CI job. */
export function markdownOf(report: Report, ending: string): string {
  const { score, max_score: most, checks, gated } = report
  const failed = checks.filter(({ status }) => status === 'failed')
  const wrong = failed.filter(({ score: cost }) => cost < 0).toSorted((a, b) => a.score - b.score)
  const free = failed.filter(({ score: cost }) => cost >= 0)
  const open = checks.filter(({ status }) => status === 'error')
  const head = score === undefined ? 'No score' : `${score.toFixed(1)} of ${most}`
  return [
    `### Mail: ${head}`,
    plain(ending),
    ...(gated ? ['The plan of the account does not include the full report on this test.'] : []),
    ...wrong.slice(0, MOST_CHECKS).map(toFix),
    ...(wrong.length > MOST_CHECKS ? [`${wrong.length - MOST_CHECKS} more checks failed.`] : []),
    ...named('Failed without a cost', free),
    ...named('Not determined', open),
  ]
    .map((block) => `${block}\n`)
    .join('\n')
}

function named(what: string, some: Report['checks']): string[] {
  if (some.length === 0) return []
  const names = some.slice(0, MOST_CHECKS).map(({ name }) => plain(titleOf(name)))
  return [`${what}: ${names.join(', ')}${some.length > MOST_CHECKS ? ' and others' : ''}.`]
}

function toFix({ name, score, detail }: Report['checks'][number]): string {
  const { summary = '', advice, fix, gain } = detail
  const wins = gain === undefined || gain === 'unknown' ? '' : `, ${plain(gain)} to win`
  return [
    `**${plain(titleOf(name))}** (${score.toFixed(1)}${wins}): ${plain(summary)}`,
    ...(advice ?? '').split('\n').filter(Boolean).map(plain),
    ...(fix === undefined ? [] : [block(fix)]),
  ].join('\n\n')
}

/** Names in a report are by strangers: nothing of theirs is a link, an image, a tag or a mention. */
function plain(text: string): string {
  return cut(text, LONGEST_TEXT)
    .replace(/\s+/g, ' ')
    .replace(/[^\p{L}\p{N}\p{M} ]/gu, (sign) => (HARMLESS.has(sign) ? sign : `&#${sign.codePointAt(0)};`))
    .replaceAll('//', '/&#47;')
    .replace(/\bwww(?=\.)/gi, 'www&#8203;')
}

const HARMLESS = new Set(['.', ',', ':', ';', '?', '%', '"', "'", '/', '=', '-'])

/** As it is, to be copied: the fence is longer than any in it. */
function block(text: string): string {
  const shown = cut(text, LONGEST_BLOCK)
  const longest = Math.max(2, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}text\n${shown}\n${fence}`
}

const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most)}…` : text)
