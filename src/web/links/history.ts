/** What stays of an account's analysed mail. */
export const HISTORY_LINKS = {
  /** `days` (one of HISTORY_WINDOWS) and `domain`. */
  history: '/history',
  /** The same as CSV, day by day. */
  historyFile: '/history.csv',
} as const
