-- events for those who read them, each at their own position; they go with what they are about
CREATE TABLE outbox_new (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  type TEXT NOT NULL,
  -- NULL: it concerns no account
  account_id TEXT,
  -- what it is about, by its id
  subject TEXT NOT NULL,
  -- JSON
  payload TEXT NOT NULL,
  at INTEGER NOT NULL,
  -- the message it is about; NULL: it is about something else
  message_seq INTEGER REFERENCES messages (seq) ON DELETE CASCADE
) STRICT;
INSERT INTO outbox_new (id, type, account_id, subject, payload, at, message_seq)
  SELECT outbox.id, outbox.type, mail_tests.account_id, messages.id,
    CASE outbox.type
      WHEN 'test.scored' THEN json_object('token', mail_tests.token, 'score', messages.score)
      ELSE json_object('token', mail_tests.token, 'reason', coalesce(messages.reason, ''))
    END,
    outbox.at, outbox.message_seq
  FROM outbox JOIN messages ON messages.seq = outbox.message_seq JOIN mail_tests ON mail_tests.seq = messages.test_seq
  ORDER BY outbox.id;
DROP TABLE outbox;
ALTER TABLE outbox_new RENAME TO outbox;
CREATE INDEX outbox_by_message ON outbox (message_seq);
CREATE INDEX outbox_by_age ON outbox (at);

-- up to where each consumer has read
CREATE TABLE outbox_positions (
  consumer TEXT PRIMARY KEY NOT NULL,
  position INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
