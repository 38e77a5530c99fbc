-- what people say of the sources of a domain's mail
CREATE TABLE source_marks (
  domain_id TEXT NOT NULL REFERENCES domains (id) ON DELETE CASCADE,
  -- as the answers name the source: sender:<id>, domain:<name>, as:<number>, ip:<address>
  source TEXT NOT NULL,
  -- NULL: they gave none
  name TEXT,
  -- NULL: they did not say whether it is theirs
  mark TEXT,
  marked_at INTEGER NOT NULL,
  -- as the audit log names them
  marked_by TEXT NOT NULL,
  PRIMARY KEY (domain_id, source)
) STRICT, WITHOUT ROWID;
