-- what is remembered of how the instance itself is: one row
CREATE TABLE sickness (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  version INTEGER NOT NULL,
  looked_at INTEGER NOT NULL,
  -- JSON
  state TEXT NOT NULL
) STRICT;
