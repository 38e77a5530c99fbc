/** What is needed to know of a check, in the API and in the program's own reports alike. */
interface ToldCheck {
  name: string
  status: string
  score?: number
  detail: Readonly<Record<string, string>>
}

/** A report as an agent reads it: checks with something to do in full, the highest gain first; of the others their names, unless all
 * is asked for. */
export function toldReport<Report extends { checks: readonly ToldCheck[] }>(
  report: Report,
  all: boolean,
): object {
  const { checks, ...facts } = report
  const ordered = checks.toSorted((a, b) => rankOf(b) - rankOf(a))
  if (all) return { ...facts, checks: ordered }
  const [todo, done] = [ordered.filter(needsWord), ordered.filter((check) => !needsWord(check))]
  return { ...facts, checks: todo, nothing_to_do: done.map(({ name }) => name) }
}

const needsWord = ({ status, detail }: ToldCheck) =>
  status === 'failed' || status === 'error' || detail['advice'] !== undefined

/** What is won by it, or else what it costs; then what is open, then advice. */
function rankOf({ status, score = 0, detail }: ToldCheck): number {
  const gain = Number(detail['gain'])
  const points = Number.isFinite(gain) ? gain : -score
  if (points > 0) return points
  if (status === 'failed') return 0
  return status === 'error' ? -1 : -2
}
