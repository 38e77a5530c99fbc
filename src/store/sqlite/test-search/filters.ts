import type { TestSearch } from '../../mail-tests.ts'

export type Value = string | number | null

/** Conditions on the columns of one of the two indexes of tests, with the values that they take. */
export interface Filter {
  index: 'mail_tests_by_account' | 'mail_tests_by_domain'
  /** Always of the account, at places between two that are taken last, and not expired. */
  sql: string
  values: Value[]
  /** There are others than of account and expiry. */
  narrows: boolean
}

/** What is looked for beside words, as conditions that one index answers without a row. */
export function filterOf(accountId: string, search: TestSearch, now: number): Filter {
  const { domain, status, sources, minScore, maxScore } = search
  const conditions: string[] = ['account_id = ?']
  const values: Value[] = [accountId]
  const also = (sql: string, ...given: Value[]) => {
    conditions.push(sql)
    values.push(...given)
  }
  if (domain !== undefined) also('from_domain = ?', domain.toLowerCase())
  also('expires_at > ?', now)
  if (status === 'pending') also('outcome IS NULL')
  else if (status) also('outcome = ?', status)
  if (sources) also(`source IN (${sources.map(() => '?').join(', ')})`, ...sources)
  if (minScore !== undefined) also('score >= ?', minScore)
  if (maxScore !== undefined) also('score <= ?', maxScore)
  return {
    index: domain === undefined ? 'mail_tests_by_account' : 'mail_tests_by_domain',
    sql: conditions.join(' AND '),
    values,
    narrows: values.length > 2 || status !== undefined,
  }
}
