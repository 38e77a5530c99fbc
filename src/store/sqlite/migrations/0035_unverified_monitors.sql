-- the domain of a monitor is looked at while it is verified
CREATE TRIGGER records_of_watched_domain AFTER UPDATE OF verified_at ON domains
WHEN new.verified_at IS NOT NULL AND old.verified_at IS NULL
BEGIN UPDATE record_looks SET due_at = new.verified_at WHERE monitor_id = (SELECT id FROM monitors WHERE domain_id = new.id);
END;
CREATE TRIGGER records_of_no_watched_domain AFTER UPDATE OF verified_at ON domains
WHEN new.verified_at IS NULL AND old.verified_at IS NOT NULL
BEGIN UPDATE record_looks SET due_at = NULL WHERE monitor_id = (SELECT id FROM monitors WHERE domain_id = new.id);
END;
