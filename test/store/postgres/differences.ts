/** Tables that SQLite has alone, with the reason. */
export const ONLY_SQLITE: Record<string, string> = {
  serving: 'the row of mailgauge says it',
  dmarc_day_reporters: 'asked of the records',
  dmarc_day_senders: 'asked of the records',
  dmarc_day_sets: 'asked of the records',
  dmarc_day_sources: 'asked of the records',
  dmarc_days: 'asked of the records',
  dmarc_month_sources: 'asked of the records',
  dmarc_partly_counted: 'nothing is counted ahead',
  dmarc_pieces: 'each record is a row of dmarc_records',
  dmarc_policies: 'asked of the reports',
  dmarc_reporters: 'asked of the reports',
  dmarc_senders: 'asked of the reports',
  dmarc_stamp: 'the memory of the one writer',
  dmarc_uncounted: 'nothing is counted ahead',
  test_counts: 'counted when it is asked',
  test_terms: 'an index of words in a column',
  test_terms_config: 'of the index of words',
  test_terms_data: 'of the index of words',
  test_terms_docsize: 'of the index of words',
  test_terms_idx: 'of the index of words',
}

/** Tables that PostgreSQL has alone, with the reason. */
export const ONLY_POSTGRES: Record<string, string> = {
  mailgauge:
    'the number of the last migration, and what serves the database: user_version and serving in SQLite',
  hosts: 'SQLite has one host',
  limits: 'in memory where there is one host',
  queue_makers: 'SQLite numbers the messages themselves',
  account_budgets: 'written with each request, beside the row that others refer to',
  dmarc_records: 'packed in dmarc_pieces in SQLite',
  dmarc_sums: 'sums of days that were asked for; dmarc_days and others in SQLite',
  dmarc_counted: 'the days that dmarc_sums has',
}

const BUDGETS = 'in account_budgets'
const SUMS = 'a sum that SQLite keeps, asked of the records here'
const SWEPT = 'what nothing uses is swept by age, not counted'
const ACCOUNTS = 'texts are an account\u2019s own, so that two accounts never wait for each other'
const LINE = 'the line of parties is the table queue_makers'
const NUMBERED = 'numbered when they are read, as numbers given before the commit may appear late'

/** What differs in tables that both have, as the test tells it, with the reason. */
export const DIFFERENCES: Record<string, string> = {
  'column accounts arrival_at: SQLite alone': BUDGETS,
  'column accounts arrival_interval: SQLite alone': BUDGETS,
  'column accounts penalised: SQLite alone': BUDGETS,
  'column accounts told_at: SQLite alone': BUDGETS,
  'column api_keys seq: PostgreSQL alone': 'the order in which they were made: rowid in SQLite',
  'column test_words terms: PostgreSQL alone': 'the index of words is a column',
  'column dmarc_domains mark: PostgreSQL alone': 'what the watch over reports saw last',
  'column dmarc_domains reporters: SQLite alone': SUMS,
  'column dmarc_domains senders: SQLite alone': SUMS,
  'column dmarc_domains sources: SQLite alone': SUMS,
  'column dmarc_ips idle_since: PostgreSQL alone': SWEPT,
  'column dmarc_ips uses: SQLite alone': SWEPT,
  'column dmarc_reports reporter_name: PostgreSQL alone': SUMS,
  'column dmarc_results account_id: PostgreSQL alone': ACCOUNTS,
  'column dmarc_results last_day: PostgreSQL alone': SWEPT,
  'column dmarc_results uses: SQLite alone': SWEPT,
  'column dmarc_seen number: SQLite alone': 'bits of day sets are numbered, which are not kept here',
  'column dmarc_slices sender: PostgreSQL alone': SUMS,
  'column dmarc_texts account_id: PostgreSQL alone': ACCOUNTS,
  'column dmarc_texts hash: PostgreSQL alone': 'an index over texts of any length',
  'column dmarc_texts last_day: PostgreSQL alone': SWEPT,
  'column dmarc_texts uses: SQLite alone': SWEPT,
  'required dmarc_reports policy: PostgreSQL alone': SUMS,
  'unique dmarc_results account_id, hash: PostgreSQL alone': ACCOUNTS,
  'unique dmarc_results hash: SQLite alone': ACCOUNTS,
  'unique dmarc_texts account_id, hash: PostgreSQL alone': ACCOUNTS,
  'unique dmarc_texts text: SQLite alone': ACCOUNTS,
  'column destinations place: PostgreSQL alone': 'the number that each row of SQLite has',
  'column messages rank: SQLite alone': LINE,
  'unique messages rank: SQLite alone': LINE,
  'column outbox seq: PostgreSQL alone': NUMBERED,
  'required outbox id: SQLite alone': NUMBERED,
  'unique outbox seq: PostgreSQL alone': NUMBERED,
}
