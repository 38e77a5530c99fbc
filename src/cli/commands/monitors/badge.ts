import { type Command, misuse } from '../../command.ts'
import { ACCOUNT_OPTION, aboutOne, JSON_OPTION, MONITOR_OPERAND, tell } from './meant.ts'
import { badgeUrl } from './told.ts'

export const monitorsBadge: Command = {
  name: 'monitors badge',
  summary: 'Turns the badge of a monitor on, and prints its address',
  about:
    'The badge is an SVG image with the state and the last score. Whoever has its address may look at it; it names neither the monitor nor the account.',
  operands: [MONITOR_OPERAND],
  options: {
    account: ACCOUNT_OPTION,
    new: { sentence: 'Gives it another address; the one before leads nowhere from then on.' },
    off: { sentence: 'Turns it off.' },
    json: JSON_OPTION,
  },
  configured: true,
  run: aboutOne(async (invocation, about, monitor) => {
    const { io, isSet } = invocation
    const { admin, actor, config } = about
    if (isSet('new') && isSet('off')) return misuse(io, '--new and --off exclude each other.')
    const isKept = monitor.badge !== undefined && !isSet('new') && !isSet('off')
    const done = isKept
      ? ({ ok: true, value: monitor } as const)
      : await admin.monitors.setBadge(actor, monitor.id, !isSet('off'))
    return tell(
      invocation,
      about,
      done,
      (shown) => badgeUrl(shown, config.site.baseUrl) ?? `${shown.name} has no badge.`,
    )
  }),
}
