import { termsOf } from '../../keeping/terms.ts'
import type { Connection } from '../connection.ts'

/** What lists and searches know of a test's latest analysed message. */
export interface Entry {
  outcome: 'scored' | 'failed'
  score: number | null
  fromDomain: string | null
  /** Absent: it has no report. */
  words?: { from: string; subject: string } | undefined
}

type Values = [outcome: string, score: number | null, fromDomain: string | null]
type WordsRow = [sender: string, subject: string]
type OwnerRow = [testSeq: number, accountId: string | null]

/** Enters tests of accounts into what their lists and searches go by; a test without an account has no entry. */
export function enteringTests({ driver }: Pick<Connection, 'driver'>) {
  const owned = (value: string) => `CASE WHEN account_id IS NULL THEN NULL ELSE ${value} END`
  // A message that arrived before the latest analysed one does not replace it.
  const swap = driver
    .prepare<[...Values, latest: number, test: number, latest: number], OwnerRow>(
      `UPDATE mail_tests SET outcome = ${owned('?')}, score = ${owned('?')}, from_domain = ${owned('?')}, latest_seq = ?
        WHERE seq = ? AND coalesce(latest_seq, 0) <= ? RETURNING seq, account_id`,
    )
    .raw()
  const renew = driver
    .prepare<[...Values, message: number, message: number], OwnerRow>(
      `UPDATE mail_tests SET outcome = ?, score = ?, from_domain = ?
        WHERE seq = (SELECT test_seq FROM messages WHERE seq = ?) AND latest_seq = ? AND account_id IS NOT NULL
        RETURNING seq, account_id`,
    )
    .raw()
  const before = driver
    .prepare<[number], WordsRow>('SELECT sender, subject FROM test_words WHERE test_seq = ?')
    .raw()
  const forget = driver.prepare<[number]>('DELETE FROM test_words WHERE test_seq = ?')
  const keep = driver.prepare<[number, string, string]>(
    'INSERT INTO test_words (test_seq, sender, subject) VALUES (?, ?, ?)',
  )
  const index = driver.prepare<[number, string]>('INSERT INTO test_terms (rowid, terms) VALUES (?, ?)')

  function enterWords(row: OwnerRow | undefined, words: Entry['words']): void {
    const [testSeq, accountId] = row ?? [0, null]
    if (accountId === null) return
    const was = before.get(testSeq)
    if (was && words && was[0] === words.from && was[1] === words.subject) return
    // The trigger takes the terms along.
    if (was) forget.run(testSeq)
    if (!words) return
    keep.run(testSeq, words.from, words.subject)
    index.run(testSeq, termsOf(accountId, testSeq, [words.from, words.subject]))
  }

  return {
    /** An analysis of this message of the test ended: it is the latest one, unless one that arrived later is. */
    ended(message: number, test: number, { outcome, score, fromDomain, words }: Entry): void {
      enterWords(swap.get(outcome, score, fromDomain, message, test, message), words)
    },
    /** The message is judged otherwise: enters it where it is the latest analysed one of its test. */
    judged(message: number, { outcome, score, fromDomain, words }: Entry): void {
      enterWords(renew.get(outcome, score, fromDomain, message, message), words)
    },
  }
}
