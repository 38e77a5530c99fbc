-- whose records are looked at: each verified domain, and each monitor
CREATE TABLE record_looks (
  no INTEGER PRIMARY KEY NOT NULL,
  domain_id TEXT UNIQUE REFERENCES domains (id) ON DELETE CASCADE,
  monitor_id TEXT UNIQUE REFERENCES monitors (id) ON DELETE CASCADE,
  account_id TEXT NOT NULL,
  -- NULL: nobody looks
  due_at INTEGER,
  -- NULL: nobody has looked
  looked_at INTEGER,
  -- JSON: what the next look begins with
  state TEXT NOT NULL,
  CHECK ((domain_id IS NULL) <> (monitor_id IS NULL))
) STRICT;
CREATE INDEX record_looks_of_domains ON record_looks (due_at, account_id) WHERE due_at IS NOT NULL AND monitor_id IS NULL;
CREATE INDEX record_looks_of_monitors ON record_looks (due_at, account_id) WHERE due_at IS NOT NULL AND domain_id IS NULL;

-- what the places have said, from one look to another
CREATE TABLE record_versions (
  look INTEGER NOT NULL REFERENCES record_looks (no) ON DELETE CASCADE,
  record TEXT NOT NULL,
  name TEXT NOT NULL,
  no INTEGER NOT NULL,
  -- JSON: the texts
  texts TEXT NOT NULL,
  first_seen_at INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL,
  PRIMARY KEY (look, record, name, no)
) STRICT, WITHOUT ROWID;

-- a verified domain is looked at, and no other
CREATE TRIGGER records_of_domain AFTER UPDATE OF verified_at ON domains
WHEN new.verified_at IS NOT NULL AND old.verified_at IS NULL
BEGIN INSERT INTO record_looks (domain_id, account_id, due_at, state) VALUES (new.id, new.account_id, new.verified_at, '{}')
    ON CONFLICT (domain_id) DO UPDATE SET due_at = excluded.due_at;
END;
CREATE TRIGGER records_of_new_domain AFTER INSERT ON domains WHEN new.verified_at IS NOT NULL
BEGIN INSERT INTO record_looks (domain_id, account_id, due_at, state) VALUES (new.id, new.account_id, new.verified_at, '{}');
END;
CREATE TRIGGER records_of_no_domain AFTER UPDATE OF verified_at ON domains
WHEN new.verified_at IS NULL AND old.verified_at IS NOT NULL
BEGIN UPDATE record_looks SET due_at = NULL WHERE domain_id = new.id;
END;
CREATE TRIGGER records_of_monitor AFTER INSERT ON monitors
BEGIN INSERT INTO record_looks (monitor_id, account_id, due_at, state) VALUES (new.id, new.account_id, new.created_at, '{}');
END;

-- those that are there are looked at over the next hours
INSERT INTO record_looks (domain_id, account_id, due_at, state)
  SELECT id, account_id, unixepoch() * 1000 + abs(random() % 14400000), '{}' FROM domains WHERE verified_at IS NOT NULL;
INSERT INTO record_looks (monitor_id, account_id, due_at, state)
  SELECT id, account_id, created_at, '{}' FROM monitors;
