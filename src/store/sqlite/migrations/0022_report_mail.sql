-- the reports address of a domain is its token
CREATE UNIQUE INDEX domains_by_token ON domains (token);

-- mail to reports addresses, until its files have outcomes and its authentication is known
CREATE TABLE report_mails (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  account_id TEXT NOT NULL,
  -- what came for a domain outlives it, and is deleted piece by piece
  domain_id TEXT NOT NULL,
  received_at INTEGER NOT NULL,
  envelope TEXT NOT NULL,
  packing TEXT NOT NULL,
  raw BLOB NOT NULL,
  -- its place in the line. NULL: it is claimed, or postponed
  rank INTEGER,
  -- when it is due again, of mail that is claimed or postponed
  due_at INTEGER,
  claimed_by TEXT,
  claim_number INTEGER NOT NULL DEFAULT 0,
  -- tries that the mail ended, and others that came to nothing
  stopped_tries INTEGER NOT NULL DEFAULT 0,
  lost_tries INTEGER NOT NULL DEFAULT 0,
  -- its files have outcomes
  answered INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX report_mails_line ON report_mails (rank) WHERE rank IS NOT NULL;
CREATE INDEX report_mails_returning ON report_mails (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX report_mails_claimed ON report_mails (claimed_by) WHERE claimed_by IS NOT NULL;
CREATE INDEX report_mails_by_domain ON report_mails (domain_id, rank);

-- what became of each file of a mail or an import
CREATE TABLE report_files (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  account_id TEXT NOT NULL,
  domain_id TEXT NOT NULL,
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
  -- report_attachments; it may be gone before
  attachment INTEGER,
  -- among the files of its attachment
  place INTEGER NOT NULL,
  -- NULL: as long as records are kept
  expires_at INTEGER
) STRICT;
CREATE INDEX report_files_by_domain ON report_files (domain_id, seq);
CREATE INDEX report_files_by_outcome ON report_files (domain_id, outcome, seq);
CREATE INDEX report_files_by_attachment ON report_files (attachment) WHERE attachment IS NOT NULL;
CREATE INDEX report_files_by_mail ON report_files (mail_id) WHERE mail_id IS NOT NULL;
CREATE INDEX report_files_by_age ON report_files (account_id, received_at);
CREATE INDEX report_files_by_expiry ON report_files (expires_at) WHERE expires_at IS NOT NULL;

-- attachments as they came; one may hold several files
CREATE TABLE report_attachments (
  no INTEGER PRIMARY KEY,
  account_id TEXT NOT NULL,
  -- 1: no report came of it
  rejected INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  -- 1: packed by us
  gzip INTEGER NOT NULL,
  bytes BLOB NOT NULL
) STRICT;
CREATE INDEX report_attachments_by_account ON report_attachments (account_id, rejected, no);
CREATE INDEX report_attachments_by_expiry ON report_attachments (expires_at);

-- bytes of mail that waits, in all ('waiting') and for a domain ('waiting <id>'), and of attachments that are kept of an account, rejected
-- ones ('rejected <id>') and others ('kept <id>')
CREATE TABLE report_bytes (
  party TEXT PRIMARY KEY NOT NULL,
  bytes INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TRIGGER report_mail_held AFTER INSERT ON report_mails BEGIN
  INSERT INTO report_bytes (party, bytes) VALUES ('waiting', 512 + octet_length(new.envelope) + length(new.raw))
    ON CONFLICT (party) DO UPDATE SET bytes = bytes + excluded.bytes;
  INSERT INTO report_bytes (party, bytes)
    VALUES ('waiting ' || new.domain_id, 512 + octet_length(new.envelope) + length(new.raw))
    ON CONFLICT (party) DO UPDATE SET bytes = bytes + excluded.bytes;
END;
CREATE TRIGGER report_mail_removed AFTER DELETE ON report_mails BEGIN
  UPDATE report_bytes SET bytes = bytes - (512 + octet_length(old.envelope) + length(old.raw))
    WHERE party IN ('waiting', 'waiting ' || old.domain_id);
  DELETE FROM report_bytes WHERE party = 'waiting ' || old.domain_id AND bytes = 0;
END;
CREATE TRIGGER report_attachment_held AFTER INSERT ON report_attachments BEGIN
  INSERT INTO report_bytes (party, bytes)
    VALUES (iif(new.rejected, 'rejected ', 'kept ') || new.account_id, 512 + length(new.bytes))
    ON CONFLICT (party) DO UPDATE SET bytes = bytes + excluded.bytes;
END;
CREATE TRIGGER report_attachment_removed AFTER DELETE ON report_attachments BEGIN
  UPDATE report_bytes SET bytes = bytes - (512 + length(old.bytes))
    WHERE party = iif(old.rejected, 'rejected ', 'kept ') || old.account_id;
  DELETE FROM report_bytes WHERE party = iif(old.rejected, 'rejected ', 'kept ') || old.account_id AND bytes = 0;
END;

-- how many files of each outcome a domain has
CREATE TABLE report_file_counts (
  domain_id TEXT NOT NULL,
  outcome TEXT NOT NULL,
  files INTEGER NOT NULL,
  PRIMARY KEY (domain_id, outcome)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER report_file_counted AFTER INSERT ON report_files BEGIN
  INSERT INTO report_file_counts (domain_id, outcome, files) VALUES (new.domain_id, new.outcome, 1)
    ON CONFLICT (domain_id, outcome) DO UPDATE SET files = files + 1;
END;
CREATE TRIGGER report_file_changed AFTER UPDATE OF outcome ON report_files WHEN old.outcome <> new.outcome BEGIN
  UPDATE report_file_counts SET files = files - 1 WHERE domain_id = old.domain_id AND outcome = old.outcome;
  INSERT INTO report_file_counts (domain_id, outcome, files) VALUES (new.domain_id, new.outcome, 1)
    ON CONFLICT (domain_id, outcome) DO UPDATE SET files = files + 1;
  DELETE FROM report_file_counts WHERE domain_id = old.domain_id AND outcome = old.outcome AND files = 0;
END;
CREATE TRIGGER report_file_removed AFTER DELETE ON report_files BEGIN
  UPDATE report_file_counts SET files = files - 1 WHERE domain_id = old.domain_id AND outcome = old.outcome;
  DELETE FROM report_file_counts WHERE domain_id = old.domain_id AND outcome = old.outcome AND files = 0;
END;

-- domains that are gone, while something is left that came for them
CREATE TABLE report_domains_gone (domain_id TEXT PRIMARY KEY NOT NULL) STRICT, WITHOUT ROWID;
CREATE TRIGGER report_domain_gone AFTER DELETE ON domains
WHEN EXISTS (SELECT 1 FROM report_files WHERE domain_id = old.id)
  OR EXISTS (SELECT 1 FROM report_mails WHERE domain_id = old.id)
BEGIN INSERT OR IGNORE INTO report_domains_gone (domain_id) VALUES (old.id);
END;
