-- where reports of feedback loops about a domain go; unlike the address of DMARC reports it stands nowhere in the DNS
CREATE TABLE complaint_addresses (
  domain_id TEXT PRIMARY KEY NOT NULL REFERENCES domains (id) ON DELETE CASCADE,
  local_part TEXT NOT NULL UNIQUE
) STRICT, WITHOUT ROWID;
INSERT INTO complaint_addresses (domain_id, local_part) SELECT id, 'fbl-' || lower(hex(randomblob(13))) FROM domains;
CREATE TRIGGER complaint_address_given AFTER INSERT ON domains BEGIN
  INSERT INTO complaint_addresses (domain_id, local_part) VALUES (new.id, 'fbl-' || lower(hex(randomblob(13))));
END;

-- mail to either address waits in one line
ALTER TABLE report_mails ADD COLUMN purpose TEXT NOT NULL DEFAULT 'reports';

-- complaints are counted, and none is kept. provider: '' of those that are not authenticated, and of more than are told apart
CREATE TABLE complaint_days (
  domain_id TEXT NOT NULL,
  -- days since 1970, by when the report came
  day INTEGER NOT NULL,
  authenticated INTEGER NOT NULL,
  provider TEXT NOT NULL,
  type TEXT NOT NULL,
  reports INTEGER NOT NULL,
  PRIMARY KEY (domain_id, day, authenticated, provider, type)
) STRICT, WITHOUT ROWID;
-- field: 'none' of complaints that name no campaign, 'beyond' of more than are told apart
CREATE TABLE complaint_campaigns (
  domain_id TEXT NOT NULL,
  day INTEGER NOT NULL,
  authenticated INTEGER NOT NULL,
  field TEXT NOT NULL,
  campaign TEXT NOT NULL,
  complaints INTEGER NOT NULL,
  others INTEGER NOT NULL,
  PRIMARY KEY (domain_id, day, authenticated, field, campaign)
) STRICT, WITHOUT ROWID;

-- the last reports of a domain, by which the same one is known again: hashes in a ring
CREATE TABLE complaint_known (
  domain_id TEXT NOT NULL,
  slot INTEGER NOT NULL,
  hash BLOB NOT NULL,
  PRIMARY KEY (domain_id, slot)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX complaint_known_by_hash ON complaint_known (domain_id, hash);
CREATE TABLE complaint_domains (
  domain_id TEXT PRIMARY KEY NOT NULL,
  account_id TEXT NOT NULL,
  -- where the ring goes on
  slot INTEGER NOT NULL,
  latest_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX complaint_domains_by_account ON complaint_domains (account_id);

-- mail to a complaints address that is no report
CREATE TABLE complaint_letters (
  no INTEGER PRIMARY KEY,
  domain_id TEXT NOT NULL,
  received_at INTEGER NOT NULL,
  authenticated INTEGER NOT NULL,
  sender TEXT,
  subject TEXT NOT NULL,
  text TEXT NOT NULL
) STRICT;
CREATE INDEX complaint_letters_by_domain ON complaint_letters (domain_id, authenticated, no);
CREATE INDEX complaint_letters_by_age ON complaint_letters (received_at);

-- what is remembered of domains whose complaints are watched
CREATE TABLE complaint_watch (
  domain_id TEXT PRIMARY KEY NOT NULL REFERENCES domains (id) ON DELETE CASCADE,
  -- rises with each look
  version INTEGER NOT NULL,
  looked_at INTEGER NOT NULL,
  -- JSON; its own version is in it
  state TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- what is left of a domain goes piece by piece
CREATE TRIGGER complaint_domain_gone AFTER DELETE ON domains
WHEN EXISTS (SELECT 1 FROM complaint_domains WHERE domain_id = old.id)
BEGIN INSERT OR IGNORE INTO report_domains_gone (domain_id) VALUES (old.id);
END;
