import type { FileAnalysis, FileResult } from '../../app/analyze-file.ts'
import type { FileRequest } from '../../app/file-message.ts'
import type { Report } from '../../core/report.ts'
import { bounceBody } from '../../services/bounces/body.ts'
import { jsonForTerminal, withoutControl } from '../io.ts'
import { reportBody } from '../reports/report.ts'
import { table } from '../table.ts'
import type { Found } from './sources.ts'

/** What became of one message of several. */
export interface Outcome {
  file: string
  number?: number
  result: FileResult
}

/** Analyses some messages at once and gives what became of them in their order. */
export async function* analyzeInOrder(
  found: AsyncIterable<Found>,
  analysis: FileAnalysis,
  asked: Omit<FileRequest, 'bytes'>,
): AsyncGenerator<Outcome> {
  const begun: Promise<Outcome>[] = []
  for await (const one of found) {
    const outcome = outcomeOf(one, analysis, asked)
    // Told where it is awaited.
    outcome.catch(() => undefined)
    begun.push(outcome)
    if (begun.length < analysis.size) continue
    const next = await begun.shift()
    if (next) yield next
  }
  for (const last of begun) yield await last
}

async function outcomeOf(
  found: Found,
  analysis: FileAnalysis,
  asked: Omit<FileRequest, 'bytes'>,
): Promise<Outcome> {
  const { file, number } = found
  const place = { file, ...(number !== undefined && { number }) }
  if ('refused' in found) return { ...place, result: { kind: 'failed', reason: found.refused } }
  return { ...place, result: await analysis.analyze({ ...asked, bytes: found.bytes }) }
}

/** One line of JSON: the report with its place, or why there is none. */
export function outcomeJson({ file, number, result }: Outcome): string {
  const place = { file, ...(number !== undefined && { message: number }) }
  const body =
    result.kind === 'report'
      ? { ...reportBody(result.report), ...(result.bounce && { bounce: bounceBody(result.bounce) }) }
      : { error: result.reason }
  return `${jsonForTerminal(JSON.stringify({ ...place, ...body }))}\n`
}

const MOST_NAMED = 3

/** Counts messages, and keeps a line of each for people. */
export class Summary {
  below = 0
  failed = 0
  private readonly rows: string[][] = []
  private readonly scores: number[] = []

  private readonly least: number | undefined

  constructor(least: number | undefined) {
    this.least = least
  }

  add({ file, number, result }: Outcome): void {
    const place = number === undefined ? file : `${file} ${number}`
    if (result.kind === 'failed') {
      this.failed += 1
      this.rows.push(['-', place, result.reason])
      return
    }
    const { score } = result.report
    this.scores.push(score)
    if (score < (this.least ?? 0)) this.below += 1
    this.rows.push([score.toFixed(1), place, lossesOf(result.report)])
  }

  /** A table, and a line about all of them. */
  text(): string {
    const { scores, failed, below, least } = this
    const mean = scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length)
    const says = [
      `${scores.length + failed} messages`,
      scores.length > 0 && `${mean.toFixed(1)} points on average`,
      least !== undefined && `${below} below ${least}`,
      failed > 0 && `${failed} not analysed`,
    ].filter(Boolean)
    // A name with a line end must not make a row of its own.
    const cells = this.rows.map((row) => row.map((cell) => withoutControl(cell.replace(/[\r\n\t]/g, '?'))))
    return `${table(['SCORE', 'MESSAGE', 'WHAT COST POINTS'], cells)}\n${says.join(', ')}\n`
  }
}

/** The checks that cost most. */
function lossesOf({ checks, undetermined }: Report): string {
  const costly = checks.filter(({ score }) => score < 0).toSorted((a, b) => a.score - b.score)
  const named = costly.slice(0, MOST_NAMED).map(({ name, score }) => `${name} ${score.toFixed(1)}`)
  const more = costly.length > MOST_NAMED ? [`${costly.length - MOST_NAMED} more`] : []
  const open = undetermined.checks > 0 ? [`${undetermined.checks} not determined`] : []
  return [...named, ...more, ...open].join(', ')
}
