-- the last one-click request (RFC 8058) that was sent for a message
CREATE TABLE one_click_tries (
  message_seq INTEGER PRIMARY KEY NOT NULL REFERENCES messages (seq) ON DELETE CASCADE,
  tried_at INTEGER NOT NULL,
  host TEXT NOT NULL,
  -- JSON; NULL until an answer came or none did
  outcome TEXT
) STRICT;
