import type { Results } from '../../../../../core/aggregate/report.ts'
import { BROKEN, DKIM, SPF } from '../../../../keeping/dmarc/bits.ts'
import type { RecordRow } from '../../../../keeping/dmarc/counts.ts'
import { isWithin, type Said, saidIn } from '../../../../keeping/dmarc/said.ts'
import { NO_TRAITS, type Traits, traitsOn } from '../../../../keeping/dmarc/traits.ts'
import type { Connection } from '../../../connection.ts'
import type { Interned } from '../interned.ts'
import type { Memory } from '../memory.ts'

const REMEMBERED = { results: 10_000, texts: 10_000 }

/** With what they say on the day that was asked for last. */
type SaidThen = Said & { latest?: { day: number; authenticated: number; traits: Traits } }

const NOTHING: SaidThen = { domains: [], failed: [] }

/** Reads results by their number. */
export function createSaid(
  { driver }: Pick<Connection, 'driver'>,
  memory: Memory,
  interned: Pick<Interned, 'text' | 'whenSwept'>,
) {
  const results = driver.prepare<[number], [string]>('SELECT results FROM dmarc_results WHERE no = ?').raw()
  const text = driver.prepare<[number], [string]>('SELECT text FROM dmarc_texts WHERE no = ?').raw()
  const domain = driver.prepare<[number], [string]>('SELECT domain FROM dmarc_domains WHERE no = ?').raw()
  const remembered = <T>(most: number, read: (no: number) => T) => {
    const known = memory.part<number, T>(most)
    // Numbers are given again.
    interned.whenSwept(() => known.clear())
    return (no: number): T => {
      const there = known.get(no)
      if (there !== undefined) return there
      const made = read(no)
      known.set(no, made)
      return made
    }
  }
  const of = remembered(REMEMBERED.results, (no): SaidThen => {
    const [json] = results.get(no) ?? []
    return json === undefined ? NOTHING : saidIn(JSON.parse(json) as Results, interned.text)
  })
  const textOf = remembered(REMEMBERED.texts, (no) => text.get(no)?.[0] ?? '')

  const mayBeBroken = ({ bits, results: no }: RecordRow) =>
    (bits & (DKIM | SPF)) === 0 && of(no).failed.length > 0
  const isBroken = (own: string, row: RecordRow) =>
    mayBeBroken(row) &&
    isWithin(textOf(row.headerFrom), own) &&
    of(row.results).failed.some((one) => isWithin(one, own))

  return {
    /** What a report of a day says by results, of which it has the number. */
    traitsOn(no: number, day: number, authenticated: number): Traits {
      const said = of(no)
      if (said.domains.length === 0) return NO_TRAITS
      const { latest } = said
      if (latest?.day === day && latest.authenticated === authenticated) return latest.traits
      const traits = traitsOn(day, authenticated, said.domains)
      said.latest = { day, authenticated, traits }
      return traits
    },
    /** The same records, of which those that fail are marked where a signature of the domain's own did not verify: one of its name or of one
     * below it, for From within it. */
    marked(no: number, rows: readonly RecordRow[]): readonly RecordRow[] {
      if (!rows.some(mayBeBroken)) return rows
      const [own = ''] = domain.get(no) ?? []
      return rows.map((row) => (isBroken(own, row) ? { ...row, bits: row.bits | BROKEN } : row))
    },
  }
}

export type SaidResults = ReturnType<typeof createSaid>
