import { accountPrefix } from '../../keeping/terms.ts'

/** The question to the index of words: each is the beginning of a term. They are letters and digits alone; quoted all the same, so that
 * none is ever syntax. */
export function termQuestion(accountId: string, asked: readonly string[]): string {
  const prefix = accountPrefix(accountId)
  return asked.map((term) => `'${prefix}${term}':*`).join(' & ')
}
