-- secrets under the key of secrets.key_path, which is never here
CREATE TABLE sealed_secrets (
  id TEXT PRIMARY KEY NOT NULL,
  purpose TEXT NOT NULL,
  -- what it is the secret of, by its id
  owner_id TEXT NOT NULL,
  -- the key that opens the value, by its id
  key_id TEXT NOT NULL,
  value BLOB NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sealed_secrets_by_owner ON sealed_secrets (purpose, owner_id);

-- the key in use, by its id: one row, or none before the first start with a key
CREATE TABLE sealing_key (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  key_id TEXT NOT NULL
) STRICT;
