-- the domains of accounts
CREATE TABLE domains (
  id TEXT PRIMARY KEY NOT NULL,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  -- A-labels, lower case
  domain TEXT NOT NULL,
  token TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  verified_at INTEGER,
  -- the last look for the record
  look_at INTEGER,
  look_state TEXT,
  -- JSON
  look_seen TEXT,
  -- since when a verified domain's record is gone, on how many UTC days that was seen, and the last of them
  absent_since INTEGER,
  absent_days INTEGER,
  absent_last_day TEXT,
  -- until when an unverified one is looked at without being asked for
  watched_until INTEGER NOT NULL,
  -- NULL: on request alone
  due_at INTEGER,
  UNIQUE (account_id, domain)
) STRICT;
CREATE INDEX domains_by_name ON domains (domain, created_at);
CREATE INDEX domains_verified ON domains (account_id) WHERE verified_at IS NOT NULL;
CREATE INDEX domains_due ON domains (due_at) WHERE due_at IS NOT NULL;

-- what happened to a domain goes with it
ALTER TABLE outbox ADD COLUMN domain_id TEXT REFERENCES domains (id) ON DELETE CASCADE;
CREATE INDEX outbox_by_domain ON outbox (domain_id) WHERE domain_id IS NOT NULL;
