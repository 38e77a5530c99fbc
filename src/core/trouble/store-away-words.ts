/** What anybody but the operator is told while the database is not there. */
export const AWAY_WORDS =
  'The database of this service does not answer at the moment. Try again in a few seconds; what was asked for may have been done.'

/** When it may be tried again. */
export const AWAY_SECONDS = 5
