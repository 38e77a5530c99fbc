-- for how long monitors were watched in all, restarts left out
CREATE TABLE watched_time (
  one INTEGER PRIMARY KEY NOT NULL CHECK (one = 1),
  milliseconds INTEGER NOT NULL
) STRICT;
