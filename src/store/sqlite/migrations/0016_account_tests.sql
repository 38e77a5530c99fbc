-- whoever has the token may read it, because its owner says so
ALTER TABLE mail_tests ADD COLUMN shared INTEGER NOT NULL DEFAULT 0;
-- the person who made it in the dashboard
ALTER TABLE mail_tests ADD COLUMN creator_id TEXT REFERENCES people (id) ON DELETE SET NULL;
CREATE INDEX mail_tests_by_creator ON mail_tests (creator_id) WHERE creator_id IS NOT NULL;

-- what an account has waiting beside the line, so that it cannot have all of its mail analysed again at once
CREATE INDEX messages_due_by_maker ON messages (maker) WHERE due_at > 0 AND claimed_by IS NULL;
