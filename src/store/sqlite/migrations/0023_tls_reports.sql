-- TLS reports (RFC 8460), each once for every verified domain that its policies are about
CREATE TABLE tls_reports (
  seq INTEGER PRIMARY KEY,
  uid TEXT NOT NULL,
  account_id TEXT NOT NULL,
  domain_id TEXT NOT NULL,
  -- of reporter, report id, begin and end
  key_hash BLOB NOT NULL,
  content_hash TEXT NOT NULL,
  file_id TEXT NOT NULL,
  day INTEGER NOT NULL,
  received_at INTEGER NOT NULL,
  authenticated INTEGER NOT NULL,
  reporter TEXT NOT NULL,
  successes INTEGER NOT NULL,
  failures INTEGER NOT NULL,
  -- the report with the policies about the domain, as JSON
  packing TEXT NOT NULL,
  report BLOB NOT NULL,
  UNIQUE (domain_id, key_hash),
  UNIQUE (domain_id, uid)
) STRICT;
CREATE INDEX tls_reports_by_day ON tls_reports (domain_id, day, seq);
CREATE INDEX tls_reports_by_account ON tls_reports (account_id, day);

-- what they add up to
CREATE TABLE tls_days (
  domain_id TEXT NOT NULL,
  day INTEGER NOT NULL,
  authenticated INTEGER NOT NULL,
  policy_type TEXT NOT NULL,
  reports INTEGER NOT NULL,
  successes INTEGER NOT NULL,
  failures INTEGER NOT NULL,
  PRIMARY KEY (domain_id, day, authenticated, policy_type)
) STRICT, WITHOUT ROWID;
-- failed sessions by what went wrong and where; an empty host: none was named
CREATE TABLE tls_failures (
  domain_id TEXT NOT NULL,
  day INTEGER NOT NULL,
  authenticated INTEGER NOT NULL,
  type TEXT NOT NULL,
  host TEXT NOT NULL,
  sessions INTEGER NOT NULL,
  PRIMARY KEY (domain_id, day, authenticated, type, host)
) STRICT, WITHOUT ROWID;

-- what is left of a domain goes piece by piece
CREATE TRIGGER tls_domain_gone AFTER DELETE ON domains
WHEN EXISTS (SELECT 1 FROM tls_reports WHERE domain_id = old.id)
  OR EXISTS (SELECT 1 FROM tls_days WHERE domain_id = old.id)
BEGIN INSERT OR IGNORE INTO report_domains_gone (domain_id) VALUES (old.id);
END;
