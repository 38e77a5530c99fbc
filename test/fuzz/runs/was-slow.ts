import { inTurn, type Run, repeated } from './runs.ts'

interface WasSlow {
  /** What took time that grew with the square of the run. */
  what: string
  place: string
  run: Run
}

/** What the runs found, each made again by its recipe. */
export const WAS_SLOW: readonly WasSlow[] = [
  { what: 'the line ends of a text', place: 'a text', run: repeated('\r') },
  { what: 'the line ends of both bodies', place: 'both bodies', run: repeated('\r') },
  { what: 'the line ends of markup', place: 'a paragraph', run: repeated('\r') },
  {
    what: 'colons behind comments in a list of addresses',
    place: 'From, a group',
    run: inTurn('(a)', ':'),
  },
  { what: 'the last label of a domain in SPF', place: 'SPF, the last label', run: repeated('a') },
]
