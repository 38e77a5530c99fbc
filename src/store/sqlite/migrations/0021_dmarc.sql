-- changes with everything that is written to these tables, and with whose domains are verified: what the writer remembers of them holds
-- as long as this is what it left
CREATE TABLE dmarc_stamp (one INTEGER PRIMARY KEY, stamp INTEGER NOT NULL) STRICT;

-- a number for each domain that has rows, so that they are short; it outlives the domain until its rows have gone elsewhere
CREATE TABLE dmarc_domains (
  no INTEGER PRIMARY KEY,
  domain_id TEXT NOT NULL UNIQUE,
  account_id TEXT NOT NULL,
  domain TEXT NOT NULL,
  -- numbers that were given to sources and reporters
  sources INTEGER NOT NULL DEFAULT 0,
  reporters INTEGER NOT NULL DEFAULT 0,
  -- 1: its records behind this one are looked at for those that belong elsewhere now
  anew INTEGER NOT NULL DEFAULT 0,
  anew_day INTEGER NOT NULL DEFAULT 0,
  anew_report INTEGER NOT NULL DEFAULT 0,
  anew_seq INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX dmarc_domains_by_account ON dmarc_domains (account_id, domain);
CREATE INDEX dmarc_domains_anew ON dmarc_domains (anew, no) WHERE anew = 1;

-- names of domains and reporters; uses: by columns of dmarc_records, dmarc_reports and dmarc_reporters
CREATE TABLE dmarc_texts (no INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE, uses INTEGER NOT NULL) STRICT;
-- auth_results and reasons, as JSON; uses: by records
CREATE TABLE dmarc_results (
  no INTEGER PRIMARY KEY,
  hash BLOB NOT NULL UNIQUE,
  results TEXT NOT NULL,
  uses INTEGER NOT NULL
) STRICT;
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
  -- by dmarc_seen
  uses INTEGER NOT NULL,
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
  -- of policy domain, reporter, report id, begin and end
  key_hash BLOB NOT NULL,
  content_hash BLOB NOT NULL,
  file_id TEXT NOT NULL,
  -- the file of the report that it took the place of
  replaced_file TEXT,
  -- its records go, so that a report with this content can take its place; since when
  leaving_for BLOB,
  leaving_at INTEGER,
  -- pieces that are entered, and how many records they had, of how many pieces; all: it is whole
  pieces_in INTEGER NOT NULL,
  records_in INTEGER NOT NULL,
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
CREATE INDEX dmarc_reports_leaving ON dmarc_reports (leaving_at) WHERE leaving_at IS NOT NULL;

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
CREATE INDEX dmarc_slices_by_report ON dmarc_slices (report);

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
-- Numbers from 262,144 on are in no set.
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
  -- so that both add up: each report counts once for an address, at the least (by number) of the header_from that it has beside it; and
  -- in from_reports once for a header_from, at the least of its addresses
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
  reports INTEGER NOT NULL,
  PRIMARY KEY (domain, reporter)
) STRICT, WITHOUT ROWID;
