import type { Standing } from '../../services/answers/answered.ts'

interface StandingWords {
  words: string
  badge: string
}

/** What a source is to its domain, in a word or three. */
export const STANDING_WORDS: Readonly<Record<Standing, StandingWords>> = {
  passing: { words: 'Passing', badge: 'badge-good' },
  forwarded: { words: 'Forwarded', badge: '' },
  mailing_list: { words: 'Mailing list', badge: '' },
  unaligned: { words: 'Not aligned', badge: 'badge-fair' },
  broken: { words: 'Yours, broken', badge: 'badge-poor' },
  unknown: { words: 'Yours or not?', badge: 'badge-fair' },
  abuse: { words: 'Likely abuse', badge: '' },
}

/** Sources that ask for the same of those who look after the domain. */
export interface StandingGroup {
  /** Its anchor, and its name in addresses. */
  id: string
  title: string
  /** The same where there is little room. */
  short: string
  standings: readonly Standing[]
  /** What they are and what to do about them. */
  says: string
}

/** Those that need somebody most come first. */
export const STANDING_GROUPS = [
  {
    id: 'broken',
    title: 'Yours, broken',
    short: 'Yours, broken',
    standings: ['broken'],
    says: 'Your own mail that fails DMARC. Fix these before you make the policy stricter.',
  },
  {
    id: 'unaligned',
    title: 'Not aligned',
    short: 'Not aligned',
    standings: ['unaligned'],
    says: 'Their mail passes SPF or DKIM, but for another domain than the one in From, so it fails DMARC.',
  },
  {
    id: 'unknown',
    title: 'Unknown: yours or not?',
    short: 'Yours or not?',
    standings: ['unknown'],
    says: 'Reports do not tell whether this is mail of yours. Open each and say whether it is.',
  },
  {
    id: 'abuse',
    title: 'Likely abuse',
    short: 'Likely abuse',
    standings: ['abuse'],
    says: 'Most likely others who use the domain in From.',
  },
  {
    id: 'forwarded',
    title: 'Forwarded and lists',
    short: 'Forwarded and lists',
    standings: ['forwarded', 'mailing_list'],
    says: 'Mail of yours that others sent on: forwarders and mailing lists.',
  },
  {
    id: 'passing',
    title: 'Passing',
    short: 'Passing',
    standings: ['passing'],
    says: 'Nearly all of this mail passes DMARC.',
  },
] as const satisfies readonly StandingGroup[]

export type StandingGroupId = (typeof STANDING_GROUPS)[number]['id']
export const STANDING_GROUP_IDS = STANDING_GROUPS.map(({ id }) => id)

/** The group that a source stands in. */
export function groupOf(standing: Standing): (typeof STANDING_GROUPS)[number] {
  const group = STANDING_GROUPS.find(({ standings }) => (standings as readonly Standing[]).includes(standing))
  if (!group) throw new Error(`No group has ${standing}`)
  return group
}
