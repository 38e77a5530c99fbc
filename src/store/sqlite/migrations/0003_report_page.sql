-- what a page shows of a message beside its checks, made when it was analysed
CREATE TABLE message_exhibits (
  message_seq INTEGER PRIMARY KEY NOT NULL REFERENCES messages (seq) ON DELETE CASCADE,
  -- plain or zstd
  packing TEXT NOT NULL,
  -- JSON
  exhibits BLOB NOT NULL
) STRICT;

-- what the owner said of the test's mail: its kind, and whether 5,000 messages a day or more are sent
ALTER TABLE mail_tests ADD COLUMN owner_kind TEXT;
ALTER TABLE mail_tests ADD COLUMN owner_bulk INTEGER;
