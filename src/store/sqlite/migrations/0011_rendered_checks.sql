-- copies of what is told of reports, made by their first reader; whatever replaces a report drops its copy
CREATE TABLE rendered_checks (
  message_seq INTEGER PRIMARY KEY NOT NULL REFERENCES messages (seq) ON DELETE CASCADE,
  -- of the report that it was made of
  revision INTEGER NOT NULL,
  -- of what made it: another one makes it anew
  version TEXT NOT NULL,
  -- plain or zstd
  packing TEXT NOT NULL,
  -- JSON
  checks BLOB NOT NULL
) STRICT;
CREATE TRIGGER report_replaced AFTER UPDATE OF report, packed ON reports BEGIN
  DELETE FROM rendered_checks WHERE message_seq = new.message_seq;
END;
CREATE TRIGGER checks_held AFTER INSERT ON rendered_checks BEGIN
  UPDATE mail_tests SET held_bytes = held_bytes + length(new.checks)
    WHERE seq = (SELECT test_seq FROM messages WHERE seq = new.message_seq);
END;
CREATE TRIGGER checks_changed AFTER UPDATE OF checks ON rendered_checks BEGIN
  UPDATE mail_tests SET held_bytes = held_bytes + length(new.checks) - length(old.checks)
    WHERE seq = (SELECT test_seq FROM messages WHERE seq = new.message_seq);
END;
CREATE TRIGGER checks_removed AFTER DELETE ON rendered_checks BEGIN
  UPDATE mail_tests SET held_bytes = held_bytes - length(old.checks)
    WHERE seq = (SELECT test_seq FROM messages WHERE seq = old.message_seq);
END;
