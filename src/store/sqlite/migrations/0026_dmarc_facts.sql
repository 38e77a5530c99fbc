-- failing messages that a receiver took for a mailing list's, and failing ones with a signature of the domain's own that did not verify
ALTER TABLE dmarc_day_sources ADD COLUMN listed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE dmarc_day_sources ADD COLUMN broken INTEGER NOT NULL DEFAULT 0;
ALTER TABLE dmarc_month_sources ADD COLUMN listed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE dmarc_month_sources ADD COLUMN broken INTEGER NOT NULL DEFAULT 0;
ALTER TABLE dmarc_day_reporters ADD COLUMN listed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE dmarc_day_reporters ADD COLUMN broken INTEGER NOT NULL DEFAULT 0;

-- the last day on which a message of the address passed, by any report and by an authenticated one
ALTER TABLE dmarc_seen ADD COLUMN last_pass INTEGER;
ALTER TABLE dmarc_seen ADD COLUMN last_proven_pass INTEGER;
-- by which domains its mail was authenticated or was to be, as aggregates/dmarc/ledger/traits.ts has them: JSON of four numbers each, bits,
-- name (dmarc_texts), its last day, and its last day in an authenticated report
ALTER TABLE dmarc_seen ADD COLUMN traits TEXT NOT NULL DEFAULT '[]';

-- policy_published as JSON (dmarc_texts); null: an earlier version kept the report, and it stands in its head
ALTER TABLE dmarc_reports ADD COLUMN policy INTEGER;
-- which policies the reports of a day saw
CREATE TABLE dmarc_policies (
  domain INTEGER NOT NULL,
  day INTEGER NOT NULL,
  policy_domain INTEGER NOT NULL,
  policy INTEGER NOT NULL,
  authenticated INTEGER NOT NULL,
  reports INTEGER NOT NULL,
  PRIMARY KEY (domain, day, policy_domain, policy, authenticated)
) STRICT, WITHOUT ROWID;

-- pieces that an earlier version counted: what is above is not counted of them yet
CREATE TABLE dmarc_partly_counted (
  domain INTEGER NOT NULL,
  report INTEGER NOT NULL,
  piece INTEGER NOT NULL,
  PRIMARY KEY (domain, report, piece)
) STRICT, WITHOUT ROWID;
INSERT INTO dmarc_partly_counted (domain, report, piece)
  SELECT domain, report, piece FROM dmarc_pieces AS p
  WHERE NOT EXISTS (SELECT 1 FROM dmarc_uncounted AS u WHERE u.domain = p.domain AND u.report = p.report AND u.piece = p.piece)
  ORDER BY domain, report, piece;
