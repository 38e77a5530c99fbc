import {
  type AggregateRecord,
  DISPOSITIONS,
  OVERRIDES,
  type Override,
} from '../../../core/aggregate/report.ts'

/** What is kept of a record's verdicts in one number. */
interface Verdicts extends Pick<AggregateRecord, 'dkim' | 'spf' | 'disposition'> {
  /** auth_results hold a pass, whatever it is aligned with. */
  rawDkim: boolean
  rawSpf: boolean
  /** A reason means that the mail was forwarded. */
  forwarded: boolean
  overrides: readonly Override[]
}

/** Where each stands; `DISPOSITION` and `OVERRIDE` are the places of their first bits. */
export const [DKIM, SPF, RAW_DKIM, RAW_SPF] = [1, 2, 4, 8] as const
export const DISPOSITION = 4
export const OVERRIDE = 6
export const FORWARDED = 1 << (OVERRIDE + OVERRIDES.length)
export const LISTED = 1 << (OVERRIDE + OVERRIDES.indexOf('mailing_list'))
/** A signature of the domain's own did not verify: kept with no row, as it follows from its results. */
export const BROKEN = FORWARDED << 1

/** Verdicts as the number that a row holds. */
export function bitsOf(verdicts: Verdicts): number {
  const { dkim, spf, rawDkim, rawSpf, disposition, overrides, forwarded } = verdicts
  const flags = (dkim ? DKIM : 0) | (spf ? SPF : 0) | (rawDkim ? RAW_DKIM : 0) | (rawSpf ? RAW_SPF : 0)
  const classes = overrides.reduce((bits, one) => bits | (1 << (OVERRIDE + OVERRIDES.indexOf(one))), 0)
  return flags | (DISPOSITIONS.indexOf(disposition) << DISPOSITION) | classes | (forwarded ? FORWARDED : 0)
}

/** The verdicts of a row. */
export function verdictsOf(bits: number): Verdicts {
  return {
    dkim: (bits & DKIM) !== 0,
    spf: (bits & SPF) !== 0,
    rawDkim: (bits & RAW_DKIM) !== 0,
    rawSpf: (bits & RAW_SPF) !== 0,
    forwarded: (bits & FORWARDED) !== 0,
    disposition: DISPOSITIONS[(bits >> DISPOSITION) & 3] ?? 'none',
    overrides: OVERRIDES.filter((_, index) => (bits & (1 << (OVERRIDE + index))) !== 0),
  }
}
