-- the reports address of a domain is its token
CREATE UNIQUE INDEX domains_by_token ON domains (token);

-- mail to reports addresses, until its files have outcomes and its authentication is known
CREATE TABLE report_mails (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  domain_id TEXT NOT NULL REFERENCES domains (id) ON DELETE CASCADE,
  received_at INTEGER NOT NULL,
  size INTEGER NOT NULL,
  envelope TEXT NOT NULL,
  raw BLOB NOT NULL,
  sender TEXT,
  due_at INTEGER NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0,
  -- its files have outcomes
  read INTEGER NOT NULL DEFAULT 0,
  holder TEXT,
  lease_until INTEGER
) STRICT;
CREATE INDEX report_mails_due ON report_mails (due_at, seq);
CREATE INDEX report_mails_by_domain ON report_mails (domain_id);

-- what became of each file of a mail or an import
CREATE TABLE report_files (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  domain_id TEXT NOT NULL REFERENCES domains (id) ON DELETE CASCADE,
  mail_id TEXT,
  source TEXT NOT NULL,
  received_at INTEGER NOT NULL,
  name TEXT NOT NULL,
  size INTEGER NOT NULL,
  kind TEXT,
  outcome TEXT NOT NULL,
  reason TEXT,
  detail TEXT,
  report_uid TEXT,
  reporter TEXT,
  authentication TEXT NOT NULL,
  sender TEXT,
  attachment INTEGER REFERENCES report_attachments (no)
) STRICT;
CREATE INDEX report_files_by_domain ON report_files (domain_id, seq);
CREATE INDEX report_files_by_outcome ON report_files (domain_id, outcome, seq);
CREATE INDEX report_files_by_mail ON report_files (mail_id) WHERE mail_id IS NOT NULL;
CREATE INDEX report_files_by_age ON report_files (received_at);

-- attachments as they came; one may hold several files
CREATE TABLE report_attachments (
  no INTEGER PRIMARY KEY,
  bytes BLOB NOT NULL,
  -- 1: packed by us
  gzip INTEGER NOT NULL
) STRICT;
