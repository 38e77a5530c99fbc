/** True of a test whose account was not deleted. The index holds deleted accounts alone: nearly always it is empty. */
export const TEST_STANDS = `NOT EXISTS (SELECT 1 FROM accounts INDEXED BY accounts_deleted
    WHERE accounts.id = mail_tests.account_id AND accounts.deleted_at IS NOT NULL)`
