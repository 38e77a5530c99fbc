-- how many tests an account has, in blocks of 1,024 of the order in which all tests were made
CREATE TABLE test_counts (
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  block INTEGER NOT NULL,
  tests INTEGER NOT NULL,
  PRIMARY KEY (account_id, block)
) STRICT, WITHOUT ROWID;
INSERT INTO test_counts (account_id, block, tests)
  SELECT account_id, seq >> 10, count(*) FROM mail_tests WHERE account_id IS NOT NULL GROUP BY 1, 2;
CREATE TRIGGER test_counted AFTER INSERT ON mail_tests WHEN new.account_id IS NOT NULL BEGIN
  INSERT INTO test_counts (account_id, block, tests) VALUES (new.account_id, new.seq >> 10, 1)
    ON CONFLICT (account_id, block) DO UPDATE SET tests = tests + 1;
END;
CREATE TRIGGER test_discounted AFTER DELETE ON mail_tests WHEN old.account_id IS NOT NULL BEGIN
  UPDATE test_counts SET tests = tests - 1 WHERE account_id = old.account_id AND block = old.seq >> 10;
  DELETE FROM test_counts WHERE account_id = old.account_id AND block = old.seq >> 10 AND tests = 0;
END;

-- lists go by the order in which tests were made, which their times follow
DROP INDEX mail_tests_by_account;
CREATE INDEX mail_tests_by_account ON mail_tests (account_id, seq, expires_at);
-- what has expired and is not deleted yet is taken from the counts
DROP INDEX mail_tests_by_expiry;
CREATE INDEX mail_tests_by_expiry ON mail_tests (expires_at, account_id);
