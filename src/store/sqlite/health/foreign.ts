import type Sqlite from '#sqlite'

/** Says of a database that it is none of ours: nothing of it is to be changed. */
export function foreignTo(driver: Sqlite.Database, file: string): string | undefined {
  const version = Number(driver.pragma('user_version', { simple: true }))
  const has = (name: string) => driver.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(name)
  const isEmpty = driver.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined
  if (version === 0 ? isEmpty : has('mail_tests')) return undefined
  return `${file} is a database of another program. Move it away, or set another store.directory.`
}
