/** What a damaged database is, and what to do: for the operator. */
export const damaged = (file: string, how: string): string => `${file} is damaged: ${how}. ${PUT_BACK}`

/** What to do where a database cannot be used any more. */
export const PUT_BACK =
  'Stop the service, copy the data directory away, then put the newest backup in place: mailgauge restore <backup>. More under "A damaged database" in docs/operating.md.'

/** Whether SQLite found the database itself to be damaged. */
export function isDamage(cause: unknown): boolean {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return typeof code === 'string' && /^SQLITE_(?:CORRUPT|NOTADB)/.test(code)
}
