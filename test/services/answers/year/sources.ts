import type { KnownDomain } from './domains.ts'
import { windowOf } from './run.ts'
import type { Truth } from './truth.ts'
import type { YearWorld } from './world.ts'

/** What is said of sources on a day, and is not so. */
export async function wrongSources(
  world: YearWorld,
  known: KnownDomain,
  truth: Truth,
  day: number,
): Promise<string[]> {
  const { answered, addresses } = await world.sources(known, windowOf(day))
  const told = truth.sources(day)
  const found = new Map<string, number>()
  const lines: string[] = []
  for (const { key, standing, whose, status, messages, pass } of answered.sources) {
    const senders = sendersOf(known, addresses.get(key) ?? [])
    const [id = ''] = senders
    if (senders.length !== 1) lines.push(`${key} is ${senders.join(' and ')}`)
    found.set(id, (found.get(id) ?? 0) + messages)
    const is = told.get(id)
    if (is?.standings.some((one) => one === standing) && is.whose.some((one) => one === whose)) continue
    const truly = is ? `${is.standings.join(' or ')}, ${is.whose.join(' or ')}` : 'nothing'
    lines.push(`${id} (${pass} of ${messages}, ${status}) is ${standing}, ${whose}; in truth ${truly}`)
  }
  for (const [id, { mail }] of told) {
    const messages = found.get(id) ?? 0
    if (messages !== mail.messages) lines.push(`${id} has ${messages} messages, in truth ${mail.messages}`)
  }
  return lines
}

/** Who in truth sends from these addresses. */
export function sendersOf({ scenario }: KnownDomain, ips: readonly string[]): string[] {
  return scenario.senders.filter((sender) => sender.ips.some((ip) => ips.includes(ip))).map(({ id }) => id)
}

/** Says of one sender's mail that it is the domain's own, as its people do. */
export async function mark(
  world: YearWorld,
  known: KnownDomain,
  sender: string,
  day: number,
): Promise<string> {
  const { answered, addresses } = await world.sources(known, windowOf(day))
  const found = answered.sources.find(({ key }) =>
    sendersOf(known, addresses.get(key) ?? []).includes(sender),
  )
  return world.mark(known, found?.key ?? '')
}
