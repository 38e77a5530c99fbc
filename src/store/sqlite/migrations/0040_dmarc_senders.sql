-- the organization whose domain the mail of a report is proved to come from (dmarc_texts); null: nothing proves it, it was imported, or an
-- earlier version kept it
ALTER TABLE dmarc_reports ADD COLUMN sender INTEGER;
-- of the reports of a name on a day, those with a sender
ALTER TABLE dmarc_day_reporters ADD COLUMN sent INTEGER NOT NULL DEFAULT 0;

-- the senders of a domain, by number; uses of dmarc_texts are also by these
ALTER TABLE dmarc_domains ADD COLUMN senders INTEGER NOT NULL DEFAULT 0;
CREATE TABLE dmarc_senders (
  domain INTEGER NOT NULL,
  sender INTEGER NOT NULL,
  number INTEGER NOT NULL,
  reports INTEGER NOT NULL,
  PRIMARY KEY (domain, sender)
) STRICT, WITHOUT ROWID;
CREATE TABLE dmarc_day_senders (
  domain INTEGER NOT NULL,
  day INTEGER NOT NULL,
  sender INTEGER NOT NULL,
  authenticated INTEGER NOT NULL,
  reports INTEGER NOT NULL,
  PRIMARY KEY (domain, day, sender, authenticated)
) STRICT, WITHOUT ROWID;
-- sets as those beside them: the senders of a day, and the names (by number in dmarc_reporters) that reports with a sender have
ALTER TABLE dmarc_day_sets ADD COLUMN senders BLOB NOT NULL DEFAULT x'';
ALTER TABLE dmarc_day_sets ADD COLUMN sent BLOB NOT NULL DEFAULT x'';

-- by which it is seen that an organization has no address any more
CREATE INDEX dmarc_ips_by_organization ON dmarc_ips (organization) WHERE organization IS NOT NULL;
