import { accountTerms } from '../../keeping/terms.ts'
import { type Sql, sql } from '../sql/statement.ts'
import type { Entry } from './entries.ts'
import type { LockedTest } from './locked.ts'

/** The words of a test's latest analysed message, in the place of those before; a test without an account has none. */
export function wordsOf({ seq, accountId }: LockedTest, words: Entry['words']): Sql[] {
  if (accountId === null) return []
  if (!words) return [sql`DELETE FROM test_words WHERE test_seq = ${seq}::bigint`]
  const { from, subject } = words
  return [
    sql`INSERT INTO test_words AS w (test_seq, sender, subject, terms)
      VALUES (${seq}::bigint, ${from}, ${subject}, array_to_tsvector(${accountTerms(accountId, [from, subject])}::text[]))
      ON CONFLICT (test_seq) DO UPDATE SET sender = excluded.sender, subject = excluded.subject, terms = excluded.terms
      WHERE w.sender <> excluded.sender OR w.subject <> excluded.subject`,
  ]
}
