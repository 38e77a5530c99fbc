import type { EventType } from '../../../core/event.ts'
import type { DestinationFilter } from '../../../core/watching/destination.ts'
import type { Invocation } from '../../command.ts'
import type { About } from './meant.ts'

/** What a destination is told of. */
export const FILTER_OPTIONS = {
  types: {
    value: 'list',
    sentence: 'Types of events, such as monitor.alert,domain.record_changed; "all" is every type.',
    default: 'of a webhook all, else what people may have to act on',
  },
  monitors: { value: 'list', sentence: 'Only of these monitors, by name or id; "all" is every one.' },
  domains: { value: 'list', sentence: 'Only of these domains; "all" is every one.' },
} as const

const ALL = 'all'

/** The filter that the options make of another one; a sentence says what is wrong with them. */
export async function filterFrom(
  { value }: Invocation,
  { admin, actor }: About,
  of: DestinationFilter,
  possible: readonly EventType[],
): Promise<DestinationFilter | string> {
  const { accountId } = actor
  const types = listOf(value('types'))
  const monitors = await idsOf(listOf(value('monitors')), 'monitor', of.monitorIds, async () =>
    accountId === undefined ? [] : await admin.monitors.list({ ...actor, accountId }),
  )
  if (typeof monitors === 'string') return monitors
  const domains = await idsOf(listOf(value('domains')), 'domain', of.domainIds, async () =>
    accountId === undefined
      ? []
      : (await admin.domains.list({ ...actor, accountId })).map(({ id, domain }) => ({ id, name: domain })),
  )
  if (typeof domains === 'string') return domains
  return {
    types: types === ALL ? possible : types ? (types as EventType[]) : of.types,
    ...(monitors && { monitorIds: monitors }),
    ...(domains && { domainIds: domains }),
  }
}

function listOf(written: string | undefined): string[] | typeof ALL | undefined {
  if (written === undefined || written === ALL) return written
  return written
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
}

async function idsOf(
  wanted: ReturnType<typeof listOf>,
  what: string,
  before: readonly string[] | undefined,
  known: () => Promise<readonly { id: string; name: string }[]>,
): Promise<readonly string[] | string | undefined> {
  if (wanted === undefined) return before
  if (wanted === ALL) return undefined
  const all = await known()
  const found = wanted.map((written) => all.find(({ id, name }) => name === written || id === written))
  const missing = found.indexOf(undefined)
  if (missing >= 0) return `The account has no ${what} "${wanted[missing]?.slice(0, 300)}".`
  return found.flatMap((one) => (one ? [one.id] : []))
}
