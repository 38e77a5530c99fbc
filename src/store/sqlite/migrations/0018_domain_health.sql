-- how the DNS of a domain was at the last look
CREATE TABLE domain_health (
  domain_id TEXT PRIMARY KEY NOT NULL REFERENCES domains (id) ON DELETE CASCADE,
  -- NULL: on request alone; 0: somebody asked for it
  due_at INTEGER,
  -- a look after the one that is kept did not come to its end
  failed_at INTEGER,
  -- NULL: none came to its end
  looked_at INTEGER,
  -- checks that failed, that could not be determined, that have advice
  problems INTEGER NOT NULL,
  unknown INTEGER NOT NULL,
  advice INTEGER NOT NULL,
  -- JSON: what changed from look to look, the newest first
  changes TEXT NOT NULL,
  packing TEXT NOT NULL,
  -- JSON: the checks, and what is drawn
  look BLOB NOT NULL
) STRICT;
CREATE INDEX domain_health_due ON domain_health (due_at) WHERE due_at IS NOT NULL;

-- the DKIM selectors that valid signatures of a domain had in tests of its account
CREATE TABLE domain_selectors (
  domain_id TEXT NOT NULL REFERENCES domains (id) ON DELETE CASCADE,
  selector TEXT NOT NULL,
  last_seen INTEGER NOT NULL,
  PRIMARY KEY (domain_id, selector)
) STRICT, WITHOUT ROWID;
