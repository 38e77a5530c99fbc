-- what became of mail that was brought here; a few thousand lines at most
CREATE TABLE mail_log (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- of a refusal: what makes two of them the same
  key BLOB,
  -- whose share of the log it counts against: account, anonymous or nobody; within it the party, and of that the client
  class TEXT NOT NULL,
  party TEXT NOT NULL,
  network TEXT NOT NULL,
  account_id TEXT,
  -- of the address, when it is or was one of ours
  local_part TEXT,
  expires_at INTEGER,
  first_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  count INTEGER NOT NULL,
  outcome TEXT NOT NULL,
  client TEXT NOT NULL,
  helo TEXT,
  tls TEXT,
  mail_from TEXT,
  rcpt_to TEXT,
  size INTEGER,
  message_id TEXT,
  code INTEGER,
  reply TEXT,
  detail TEXT
) STRICT;
CREATE UNIQUE INDEX mail_log_by_key ON mail_log (key) WHERE key IS NOT NULL;
CREATE INDEX mail_log_by_time ON mail_log (last_at);
CREATE INDEX mail_log_by_account ON mail_log (account_id, last_at) WHERE account_id IS NOT NULL;
CREATE INDEX mail_log_by_address ON mail_log (local_part, last_at) WHERE local_part IS NOT NULL;
CREATE INDEX mail_log_by_share ON mail_log (class, party, network, last_at);

-- how many lines of a day there was no room for; '' is those of no account
CREATE TABLE mail_log_left_out (
  account_id TEXT NOT NULL,
  day INTEGER NOT NULL,
  lines INTEGER NOT NULL,
  PRIMARY KEY (account_id, day)
) STRICT, WITHOUT ROWID;
CREATE INDEX mail_log_left_out_by_day ON mail_log_left_out (day, lines);

-- addresses of tests that are gone, so that their account is told of mail to them
CREATE TABLE former_addresses (
  local_part TEXT PRIMARY KEY NOT NULL,
  account_id TEXT NOT NULL,
  -- as it would have been, where the test was deleted before
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX former_addresses_by_account ON former_addresses (account_id);
CREATE INDEX former_addresses_by_expiry ON former_addresses (expires_at);
CREATE TRIGGER address_given_up AFTER DELETE ON mail_tests
WHEN old.account_id IS NOT NULL AND old.source <> 'upload'
  AND NOT EXISTS (SELECT 1 FROM accounts INDEXED BY accounts_deleted WHERE id = old.account_id AND deleted_at IS NOT NULL)
BEGIN INSERT OR REPLACE INTO former_addresses (local_part, account_id, expires_at)
    VALUES (old.local_part, old.account_id, old.expires_at);
END;
