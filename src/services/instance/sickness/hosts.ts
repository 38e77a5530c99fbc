import type { Finding } from '../../doctor/finding.ts'
import type { Ended } from './machine.ts'
import type { SickState } from './state.ts'

/** Where several hosts serve the instance: who this one is, and what it knows of the others. */
export interface AmongHosts {
  /** The name of this host. */
  host: string
  /** Those that are alive, this one or not. */
  alive(): Promise<readonly string[]>
  /** Whether this host is the one that looks at what all of them share, for longer than until the next look. */
  leads(): Promise<boolean>
}

/** A look of one host at what is its own, and at what all share where it leads. */
export interface HostLook {
  /** Under the ids by which they are remembered. */
  findings: Finding[]
  ended: Ended
  /** Names of hosts that are there. */
  alive: ReadonlySet<string>
}

/** What a host may say of the findings: those of another one it leaves as they are, unless that one is gone. */
export async function lookAmong(
  { host, alive, leads }: AmongHosts,
  all: readonly Finding[],
): Promise<HostLook> {
  const [names, isLeading] = [new Set([host, ...(await alive())]), await leads()]
  const findings = all.flatMap((finding): Finding[] => {
    if (finding.host === undefined) return isLeading ? [finding] : []
    return [{ ...finding, id: `${finding.id}@${host}`, title: `${finding.title} (${host})` }]
  })
  const ended: Ended = (id) => {
    const [, of] = id.split('@')
    if (of === host) return 'It does not apply any more.'
    if (!isLeading) return undefined
    if (of === undefined) return 'It does not apply any more.'
    return names.has(of) ? undefined : `The host ${of} is gone.`
  }
  return { findings, ended, alive: names }
}

/** When this host looked last; what is remembered of others that are gone goes. */
export function hostsIn(state: SickState, { host }: AmongHosts, alive: ReadonlySet<string>, now: Date) {
  const others = Object.entries(state.hosts ?? {}).filter(([name]) => alive.has(name))
  return { ...state, hosts: { ...Object.fromEntries(others), [host]: now.toISOString() } }
}
