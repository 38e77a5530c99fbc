-- what accounts watch: recurring mail, and the records of verified domains
CREATE TABLE monitors (
  id TEXT PRIMARY KEY NOT NULL,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  name TEXT NOT NULL,
  -- of mail: what stands before the @ of its address
  local_part TEXT UNIQUE,
  -- of a domain, with which it goes
  domain_id TEXT REFERENCES domains (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  -- JSON
  expectations TEXT NOT NULL,
  -- JSON
  windows TEXT NOT NULL,
  paused_at INTEGER,
  -- NULL: until somebody resumes it
  paused_until INTEGER,
  badge TEXT,
  -- JSON: how the last look left it
  standing TEXT NOT NULL,
  -- NULL: not by itself
  due_at INTEGER,
  -- something changed while it was looked at, or since
  is_changed INTEGER NOT NULL,
  UNIQUE (account_id, name)
) STRICT;
CREATE UNIQUE INDEX monitors_by_domain ON monitors (domain_id) WHERE domain_id IS NOT NULL;
CREATE UNIQUE INDEX monitors_by_badge ON monitors (badge) WHERE badge IS NOT NULL;
CREATE INDEX monitors_due ON monitors (due_at) WHERE due_at IS NOT NULL;

-- what is remembered between two looks
CREATE TABLE monitor_watch (
  monitor_id TEXT PRIMARY KEY NOT NULL REFERENCES monitors (id) ON DELETE CASCADE,
  -- rises with each look
  version INTEGER NOT NULL,
  -- JSON; its own version is in it
  state TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- the last events of a monitor, as they were told
CREATE TABLE monitor_told (
  monitor_id TEXT NOT NULL REFERENCES monitors (id) ON DELETE CASCADE,
  no INTEGER NOT NULL,
  at INTEGER NOT NULL,
  type TEXT NOT NULL,
  subject TEXT NOT NULL,
  -- JSON
  payload TEXT NOT NULL,
  PRIMARY KEY (monitor_id, no)
) STRICT, WITHOUT ROWID;

-- when messages of the last hour came, and the newest
CREATE TABLE monitor_arrivals (
  monitor_id TEXT NOT NULL REFERENCES monitors (id) ON DELETE CASCADE,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX monitor_arrivals_by_time ON monitor_arrivals (monitor_id, at);

-- the tests of a monitor's messages; they stay when it is deleted
CREATE TABLE monitor_tests (
  test_seq INTEGER PRIMARY KEY NOT NULL REFERENCES mail_tests (seq) ON DELETE CASCADE,
  monitor_id TEXT NOT NULL
) STRICT;
CREATE INDEX monitor_tests_by_monitor ON monitor_tests (monitor_id, test_seq);

-- how its messages scored, for as long as the history of the account
CREATE TABLE monitor_scores (
  monitor_id TEXT NOT NULL REFERENCES monitors (id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  message_seq INTEGER NOT NULL,
  -- NULL: it could not be analysed
  score REAL,
  PRIMARY KEY (monitor_id, at, message_seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX monitor_scores_by_time ON monitor_scores (at);

-- the address of a monitor's test lives on in the monitor
DROP TRIGGER address_given_up;
CREATE TRIGGER address_given_up AFTER DELETE ON mail_tests
WHEN old.account_id IS NOT NULL AND old.source NOT IN ('upload', 'monitor')
  AND NOT EXISTS (SELECT 1 FROM accounts INDEXED BY accounts_deleted WHERE id = old.account_id AND deleted_at IS NOT NULL)
BEGIN INSERT OR REPLACE INTO former_addresses (local_part, account_id, expires_at)
    VALUES (old.local_part, old.account_id, old.expires_at);
END;
