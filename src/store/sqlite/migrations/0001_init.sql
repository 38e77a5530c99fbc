CREATE TABLE accounts (
  id TEXT PRIMARY KEY NOT NULL,
  name TEXT NOT NULL UNIQUE,
  plan TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- theoretical arrival time of the next request (GCRA)
  arrival_at INTEGER
) STRICT;

CREATE TABLE allowance_uses (
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  -- UTC calendar month: 2026-11
  month TEXT NOT NULL,
  used INTEGER NOT NULL,
  PRIMARY KEY (account_id, month)
) STRICT, WITHOUT ROWID;

CREATE TABLE api_keys (
  id TEXT PRIMARY KEY NOT NULL,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  prefix TEXT NOT NULL,
  secret_hash BLOB NOT NULL UNIQUE,
  -- JSON array
  scopes TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  last_used_at INTEGER,
  revoked_at INTEGER
) STRICT;
CREATE INDEX api_keys_by_account ON api_keys (account_id);

CREATE TABLE mail_tests (
  seq INTEGER PRIMARY KEY,
  token TEXT NOT NULL UNIQUE,
  local_part TEXT NOT NULL UNIQUE,
  source TEXT NOT NULL,
  account_id TEXT REFERENCES accounts (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  -- messages.seq of the latest analysed message: status, score and arrival of the test are that message's
  latest_seq INTEGER
) STRICT;
CREATE INDEX mail_tests_by_account ON mail_tests (account_id, created_at, seq, expires_at);
CREATE INDEX mail_tests_by_expiry ON mail_tests (expires_at);

CREATE TABLE messages (
  -- the order of arrival
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  test_seq INTEGER NOT NULL REFERENCES mail_tests (seq) ON DELETE CASCADE,
  received_at INTEGER NOT NULL,
  size INTEGER NOT NULL,
  -- scored or failed; NULL until analysed
  status TEXT,
  score REAL,
  reason TEXT,
  -- when an analysis is due: 0 for a message that never had one, NULL when none is
  due_at INTEGER,
  attempts INTEGER NOT NULL DEFAULT 0,
  -- JSON array of the steps that killed their process
  blamed TEXT NOT NULL DEFAULT '[]'
) STRICT;
CREATE INDEX messages_by_test ON messages (test_seq, seq, size);
CREATE INDEX messages_due ON messages (due_at, seq) WHERE due_at IS NOT NULL;
CREATE INDEX messages_to_repeat ON messages (due_at) WHERE due_at IS NOT NULL AND status IS NOT NULL;

CREATE TABLE message_bodies (
  message_seq INTEGER PRIMARY KEY NOT NULL REFERENCES messages (seq) ON DELETE CASCADE,
  -- JSON
  envelope TEXT NOT NULL,
  -- plain or zstd
  packing TEXT NOT NULL,
  raw BLOB NOT NULL
) STRICT;

CREATE TABLE reports (
  message_seq INTEGER PRIMARY KEY NOT NULL REFERENCES messages (seq) ON DELETE CASCADE,
  -- JSON
  report TEXT NOT NULL
) STRICT;

CREATE TABLE evidence (
  message_seq INTEGER PRIMARY KEY NOT NULL REFERENCES messages (seq) ON DELETE CASCADE,
  -- plain or zstd
  packing TEXT NOT NULL,
  -- JSON
  evidence BLOB NOT NULL
) STRICT;

-- events until they are delivered; they go with their message
CREATE TABLE outbox (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  type TEXT NOT NULL,
  message_seq INTEGER NOT NULL REFERENCES messages (seq) ON DELETE CASCADE,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX outbox_by_message ON outbox (message_seq);

CREATE TABLE role_mail (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  role TEXT NOT NULL,
  received_at INTEGER NOT NULL,
  size INTEGER NOT NULL,
  envelope TEXT NOT NULL,
  packing TEXT NOT NULL,
  raw BLOB NOT NULL
) STRICT;
CREATE INDEX role_mail_by_arrival ON role_mail (received_at, size);
