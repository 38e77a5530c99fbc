-- as `packing` says. NULL: a report of an earlier version, which stands as text in `report` until it is written anew
ALTER TABLE reports ADD COLUMN packed BLOB;
ALTER TABLE reports ADD COLUMN packing TEXT NOT NULL DEFAULT 'plain';
-- how often it was replaced: by it what was read is known again
ALTER TABLE reports ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;

DROP TRIGGER report_held;
DROP TRIGGER report_changed;
DROP TRIGGER report_removed;
CREATE TRIGGER report_held AFTER INSERT ON reports BEGIN
  UPDATE mail_tests SET held_bytes = held_bytes + octet_length(new.report) + coalesce(length(new.packed), 0)
    WHERE seq = (SELECT test_seq FROM messages WHERE seq = new.message_seq);
END;
CREATE TRIGGER report_changed AFTER UPDATE OF report, packed ON reports BEGIN
  UPDATE mail_tests SET held_bytes = held_bytes + (octet_length(new.report) + coalesce(length(new.packed), 0)) - (octet_length(old.report) + coalesce(length(old.packed), 0))
    WHERE seq = (SELECT test_seq FROM messages WHERE seq = new.message_seq);
END;
CREATE TRIGGER report_removed AFTER DELETE ON reports BEGIN
  UPDATE mail_tests SET held_bytes = held_bytes - (octet_length(old.report) + coalesce(length(old.packed), 0))
    WHERE seq = (SELECT test_seq FROM messages WHERE seq = old.message_seq);
END;
