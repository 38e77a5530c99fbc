-- what the test's mailbox holds: its messages, and their sizes in sum
ALTER TABLE mail_tests ADD COLUMN message_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE mail_tests ADD COLUMN message_bytes INTEGER NOT NULL DEFAULT 0;
UPDATE mail_tests SET (message_count, message_bytes) = (
  SELECT count(*), coalesce(sum(size), 0) FROM messages WHERE test_seq = mail_tests.seq
) WHERE seq IN (SELECT test_seq FROM messages);
