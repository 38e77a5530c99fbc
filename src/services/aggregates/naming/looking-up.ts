import type { NamedAddress } from '../../../store/aggregates.ts'

/** What asking for the names of an address brought, as far as it matters here. */
export type ReverseLook =
  | { kind: 'failed' | 'none' }
  | {
      kind: 'names'
      names: readonly {
        name: string
        forward: 'confirmed' | 'other-address' | 'no-address' | 'no-answer'
        generic?: unknown
      }[]
    }

export interface NamingOutside {
  /** PTR names of an address, each looked up forward. */
  lookUp(ip: string): Promise<ReverseLook>
  /** Whether the DNS can know it: of a private or reserved address it is never asked. */
  mayAsk(ip: string): boolean
  /** Whether the DNS answers anything at all. */
  answers(): Promise<boolean>
  organisationOf(name: string): string | undefined
}

const DAY_MS = 86_400_000
const KEPT_MS = 30 * DAY_MS
/** Host names; everything else that a zone can hold is no name to show. */
const HOST = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/

/** An address with its name and the organization of that. `isUnanswered`: the DNS did not say, which is not the same as no name. */
export async function nameFor(
  ip: string,
  { lookUp, mayAsk, organisationOf }: NamingOutside,
  now: Date,
): Promise<NamedAddress & { isUnanswered: boolean }> {
  const later = (milliseconds: number) => new Date(now.getTime() + milliseconds)
  const known = { ip, askAt: later(KEPT_MS), isUnanswered: false }
  if (!mayAsk(ip)) return { ...known, name: {} }
  const found = await lookUp(ip)
  const confirmed = confirmedName(found)
  if (confirmed === undefined) return { ip, askAt: later(DAY_MS), isUnanswered: true }
  if (confirmed === '') return { ...known, name: {} }
  const domain = organisationOf(confirmed)
  return {
    ...known,
    name: {
      reverseDns: confirmed,
      ...(domain !== undefined && { organization: { name: domain, domain, basis: 'ptr' } }),
    },
  }
}

/** The name that leads back; '' where none does; undefined where that could not be found out. */
function confirmedName(found: ReverseLook): string | undefined {
  if (found.kind === 'failed') return undefined
  if (found.kind !== 'names') return ''
  const names = found.names.filter(({ forward, name }) => forward === 'confirmed' && HOST.test(name))
  // Always the same of several: one that somebody chose, before one that was made of the address.
  names.sort((a, b) => Number(Boolean(a.generic)) - Number(Boolean(b.generic)) || (a.name < b.name ? -1 : 1))
  const [first] = names
  if (first) return first.name
  return found.names.some(({ forward }) => forward === 'no-answer') ? undefined : ''
}
