/** Few enough that they hold up no other write. */
export const DROPPED_AT_ONCE = 500

/** What is said of what was due. */
export const DROPPED = {
  disabled: 'It was not sent: the destination was turned off.',
  tooMany: 'It was not sent: too many deliveries waited.',
} as const

/** No delivery is put off for longer, and no destination held. */
export const LONGEST_MS = 27 * 3_600_000
export const LONGEST_HELD_MS = 3_600_000
