import { OUTCOMES, type Outcome } from '../../core/aggregate/file.ts'
import type { Imported } from '../../services/aggregates/importing.ts'
import { outcomeWords } from '../../services/aggregates/outcome-words.ts'
import { withoutControl } from '../io.ts'

/** What became of one report, or of a file that could not be read (`says`). */
export type ImportedRow = Imported & { says?: string }

/** Rejected files that are named where not all are asked for, and sentences on what to do. */
const MOST_NAMED = 20
const MOST_TODOS = 20
const LONGEST_NAME = 300

/** Counts what an import came to; holds no more than is shown. */
export class ImportSummary {
  readonly sums: Partial<Record<Outcome, number>> = {}
  private readonly reasons = new Map<string, number>()
  private readonly todos = new Map<string, number>()
  private readonly named: string[] = []
  private files = 0
  private unproven = 0
  private undecided = 0

  addFile(rows: readonly ImportedRow[]): void {
    this.files += 1
    for (const row of rows) this.add(row)
  }

  /** Something was not stored, and was not there before. */
  get hasFailures(): boolean {
    return (this.sums.rejected ?? 0) + (this.sums.conflict ?? 0) > 0
  }

  /** How far it is, in a line. */
  line(): string {
    return `Files: ${this.files}. ${this.counts()}`
  }

  json() {
    return {
      summary: {
        files: this.files,
        ...Object.fromEntries(OUTCOMES.map((outcome) => [outcome, this.sums[outcome] ?? 0])),
        rejected_by_reason: Object.fromEntries(this.reasons),
        not_authenticated: this.unproven,
        authentication_undecided: this.undecided,
      },
    }
  }

  /** What people read at the end. `names`: the rejected ones were not named before. */
  text(names: boolean): string {
    const { named, unproven, undecided } = this
    const more = this.failures() - named.length
    const lines = [
      ...(names ? named : []),
      ...(names && more > 0 ? [`${more} more were not stored; --verbose names all of them.`] : []),
      ...this.toDo(),
      this.line(),
      ...(this.reasons.size > 0 ? [`Rejected: ${pairs(this.reasons)}.`] : []),
      ...(unproven > 0 ? [unprovenWords(unproven, undecided)] : []),
    ]
    return lines.map((line) => `${line}\n`).join('')
  }

  private add(row: ImportedRow): void {
    const { outcome, reason, authentication } = row
    this.sums[outcome] = (this.sums[outcome] ?? 0) + 1
    if (outcome === 'rejected') count(this.reasons, reason ?? 'not_read')
    if (outcome === 'stored' && authentication !== 'passed') this.unproven += 1
    if (outcome === 'stored' && authentication === 'undecided') this.undecided += 1
    if (outcome !== 'rejected' && outcome !== 'conflict') return
    if (this.named.length < MOST_NAMED) this.named.push(rowLine(row))
    const { todo } = outcomeWords(row)
    if (todo !== undefined && (this.todos.has(todo) || this.todos.size < MOST_TODOS)) count(this.todos, todo)
  }

  private failures(): number {
    return (this.sums.rejected ?? 0) + (this.sums.conflict ?? 0)
  }

  private counts(): string {
    const { stored = 0, duplicate = 0, conflict = 0, rejected = 0 } = this.sums
    return `Reports stored: ${stored}, duplicate: ${duplicate}, in conflict: ${conflict}, rejected: ${rejected}.`
  }

  private toDo(): string[] {
    return [...this.todos].map(([todo, times]) => (times > 1 ? `${times} times: ${todo}` : todo))
  }
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

const pairs = (counts: ReadonlyMap<string, number>) =>
  [...counts].map(([reason, times]) => `${reason} ${times}`).join(', ')

function unprovenWords(unproven: number, undecided: number): string {
  const dns =
    undecided > 0
      ? ` For ${undecided} of them the DNS did not answer: import the same files again later.`
      : ''
  return `Not authenticated: ${unproven} of those stored, as no DKIM signature of the reporter shows who sent them.${dns} If you know where the files come from, import with --trust.`
}

/** One report that was not stored, in a line. */
export function rowLine(row: ImportedRow): string {
  const { title, says } = outcomeWords(row)
  const what =
    row.says ?? (row.outcome === 'rejected' ? `${row.reason ?? title}: ${says}` : `${row.outcome}: ${says}`)
  return withoutControl(`${row.name.slice(0, LONGEST_NAME)}: ${what}`).replace(/[\n\t]/g, ' ')
}

/** One report for programs. */
export function importedJson(row: ImportedRow): Record<string, unknown> {
  const { name, outcome, reason, detail, domain, reporter, records, authentication } = row
  const { says, todo } = outcomeWords(row)
  return {
    file: name,
    outcome,
    ...(reason && { reason }),
    ...(detail !== undefined && { detail }),
    ...(domain !== undefined && { domain }),
    ...(reporter !== undefined && { org: reporter }),
    ...(records !== undefined && { records }),
    ...(authentication && { authentication }),
    says: row.says ?? says,
    ...(todo !== undefined && { todo }),
  }
}
