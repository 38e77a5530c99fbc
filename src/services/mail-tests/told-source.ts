import type { MailTestSource } from '../../core/mail-test.ts'

/** Where a test of an account comes from, as it is told outside. */
export const TOLD_SOURCES = ['api', 'dashboard', 'monitor'] as const
export type ToldSource = (typeof TOLD_SOURCES)[number]

/** What is told as each: a file that a person uploaded is a test of the dashboard. */
export const SOURCES_TOLD_AS: Readonly<Record<ToldSource, readonly MailTestSource[]>> = {
  api: ['api'],
  dashboard: ['dashboard', 'upload', 'anonymous'],
  monitor: ['monitor'],
}

/** Only tests of accounts are told with their source. */
export function toldSource(source: MailTestSource): ToldSource {
  return source === 'api' || source === 'monitor' ? source : 'dashboard'
}
