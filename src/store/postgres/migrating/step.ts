/** One step from a form of the database to the next. Programs of the form before and of the one behind run beside each other: an expand
 * takes nothing away that the older one uses, a migrate moves what is kept, a contract takes away what nobody uses any more. */
export interface Step {
  kind: 'expand' | 'migrate' | 'contract'
  /** The oldest program that does without what a contract takes away. */
  from?: string
  /** Cannot run inside a transaction, as CREATE INDEX CONCURRENTLY cannot; it can be run again where it was cut off. */
  alone: boolean
  text: string
}

const MARK = /^-- (?:(expand|migrate)|contract from (\d+\.\d+\.\d+))(, alone)?\n/

/** Reads the mark in the first line: `-- expand`, `-- migrate`, `-- contract from 1.9.0`, each also with `, alone`. */
export function readStep(text: string): Step {
  const mark = MARK.exec(text)
  if (!mark) throw new Error('A migration does not say whether it expands, migrates or contracts.')
  const [, kind, from, alone] = mark
  return {
    kind: kind === 'expand' || kind === 'migrate' ? kind : 'contract',
    ...(from !== undefined && { from }),
    alone: alone !== undefined,
    text,
  }
}
