import type Sqlite from '#sqlite'

/** Tables of a few rows, whatever comes. */
const SMALL = ['leases', 'sealing_key', 'outbox_positions']

/** The steps of a statement's plan. Undefined: it is none that looks for rows. */
export function planner(driver: Sqlite.Database) {
  return (sql: string): string[] | undefined => {
    if (!/^\s*(?:select|insert|update|delete|replace|with)\b/i.test(sql)) return undefined
    // What a parameter is bound to changes no plan: there are no statistics.
    const rows = driver.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(parametersOf(sql)) as { detail: string }[]
    return rows.map(({ detail }) => detail)
  }
}

function parametersOf(sql: string): unknown {
  const named = [...sql.matchAll(/[$@:]([a-z]\w*)/gi)].map(([, name]) => [name, 1])
  return named.length > 0 ? Object.fromEntries(named) : Array.from(sql.matchAll(/\?\d*/g), () => 1)
}

/** Steps that read a whole table or index, and those that sort. */
export function looks(plan: readonly string[]): string[] {
  const made = plan.flatMap((step) => /^(?:CO-ROUTINE|MATERIALIZE) (\S+)/.exec(step)?.[1] ?? [])
  return plan.filter((step) => {
    if (step.startsWith('USE TEMP B-TREE')) return true
    const table = /^SCAN (\S+)/.exec(step)?.[1]
    if (table === undefined || /^SCAN (?:CONSTANT ROW|\d+ CONSTANT ROWS|\d+-ROW VALUES CLAUSE)/.test(step))
      return false
    if (SMALL.includes(table) || made.includes(table) || table.startsWith('(subquery')) return false
    // Of a full-text index, with what it looks for; of rows that were put together by json_each, which plans name by its alias: 1 with a
    // text, 3 with a path in it too.
    return (
      !/ VIRTUAL TABLE INDEX (?:\d+:.|[13]:$)/.test(step) && !/^SCAN (?:json_each|json_tree)\b/.test(step)
    )
  })
}

/** What triggers do: a plan does not tell of it. Rows that they are about stand as parameters. */
export function triggerStatements(driver: Sqlite.Database): string[] {
  const triggers = driver
    .prepare("SELECT sql FROM sqlite_schema WHERE type = 'trigger'")
    .pluck()
    .all() as string[]
  return triggers.flatMap((sql) => {
    const [head = '', body = ''] = sql.split(/\bBEGIN\b/i)
    const when = /\bWHEN\b([\s\S]*)$/i.exec(head)?.[1]
    const done = body
      .replace(/\bEND\s*$/i, '')
      .split(';')
      .map((one) => one.trim())
      .filter((one) => one !== '' && !/\bRAISE\s*\(/i.test(one))
    return [...done, ...(when === undefined ? [] : [`SELECT 1 WHERE ${when}`])].map(asParameters)
  })
}

const asParameters = (sql: string) => sql.replace(/\b(?:new|old)\.\w+/gi, '?')
