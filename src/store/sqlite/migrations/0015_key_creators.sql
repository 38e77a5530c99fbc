-- the person who created a key; those made on the machine have none
ALTER TABLE api_keys ADD COLUMN created_by TEXT REFERENCES people (id) ON DELETE SET NULL;
CREATE INDEX api_keys_by_creator ON api_keys (created_by) WHERE created_by IS NOT NULL;

-- what the operator did, and what nobody who is known did
CREATE INDEX audit_log_by_kind ON audit_log (actor_kind, at) WHERE actor_id IS NULL;

-- Tests are made by the thousand. Their entries stand in as few indexes as will do: whoever asks for them finds one at
-- every step of the log.
DROP INDEX audit_log_by_person;
DROP INDEX audit_log_by_action;
DROP INDEX audit_log_by_account_action;
CREATE INDEX audit_log_by_person ON audit_log (person_id, at) WHERE person_id IS NOT NULL;
CREATE INDEX audit_log_by_action ON audit_log (action, at) WHERE action NOT IN ('test.created', 'test.deleted');
CREATE INDEX audit_log_by_account_action ON audit_log (account_id, action, at) WHERE action NOT IN ('test.created', 'test.deleted');
