import type { Context, SharedSeen } from '../../context.ts'
import { attention, command, type Inquiry, ok, problem, unknown } from '../../finding.ts'
import { AGAIN } from '../../next-steps.ts'

/** By so much clocks differ that nobody sets. */
const OFF_MS = 5_000
const FAR_OFF_MS = 5 * 60_000
/** Hosts that are named. */
const MOST_NAMED = 20

export const hosts: Inquiry<Context> = {
  id: 'hosts',
  title: 'Hosts of this instance',
  read: 'docs/operating.md#hosts',
  ofHost: true,
  async look({ settings, shared }) {
    if (!settings.shared || !shared) return undefined
    const seen = await shared().catch(() => undefined)
    if (!seen) return unknown('The hosts are not known; what is said of the database tells why.', AGAIN)
    const { host } = settings.shared
    const said = `${listOf(seen)} ${clockWords(host, seen.ahead)}`
    const sync = command(
      'Have the clock of this host kept by NTP:',
      'timedatectl set-ntp true',
      'timedatectl status',
    )
    if (Math.abs(seen.ahead) > FAR_OFF_MS) return problem(said, sync)
    if (Math.abs(seen.ahead) > OFF_MS) return attention(said, sync)
    if (new Set(seen.hosts.map(({ program }) => program)).size > 1)
      return attention(`${said} They run different versions.`, {
        says: 'While an upgrade goes from host to host that is as it should be. Bring the others to the newest version then.',
      })
    return ok(said)
  },
}

function listOf({ hosts: all, now }: SharedSeen): string {
  if (all.length === 0) return 'No host serves this instance now.'
  const named = all.slice(0, MOST_NAMED).map(({ name, program, seenAt }) => {
    const seconds = Math.max(0, Math.round((now.getTime() - seenAt.getTime()) / 1000))
    return `${name} (version ${program}, seen ${seconds} s ago)`
  })
  const more = all.length > named.length ? ` and ${all.length - named.length} more` : ''
  return `${all.length === 1 ? 'One host serves' : `${all.length} hosts serve`} this instance: ${named.join(', ')}${more}.`
}

/** All hosts go by the database's time; certificates and the log by their own. */
function clockWords(host: string, ahead: number): string {
  const seconds = Math.round(Math.abs(ahead) / 1000)
  if (seconds === 0) return `The clock of ${host} agrees with that of the database.`
  return `The clock of ${host} is ${seconds} s ${ahead > 0 ? 'ahead of' : 'behind'} that of the database, by which Mailgauge goes; certificates and the log go by the host's own.`
}
