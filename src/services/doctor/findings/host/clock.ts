import type { Context } from '../../context.ts'
import { attention, command, type Inquiry, ok, problem, unknown } from '../../finding.ts'

/** A Date header has whole seconds, and the answer is under way for some time. */
const OFF_MS = 30_000
const FAR_OFF_MS = 5 * 60_000

export const systemClock: Inquiry<Context> = {
  id: 'clock',
  title: 'Clock',
  read: 'docs/operating.md#clock',
  ofHost: true,
  async look(context) {
    const sync = command('Have it kept by NTP:', 'timedatectl set-ntp true', 'timedatectl status')
    const theirs = await otherClock(context)
    const off = theirs && Math.abs(theirs.getTime() - context.clock.now().getTime())
    if (theirs && off !== undefined && off > OFF_MS) {
      const seconds = Math.round(off / 1000)
      const says = `This machine's clock and that of the reverse proxy are ${seconds} seconds apart. Signatures, certificates and second factors are judged by it.`
      return off > FAR_OFF_MS ? problem(says, sync) : attention(says, sync)
    }
    const synchronised = await context.host.clockSynchronised()
    if (synchronised === true) return ok('The operating system says that the clock is synchronised.')
    if (theirs) return ok('The clock agrees with that of the reverse proxy.')
    if (synchronised === false)
      return attention('The operating system says that the clock is not synchronised.', sync)
    return unknown(
      'There was no other clock to compare with.',
      command('What the system says of it:', 'timedatectl status'),
    )
  },
}

/** The Date of a front that is another machine: on this one it would be the same clock. */
async function otherClock({ settings, front, own }: Context): Promise<Date | undefined> {
  if (settings.evaluation || own.length === 0 || !settings.baseUrl.startsWith('https:')) return undefined
  const seen = await front()
  if (seen.kind !== 'own' && seen.kind !== 'other') return undefined
  return own.includes(seen.address) || /^127\.|^::1$/.test(seen.address) ? undefined : seen.web.date
}
