-- the person who created a key; those made on the machine have none
ALTER TABLE api_keys ADD COLUMN created_by TEXT REFERENCES people (id) ON DELETE SET NULL;
CREATE INDEX api_keys_by_creator ON api_keys (created_by) WHERE created_by IS NOT NULL;

-- what the operator did, and what nobody who is known did
CREATE INDEX audit_log_by_kind ON audit_log (actor_kind, at) WHERE actor_id IS NULL;
