-- a number for each domain that has rows, so that they are short; it outlives the domain until they are attributed anew or deleted
CREATE TABLE dmarc_domains (
  no INTEGER PRIMARY KEY,
  domain_id TEXT NOT NULL UNIQUE,
  account_id TEXT NOT NULL,
  domain TEXT NOT NULL
) STRICT;
CREATE INDEX dmarc_domains_by_account ON dmarc_domains (account_id);

-- names of domains, reporters and envelope domains
CREATE TABLE dmarc_texts (no INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT;
-- auth_results and reasons, as JSON
CREATE TABLE dmarc_results (no INTEGER PRIMARY KEY, hash BLOB NOT NULL UNIQUE, results TEXT NOT NULL) STRICT;
-- to whom sources belong: sources are grouped by the number
CREATE TABLE dmarc_organizations (
  no INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  domain TEXT,
  type TEXT
) STRICT;
CREATE TABLE dmarc_ips (
  no INTEGER PRIMARY KEY,
  -- as AggregateRecord has it
  ip TEXT NOT NULL UNIQUE,
  -- when the DNS is to be asked next; null: it never was
  ask_at INTEGER,
  -- what it said
  reverse_dns TEXT,
  organization INTEGER,
  -- by what the organization is known: ptr
  basis TEXT
) STRICT;

CREATE TABLE dmarc_reports (
  no INTEGER PRIMARY KEY,
  uid TEXT NOT NULL UNIQUE,
  account_id TEXT NOT NULL,
  -- of account, policy domain, reporter, report id, begin and end
  key_hash BLOB NOT NULL,
  content_hash BLOB NOT NULL,
  file_id TEXT NOT NULL,
  -- pieces that are entered, of how many; all: it is whole
  pieces_in INTEGER NOT NULL,
  pieces INTEGER NOT NULL,
  day INTEGER NOT NULL,
  begin_at INTEGER NOT NULL,
  end_at INTEGER NOT NULL,
  received_at INTEGER NOT NULL,
  -- dmarc_texts
  reporter INTEGER NOT NULL,
  policy_domain INTEGER NOT NULL,
  authenticated INTEGER NOT NULL,
  -- the rest of its head, as JSON: all of AggregateHead but begin, end, policyDomain, records, contentHash
  head TEXT NOT NULL,
  UNIQUE (account_id, key_hash)
) STRICT;

CREATE TABLE dmarc_records (
  domain INTEGER NOT NULL,
  day INTEGER NOT NULL,
  report INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  ip INTEGER NOT NULL,
  messages INTEGER NOT NULL,
  -- as aggregates/dmarc/bits.ts has them
  bits INTEGER NOT NULL,
  header_from INTEGER NOT NULL,
  envelope_from INTEGER,
  envelope_to INTEGER,
  results INTEGER NOT NULL,
  PRIMARY KEY (domain, day, report, seq)
) STRICT, WITHOUT ROWID;

-- a report, as far as it is about a domain; lists go backwards along the key
CREATE TABLE dmarc_slices (
  domain INTEGER NOT NULL,
  day INTEGER NOT NULL,
  received_at INTEGER NOT NULL,
  report INTEGER NOT NULL,
  reporter INTEGER NOT NULL,
  authenticated INTEGER NOT NULL,
  records INTEGER NOT NULL,
  messages INTEGER NOT NULL,
  pass INTEGER NOT NULL,
  dkim INTEGER NOT NULL,
  spf INTEGER NOT NULL,
  none INTEGER NOT NULL,
  passed INTEGER NOT NULL,
  quarantine INTEGER NOT NULL,
  reject INTEGER NOT NULL,
  PRIMARY KEY (domain, day, received_at, report)
) STRICT, WITHOUT ROWID;

CREATE TABLE dmarc_days (
  domain INTEGER NOT NULL,
  day INTEGER NOT NULL,
  authenticated INTEGER NOT NULL,
  reports INTEGER NOT NULL,
  failing_reports INTEGER NOT NULL,
  long_range INTEGER NOT NULL,
  messages INTEGER NOT NULL,
  pass INTEGER NOT NULL,
  dkim INTEGER NOT NULL,
  spf INTEGER NOT NULL,
  raw_dkim INTEGER NOT NULL,
  raw_spf INTEGER NOT NULL,
  none INTEGER NOT NULL,
  passed INTEGER NOT NULL,
  quarantine INTEGER NOT NULL,
  reject INTEGER NOT NULL,
  forwarded INTEGER NOT NULL,
  mailing_list INTEGER NOT NULL,
  trusted_forwarder INTEGER NOT NULL,
  local_policy INTEGER NOT NULL,
  sampled_out INTEGER NOT NULL,
  policy_test_mode INTEGER NOT NULL,
  other INTEGER NOT NULL,
  latest_received_at INTEGER NOT NULL,
  PRIMARY KEY (domain, day, authenticated)
) STRICT, WITHOUT ROWID;

-- which sources and reporters a day has, as bits by their number in dmarc_seen and dmarc_reporters: distinct ones of any window.
-- Number n is bit n % 8 of octet n / 8 (rounded down), bit 0 the least; octets that are missing at the end are 0.
CREATE TABLE dmarc_day_sets (
  domain INTEGER NOT NULL,
  day INTEGER NOT NULL,
  authenticated INTEGER NOT NULL,
  sources BLOB NOT NULL,
  reporters BLOB NOT NULL,
  PRIMARY KEY (domain, day, authenticated)
) STRICT, WITHOUT ROWID;

CREATE TABLE dmarc_day_sources (
  domain INTEGER NOT NULL,
  day INTEGER NOT NULL,
  ip INTEGER NOT NULL,
  header_from INTEGER NOT NULL,
  authenticated INTEGER NOT NULL,
  -- so that both add up: each report counts once for an address, at the header_from of the first of its records about the domain that
  -- has the address; and in from_reports once for a header_from, at the address of the first of them that has it
  reports INTEGER NOT NULL,
  from_reports INTEGER NOT NULL,
  messages INTEGER NOT NULL,
  pass INTEGER NOT NULL,
  dkim INTEGER NOT NULL,
  spf INTEGER NOT NULL,
  raw_dkim INTEGER NOT NULL,
  raw_spf INTEGER NOT NULL,
  passed INTEGER NOT NULL,
  quarantine INTEGER NOT NULL,
  reject INTEGER NOT NULL,
  -- failing messages: forwarded by what a receiver said, and authenticated raw
  forwarded INTEGER NOT NULL,
  unaligned INTEGER NOT NULL,
  PRIMARY KEY (domain, day, ip, header_from, authenticated)
) STRICT, WITHOUT ROWID;
-- the same by month: year * 12 + month, January 0; always the sum of the days that are there
CREATE TABLE dmarc_month_sources (
  domain INTEGER NOT NULL,
  month INTEGER NOT NULL,
  ip INTEGER NOT NULL,
  header_from INTEGER NOT NULL,
  authenticated INTEGER NOT NULL,
  reports INTEGER NOT NULL,
  from_reports INTEGER NOT NULL,
  messages INTEGER NOT NULL,
  pass INTEGER NOT NULL,
  dkim INTEGER NOT NULL,
  spf INTEGER NOT NULL,
  raw_dkim INTEGER NOT NULL,
  raw_spf INTEGER NOT NULL,
  passed INTEGER NOT NULL,
  quarantine INTEGER NOT NULL,
  reject INTEGER NOT NULL,
  forwarded INTEGER NOT NULL,
  unaligned INTEGER NOT NULL,
  PRIMARY KEY (domain, month, ip, header_from, authenticated)
) STRICT, WITHOUT ROWID;

CREATE TABLE dmarc_day_reporters (
  domain INTEGER NOT NULL,
  day INTEGER NOT NULL,
  reporter INTEGER NOT NULL,
  authenticated INTEGER NOT NULL,
  reports INTEGER NOT NULL,
  failing_reports INTEGER NOT NULL,
  messages INTEGER NOT NULL,
  pass INTEGER NOT NULL,
  dkim INTEGER NOT NULL,
  spf INTEGER NOT NULL,
  raw_dkim INTEGER NOT NULL,
  raw_spf INTEGER NOT NULL,
  passed INTEGER NOT NULL,
  quarantine INTEGER NOT NULL,
  reject INTEGER NOT NULL,
  forwarded INTEGER NOT NULL,
  unaligned INTEGER NOT NULL,
  PRIMARY KEY (domain, day, reporter, authenticated)
) STRICT, WITHOUT ROWID;

-- when an address first and last sent as a domain, and its number among those of the domain
CREATE TABLE dmarc_seen (
  domain INTEGER NOT NULL,
  ip INTEGER NOT NULL,
  number INTEGER NOT NULL,
  first_day INTEGER NOT NULL,
  last_day INTEGER NOT NULL,
  PRIMARY KEY (domain, ip)
) STRICT, WITHOUT ROWID;
-- the reporters of a domain, by number; name is the org_name as the last report has it (dmarc_texts)
CREATE TABLE dmarc_reporters (
  domain INTEGER NOT NULL,
  reporter INTEGER NOT NULL,
  number INTEGER NOT NULL,
  name INTEGER NOT NULL,
  PRIMARY KEY (domain, reporter)
) STRICT, WITHOUT ROWID;
