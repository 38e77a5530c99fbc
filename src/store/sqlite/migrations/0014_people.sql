CREATE TABLE people (
  id TEXT PRIMARY KEY NOT NULL,
  email TEXT NOT NULL,
  -- what makes two addresses the same person's
  email_key TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL DEFAULT '',
  -- the name as it is searched
  name_key TEXT NOT NULL DEFAULT '',
  is_instance_admin INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  confirmed_at INTEGER,
  -- argon2id, as PHC string
  password_hash TEXT,
  -- of sealed_secrets
  totp_secret_id TEXT,
  -- the last step of RFC 6238 that was used
  totp_last_step INTEGER
) STRICT;
CREATE INDEX people_by_name ON people (name_key, email_key);
CREATE INDEX people_who_administer ON people (is_instance_admin) WHERE is_instance_admin = 1;

CREATE TABLE recovery_codes (
  person_id TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  code_hash BLOB NOT NULL,
  PRIMARY KEY (person_id, code_hash)
) STRICT, WITHOUT ROWID;

CREATE TABLE passkeys (
  id TEXT PRIMARY KEY NOT NULL,
  person_id TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  public_key BLOB NOT NULL,
  counter INTEGER NOT NULL,
  -- JSON array
  transports TEXT NOT NULL,
  backed_up INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER
) STRICT;
CREATE INDEX passkeys_by_person ON passkeys (person_id);

-- who people are at the OpenID provider
CREATE TABLE identities (
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  person_id TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER,
  PRIMARY KEY (issuer, subject)
) STRICT, WITHOUT ROWID;
CREATE INDEX identities_by_person ON identities (person_id);

CREATE TABLE memberships (
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  person_id TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  role TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (account_id, person_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX memberships_by_person ON memberships (person_id);

CREATE TABLE invitations (
  id TEXT PRIMARY KEY NOT NULL,
  token_hash BLOB NOT NULL UNIQUE,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  role TEXT NOT NULL,
  email TEXT,
  -- its link went to that address alone
  mailed INTEGER NOT NULL DEFAULT 0,
  invited_by TEXT REFERENCES people (id) ON DELETE SET NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX invitations_by_account ON invitations (account_id, created_at);
CREATE INDEX invitations_by_inviter ON invitations (invited_by);
CREATE INDEX invitations_by_expiry ON invitations (expires_at);

CREATE TABLE sessions (
  token_hash BLOB PRIMARY KEY NOT NULL,
  id TEXT NOT NULL UNIQUE,
  person_id TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  account_id TEXT REFERENCES accounts (id) ON DELETE SET NULL,
  visiting_until INTEGER,
  method TEXT NOT NULL,
  stage TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  seen_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  client TEXT NOT NULL,
  agent TEXT NOT NULL
) STRICT;
CREATE INDEX sessions_by_person ON sessions (person_id, seen_at);
CREATE INDEX sessions_by_account ON sessions (account_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);
CREATE INDEX sessions_by_use ON sessions (seen_at);

CREATE TABLE one_time_links (
  token_hash BLOB PRIMARY KEY NOT NULL,
  purpose TEXT NOT NULL,
  person_id TEXT REFERENCES people (id) ON DELETE CASCADE,
  email TEXT,
  email_key TEXT,
  -- JSON
  registration TEXT,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX one_time_links_by_person ON one_time_links (person_id, purpose);
CREATE INDEX one_time_links_by_email ON one_time_links (email_key, purpose);
CREATE INDEX one_time_links_by_expiry ON one_time_links (expires_at);

-- what was asked of a browser and waits for its answer
CREATE TABLE ceremonies (
  id_hash BLOB PRIMARY KEY NOT NULL,
  kind TEXT NOT NULL,
  person_id TEXT REFERENCES people (id) ON DELETE CASCADE,
  session_id TEXT REFERENCES sessions (id) ON DELETE CASCADE,
  -- JSON
  data TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX ceremonies_by_person ON ceremonies (person_id);
CREATE INDEX ceremonies_by_session ON ceremonies (session_id);
CREATE INDEX ceremonies_by_expiry ON ceremonies (expires_at);

-- only ever added to
CREATE TABLE audit_log (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  account_id TEXT,
  person_id TEXT,
  actor_kind TEXT NOT NULL,
  actor_id TEXT,
  actor_name TEXT,
  action TEXT NOT NULL,
  target TEXT,
  -- JSON
  details TEXT,
  client TEXT
) STRICT;
-- newest first by time; entries of one time go by their id, which every index ends in
CREATE INDEX audit_log_by_time ON audit_log (at);
CREATE INDEX audit_log_by_account ON audit_log (account_id, at);
CREATE INDEX audit_log_by_person ON audit_log (person_id, at);
CREATE INDEX audit_log_by_action ON audit_log (action, at);
CREATE INDEX audit_log_by_account_action ON audit_log (account_id, action, at);
CREATE INDEX audit_log_by_actor ON audit_log (actor_id, at);
CREATE TRIGGER audit_log_stays BEFORE UPDATE ON audit_log BEGIN
  SELECT RAISE(ABORT, 'the audit log is only ever added to');
END;

-- From then on nobody finds anything of the account. Its tests and log are deleted piece by piece, and the row last of all.
ALTER TABLE accounts ADD COLUMN deleted_at INTEGER;
CREATE INDEX accounts_deleted ON accounts (id) WHERE deleted_at IS NOT NULL;
CREATE TRIGGER test_of_deleted_account BEFORE INSERT ON mail_tests
WHEN new.account_id IN (SELECT id FROM accounts WHERE deleted_at IS NOT NULL) BEGIN
  SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: the account was deleted');
END;
CREATE TRIGGER key_of_deleted_account BEFORE INSERT ON api_keys
WHEN new.account_id IN (SELECT id FROM accounts WHERE deleted_at IS NOT NULL) BEGIN
  SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: the account was deleted');
END;
