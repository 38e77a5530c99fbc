-- What stays of an analysed message of an account when its test is long gone: no word of it, and nothing that leads to it.
CREATE TABLE history (
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  received_at INTEGER NOT NULL,
  -- of messages; it may be another one's by now
  message_seq INTEGER NOT NULL,
  source TEXT NOT NULL,
  -- of From; NULL: none that is a domain name
  domain TEXT,
  -- in tenths; NULL: it could not be analysed
  score INTEGER,
  -- names, parted by commas
  failed_checks TEXT NOT NULL,
  PRIMARY KEY (account_id, received_at, message_seq)
) STRICT, WITHOUT ROWID;

-- The same, counted for each day of UTC: what charts read.
CREATE TABLE history_days (
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  -- '': all of the account
  domain TEXT NOT NULL,
  -- since 1970
  day INTEGER NOT NULL,
  scored INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  -- JSON: how many had each score, in tenths
  scores TEXT NOT NULL,
  -- JSON: how many each check failed in
  checks TEXT NOT NULL,
  PRIMARY KEY (account_id, domain, day)
) STRICT, WITHOUT ROWID;
CREATE INDEX history_days_by_day ON history_days (day);
