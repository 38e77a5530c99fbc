-- what is remembered of domains whose reports are watched
CREATE TABLE dmarc_watch (
  domain_id TEXT PRIMARY KEY NOT NULL REFERENCES domains (id) ON DELETE CASCADE,
  -- rises with each look
  version INTEGER NOT NULL,
  looked_at INTEGER NOT NULL,
  -- which reports there were
  mark TEXT NOT NULL,
  -- JSON; its own version is in it
  state TEXT NOT NULL,
  -- JSON: what began and is not over
  holds TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- the last events of a domain, as they were told
CREATE TABLE dmarc_told (
  domain_id TEXT NOT NULL REFERENCES domains (id) ON DELETE CASCADE,
  no INTEGER NOT NULL,
  account_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  type TEXT NOT NULL,
  -- JSON
  payload TEXT NOT NULL,
  PRIMARY KEY (domain_id, no)
) STRICT, WITHOUT ROWID;
CREATE INDEX dmarc_told_by_account ON dmarc_told (account_id, at);
