-- whoever has the token may read it, because its owner says so
ALTER TABLE mail_tests ADD COLUMN shared INTEGER NOT NULL DEFAULT 0;
-- the person who made it in the dashboard
ALTER TABLE mail_tests ADD COLUMN creator_id TEXT REFERENCES people (id) ON DELETE SET NULL;
CREATE INDEX mail_tests_by_creator ON mail_tests (creator_id) WHERE creator_id IS NOT NULL;

-- What lists of an account go by: of the latest analysed message, and of tests of accounts alone. NULL: nothing is analysed,
-- or an earlier version did it and it is not entered yet.
ALTER TABLE mail_tests ADD COLUMN outcome TEXT;
ALTER TABLE mail_tests ADD COLUMN score REAL;
-- of From, A-labels
ALTER TABLE mail_tests ADD COLUMN from_domain TEXT;
-- Lists and their filters read one of these two and no row.
DROP INDEX mail_tests_by_account;
CREATE INDEX mail_tests_by_account ON mail_tests (account_id, seq, expires_at, source, outcome, score) WHERE account_id IS NOT NULL;
CREATE INDEX mail_tests_by_domain ON mail_tests (account_id, from_domain, seq, expires_at, source, outcome, score) WHERE from_domain IS NOT NULL;
-- what earlier versions analysed and nobody entered yet; it empties for good
CREATE INDEX mail_tests_not_entered ON mail_tests (seq) WHERE account_id IS NOT NULL AND latest_seq IS NOT NULL AND outcome IS NULL;

-- From and Subject of that message, as lists show them
CREATE TABLE test_words (
  test_seq INTEGER PRIMARY KEY NOT NULL REFERENCES mail_tests (seq) ON DELETE CASCADE,
  sender TEXT NOT NULL,
  subject TEXT NOT NULL
) STRICT;
-- The same, to be searched: rowid is the test's seq. The words are cut and folded before, and each begins with its account and
-- the part of all tests that it is in, so that a search reads no other's.
CREATE VIRTUAL TABLE test_terms USING fts5 (terms, content = '', contentless_delete = 1, detail = none, tokenize = "ascii tokenchars '_'");
CREATE TRIGGER words_removed AFTER DELETE ON test_words BEGIN DELETE FROM test_terms WHERE rowid = old.test_seq; END;

-- what an account has waiting beside the line, so that it cannot have all of its mail analysed again at once
CREATE INDEX messages_due_by_maker ON messages (maker) WHERE due_at > 0 AND claimed_by IS NULL;
