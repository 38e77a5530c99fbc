-- The queue is the rows with due_at. 0: it waits for its turn. Later: it is due then, because it is claimed until then,
-- was given back, or is a repeat. One message of each maker stands in the line, the others of that maker behind it.

-- tries that came to nothing through no fault of the message, since its last outcome
ALTER TABLE messages RENAME COLUMN attempts TO lost_tries;
-- whose turn it takes: the account, or the network that made the anonymous test
ALTER TABLE messages ADD COLUMN maker TEXT NOT NULL DEFAULT '';
-- the SMTP client's network, of anonymous tests; '' where it does not count or is not known
ALTER TABLE messages ADD COLUMN sender TEXT NOT NULL DEFAULT '';
-- the place in the line; NULL: it does not stand in it
ALTER TABLE messages ADD COLUMN rank INTEGER;
-- who analyses it: <host>/<start of its process>
ALTER TABLE messages ADD COLUMN claimed_by TEXT;
-- how often it was claimed: what an earlier claim still wants to write is told from the present one's by it
ALTER TABLE messages ADD COLUMN claim_number INTEGER NOT NULL DEFAULT 0;

DROP INDEX messages_due;
DROP INDEX messages_to_repeat;
CREATE UNIQUE INDEX messages_line ON messages (rank) WHERE rank IS NOT NULL;
CREATE INDEX messages_line_by_maker ON messages (maker) WHERE rank IS NOT NULL;
CREATE INDEX messages_line_by_sender ON messages (sender, rank) WHERE rank IS NOT NULL;
CREATE INDEX messages_behind ON messages (maker, seq) WHERE due_at = 0 AND rank IS NULL;
CREATE INDEX messages_returning ON messages (due_at) WHERE due_at > 0 AND (claimed_by IS NOT NULL OR status IS NOT 'scored');
CREATE INDEX messages_repeats ON messages (due_at) WHERE due_at > 0 AND claimed_by IS NULL AND status = 'scored';
CREATE INDEX messages_claimed ON messages (claimed_by) WHERE claimed_by IS NOT NULL;

-- whoever stood behind a message that was deleted takes its place
CREATE TRIGGER messages_close_up AFTER DELETE ON messages WHEN old.rank IS NOT NULL
BEGIN
  UPDATE messages SET rank = old.rank
  WHERE seq = (SELECT min(seq) FROM messages WHERE due_at = 0 AND rank IS NULL AND maker = old.maker);
END;

-- What earlier versions blamed and gave up may have been stopped from outside: it is analysed once more.
UPDATE messages SET due_at = 1, blamed = '[]', lost_tries = 0
WHERE due_at IS NULL AND status = 'failed' AND (
  reason GLOB 'The analysis was begun * times and never came to its end.'
  OR reason GLOB 'The analysis was interrupted * times by a stop of the service.'
  OR reason GLOB 'Two analyses of the message were stopped at their limits (*).'
  OR reason = 'Reading the message took more time or memory than a message may.'
);
UPDATE messages SET blamed = '[]', lost_tries = 0 WHERE due_at IS NOT NULL;
UPDATE messages SET due_at = 1 WHERE due_at = 0;
UPDATE messages SET maker = (
  SELECT coalesce(account_id, client, 'test/' || seq) FROM mail_tests WHERE mail_tests.seq = messages.test_seq
) WHERE due_at IS NOT NULL;

-- work that one process at a time does, by name
CREATE TABLE leases (
  name TEXT PRIMARY KEY NOT NULL,
  holder TEXT NOT NULL,
  ends_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
