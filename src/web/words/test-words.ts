import type { ToldSource } from '../../services/mail-tests/account-tests.ts'

/** Where a test comes from. */
export const SOURCE_WORDS: Readonly<Record<ToldSource, string>> = {
  api: 'API',
  dashboard: 'Dashboard',
  monitor: 'Monitor',
}
