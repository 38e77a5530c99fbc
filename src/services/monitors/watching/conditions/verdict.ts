import type { Hold } from '../state.ts'

/** What an observation says of one condition. unknown: neither good nor bad, as what could not be found out. */
export interface Verdict extends Pick<Hold, 'condition' | 'about' | 'code' | 'expected' | 'drop'> {
  is: 'good' | 'bad' | 'unknown'
  /** Why it is bad, in a sentence. */
  says: string
}

/** Scores have one decimal; what is between is binary dust. */
export const isBelow = (score: number, bound: number): boolean => score < bound - 0.01
