-- What a test takes: 512 for its row and for each message, what is kept of them, and 65536 for each message that waits
-- for its first analysis. The triggers keep the sums in the transaction that changes what is summed.
ALTER TABLE mail_tests ADD COLUMN held_bytes INTEGER NOT NULL DEFAULT 512;

CREATE TABLE anonymous_bytes (
  -- the network that tests without an account were made from; '' is all of them
  client TEXT PRIMARY KEY NOT NULL,
  bytes INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

UPDATE mail_tests SET held_bytes = 512 + (
  SELECT coalesce(sum(
    512 + 65536 * (status IS NULL)
    + coalesce((SELECT octet_length(envelope) + length(raw) FROM message_bodies WHERE message_seq = messages.seq), 0)
    + coalesce((SELECT octet_length(report) FROM reports WHERE message_seq = messages.seq), 0)
    + coalesce((SELECT length(evidence) FROM evidence WHERE message_seq = messages.seq), 0)
    + coalesce((SELECT length(content) FROM message_contents WHERE message_seq = messages.seq), 0)
    + coalesce((SELECT length(exhibits) FROM message_exhibits WHERE message_seq = messages.seq), 0)
  ), 0)
  FROM messages WHERE test_seq = mail_tests.seq
);
INSERT INTO anonymous_bytes (client, bytes)
  SELECT '', coalesce(sum(held_bytes), 0) FROM mail_tests WHERE account_id IS NULL;
INSERT INTO anonymous_bytes (client, bytes)
  SELECT client, sum(held_bytes) FROM mail_tests WHERE account_id IS NULL AND client IS NOT NULL GROUP BY client;

CREATE TRIGGER anonymous_test_made AFTER INSERT ON mail_tests WHEN new.account_id IS NULL BEGIN
  INSERT INTO anonymous_bytes (client, bytes) VALUES ('', new.held_bytes)
    ON CONFLICT (client) DO UPDATE SET bytes = bytes + excluded.bytes;
  INSERT INTO anonymous_bytes (client, bytes) SELECT new.client, new.held_bytes WHERE new.client IS NOT NULL
    ON CONFLICT (client) DO UPDATE SET bytes = bytes + excluded.bytes;
END;
CREATE TRIGGER anonymous_test_changed AFTER UPDATE OF held_bytes ON mail_tests WHEN new.account_id IS NULL BEGIN
  UPDATE anonymous_bytes SET bytes = bytes + new.held_bytes - old.held_bytes WHERE client IN ('', new.client);
END;
CREATE TRIGGER anonymous_test_deleted AFTER DELETE ON mail_tests WHEN old.account_id IS NULL BEGIN
  UPDATE anonymous_bytes SET bytes = bytes - old.held_bytes WHERE client IN ('', old.client);
  DELETE FROM anonymous_bytes WHERE client = old.client AND bytes = 0;
END;

CREATE TRIGGER message_held AFTER INSERT ON messages BEGIN
  UPDATE mail_tests SET held_bytes = held_bytes + 512 + 65536 * (new.status IS NULL) WHERE seq = new.test_seq;
END;
CREATE TRIGGER message_analysed AFTER UPDATE OF status ON messages
WHEN (old.status IS NULL) <> (new.status IS NULL) BEGIN
  UPDATE mail_tests SET held_bytes = held_bytes + 65536 * ((new.status IS NULL) - (old.status IS NULL))
    WHERE seq = new.test_seq;
END;

-- A test that is deleted takes its own sum along: what goes with it finds neither message nor test.
CREATE TRIGGER body_held AFTER INSERT ON message_bodies BEGIN
  UPDATE mail_tests SET held_bytes = held_bytes + octet_length(new.envelope) + length(new.raw)
    WHERE seq = (SELECT test_seq FROM messages WHERE seq = new.message_seq);
END;
CREATE TRIGGER body_changed AFTER UPDATE OF envelope, raw ON message_bodies BEGIN
  UPDATE mail_tests SET held_bytes = held_bytes + (octet_length(new.envelope) + length(new.raw)) - (octet_length(old.envelope) + length(old.raw))
    WHERE seq = (SELECT test_seq FROM messages WHERE seq = new.message_seq);
END;
CREATE TRIGGER body_removed AFTER DELETE ON message_bodies BEGIN
  UPDATE mail_tests SET held_bytes = held_bytes - (octet_length(old.envelope) + length(old.raw))
    WHERE seq = (SELECT test_seq FROM messages WHERE seq = old.message_seq);
END;
CREATE TRIGGER report_held AFTER INSERT ON reports BEGIN
  UPDATE mail_tests SET held_bytes = held_bytes + octet_length(new.report)
    WHERE seq = (SELECT test_seq FROM messages WHERE seq = new.message_seq);
END;
CREATE TRIGGER report_changed AFTER UPDATE OF report ON reports BEGIN
  UPDATE mail_tests SET held_bytes = held_bytes + (octet_length(new.report)) - (octet_length(old.report))
    WHERE seq = (SELECT test_seq FROM messages WHERE seq = new.message_seq);
END;
CREATE TRIGGER report_removed AFTER DELETE ON reports BEGIN
  UPDATE mail_tests SET held_bytes = held_bytes - (octet_length(old.report))
    WHERE seq = (SELECT test_seq FROM messages WHERE seq = old.message_seq);
END;
CREATE TRIGGER evidence_held AFTER INSERT ON evidence BEGIN
  UPDATE mail_tests SET held_bytes = held_bytes + length(new.evidence)
    WHERE seq = (SELECT test_seq FROM messages WHERE seq = new.message_seq);
END;
CREATE TRIGGER evidence_changed AFTER UPDATE OF evidence ON evidence BEGIN
  UPDATE mail_tests SET held_bytes = held_bytes + (length(new.evidence)) - (length(old.evidence))
    WHERE seq = (SELECT test_seq FROM messages WHERE seq = new.message_seq);
END;
CREATE TRIGGER evidence_removed AFTER DELETE ON evidence BEGIN
  UPDATE mail_tests SET held_bytes = held_bytes - (length(old.evidence))
    WHERE seq = (SELECT test_seq FROM messages WHERE seq = old.message_seq);
END;
CREATE TRIGGER content_held AFTER INSERT ON message_contents BEGIN
  UPDATE mail_tests SET held_bytes = held_bytes + length(new.content)
    WHERE seq = (SELECT test_seq FROM messages WHERE seq = new.message_seq);
END;
CREATE TRIGGER content_changed AFTER UPDATE OF content ON message_contents BEGIN
  UPDATE mail_tests SET held_bytes = held_bytes + (length(new.content)) - (length(old.content))
    WHERE seq = (SELECT test_seq FROM messages WHERE seq = new.message_seq);
END;
CREATE TRIGGER content_removed AFTER DELETE ON message_contents BEGIN
  UPDATE mail_tests SET held_bytes = held_bytes - (length(old.content))
    WHERE seq = (SELECT test_seq FROM messages WHERE seq = old.message_seq);
END;
CREATE TRIGGER exhibits_held AFTER INSERT ON message_exhibits BEGIN
  UPDATE mail_tests SET held_bytes = held_bytes + length(new.exhibits)
    WHERE seq = (SELECT test_seq FROM messages WHERE seq = new.message_seq);
END;
CREATE TRIGGER exhibits_changed AFTER UPDATE OF exhibits ON message_exhibits BEGIN
  UPDATE mail_tests SET held_bytes = held_bytes + (length(new.exhibits)) - (length(old.exhibits))
    WHERE seq = (SELECT test_seq FROM messages WHERE seq = new.message_seq);
END;
CREATE TRIGGER exhibits_removed AFTER DELETE ON message_exhibits BEGIN
  UPDATE mail_tests SET held_bytes = held_bytes - (length(old.exhibits))
    WHERE seq = (SELECT test_seq FROM messages WHERE seq = old.message_seq);
END;
