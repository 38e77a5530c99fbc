-- what a reader is shown of a message, made when it was analysed
CREATE TABLE message_contents (
  message_seq INTEGER PRIMARY KEY NOT NULL REFERENCES messages (seq) ON DELETE CASCADE,
  -- plain or zstd
  packing TEXT NOT NULL,
  content BLOB NOT NULL
) STRICT;

-- the network an anonymous test was made from; kept only where full reports are counted by it
ALTER TABLE mail_tests ADD COLUMN client TEXT;
-- its number among the tests of its owner and period that were scored; NULL until counted
ALTER TABLE mail_tests ADD COLUMN report_number INTEGER;
-- 1 when that number was past what was allowed at the time
ALTER TABLE mail_tests ADD COLUMN gated INTEGER NOT NULL DEFAULT 0;

CREATE TABLE full_report_uses (
  -- an account's id, or the network of a client without one
  owner TEXT NOT NULL,
  -- UTC month of an account (2026-11), UTC day of a client (2026-11-20)
  period TEXT NOT NULL,
  used INTEGER NOT NULL,
  PRIMARY KEY (owner, period)
) STRICT, WITHOUT ROWID;

CREATE TABLE idempotency_keys (
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  key TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  -- JSON: the test that the first request allocated, as it was then
  test TEXT NOT NULL,
  PRIMARY KEY (account_id, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_keys_by_expiry ON idempotency_keys (expires_at);
