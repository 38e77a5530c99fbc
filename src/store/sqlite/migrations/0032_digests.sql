-- which accounts have the digest of which week, so that none has one twice
CREATE TABLE digests (
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  -- the Monday that ends it: 2026-11-23
  week TEXT NOT NULL,
  at INTEGER NOT NULL,
  -- 0: there was nothing to tell
  told INTEGER NOT NULL,
  PRIMARY KEY (account_id, week)
) STRICT, WITHOUT ROWID;
