import type { Ownership } from '../answered.ts'
import type { FromRow } from './evidence.ts'

/** What mail is made of: all of it; what passes; and what fails of the domain's own, on the way by forwarders and lists, of sources nobody
 * decided about, and as abuse. */
export interface Parts {
  messages: number
  pass: number
  own: number
  forwarded: number
  undecided: number
  abuse: number
  /** Of what passes: by SPF alone. */
  bySpfAlone: number
}

export const NOTHING: Parts = {
  messages: 0,
  pass: 0,
  own: 0,
  forwarded: 0,
  undecided: 0,
  abuse: 0,
  bySpfAlone: 0,
}

const KIND_OF: Readonly<Record<Ownership, 'own' | 'forwarded' | 'undecided' | 'abuse'>> = {
  own: 'own',
  passed_on: 'forwarded',
  undecided: 'undecided',
  others: 'abuse',
}

/** Divides mail of a source by whose it is; what receivers took for forwarded is that, whoever sent it. */
export function partsOf({ messages, pass, forwarded, dkimAligned }: FromRow, whose: Ownership): Parts {
  const failing = Math.max(messages - pass, 0)
  const passedOn = whose === 'others' ? 0 : Math.min(forwarded, failing)
  const parts = { ...NOTHING, messages, pass, bySpfAlone: Math.max(pass - dkimAligned, 0) }
  parts.forwarded = passedOn
  parts[KIND_OF[whose]] += failing - passedOn
  return parts
}

/** Two together. */
export const added = (one: Parts, other: Parts): Parts => ({
  messages: one.messages + other.messages,
  pass: one.pass + other.pass,
  own: one.own + other.own,
  forwarded: one.forwarded + other.forwarded,
  undecided: one.undecided + other.undecided,
  abuse: one.abuse + other.abuse,
  bySpfAlone: one.bySpfAlone + other.bySpfAlone,
})

/** The domain's own mail, of which `own` fails. */
export const ownMail = ({ pass, own }: Parts): number => pass + own

/** All that fails. */
export const failingOf = ({ own, forwarded, undecided, abuse }: Parts): number =>
  own + forwarded + undecided + abuse
