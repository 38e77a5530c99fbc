-- Which programs serve this database: an older one reads it here, and refuses.
CREATE TABLE serving (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  oldest_program TEXT NOT NULL,
  -- The program that changed the form of the database last, when, and the backup that it made before.
  migrated_by TEXT NOT NULL,
  migrated_at INTEGER NOT NULL,
  backup TEXT
);
