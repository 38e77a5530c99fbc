import type { AlertSeen, Context } from '../../context.ts'
import { attention, type Inquiry, ok, type Step } from '../../finding.ts'

const HOUR_MS = 3_600_000

const CORRECT: Step = {
  says: 'Correct it under Administration, Alerts, and send a test event: there its deliveries say why they failed.',
}

export const alerts: Inquiry<Context> = {
  id: 'alerts',
  title: 'Webhooks and alert channels',
  read: 'docs/operating.md#alerts',
  async look({ alerts: look, clock }) {
    const own = await look?.()
    if (!own) return undefined
    const now = clock.now().getTime()
    const dead = own.flatMap((destination) => deadWords(destination, now))
    if (dead.length > 0) return attention(dead.join(' '), CORRECT)
    const used = own.filter(({ disabled }) => !disabled).length
    return ok(
      used === 0
        ? 'The instance has no webhook or alert channel of its own: nobody is told when it is in trouble.'
        : `Webhooks and alert channels of the instance that are used: ${used}.`,
    )
  },
}

/** What a person turned off is as it shall be. */
function deadWords({ name, disabled, failingSince }: AlertSeen, now: number): string[] {
  if (disabled?.reason === 'person') return []
  if (disabled?.reason === 'gone')
    return [`“${name}” is turned off: it answered 410, nothing more is wanted there.`]
  if (disabled) return [`“${name}” is turned off: it took nothing for five days.`]
  if (!failingSince || now - failingSince.getTime() < HOUR_MS) return []
  return [`“${name}” has taken nothing since ${minuteOf(failingSince)}.`]
}

const minuteOf = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
