/** webhook: Standard Webhooks 1.0, for programs. All others tell people. */
export const DESTINATION_KINDS = [
  'webhook',
  'email',
  'slack',
  'discord',
  'teams',
  'ntfy',
  'template',
] as const
export type DestinationKind = (typeof DESTINATION_KINDS)[number]

/** Why nothing is sent: gone: it answered 410. failing: nothing was taken for five days. person: somebody turned it off. */
export const DISABLED_REASONS = ['gone', 'failing', 'person'] as const
export type DisabledReason = (typeof DISABLED_REASONS)[number]
