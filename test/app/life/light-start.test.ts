import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { openWriter } from '../../../src/store/sqlite/connection.ts'
import { migrate } from '../../../src/store/sqlite/migrations.ts'
import { openStore } from '../../../src/store/sqlite/open.ts'
import { writesByName } from '../../../src/store/sqlite/writes.ts'
import { temporaryDirectory } from '../../support/store.ts'

const SRC = join(import.meta.dir, '..', '..', '..', 'src')
/** What `mailgauge serve` imports one after the other. */
const SERVING = ['main.ts', 'store/sqlite/writer-client.ts', 'cli/main.ts', 'app/serve.ts']

const transpiler = { ts: new Bun.Transpiler({ loader: 'ts' }), tsx: new Bun.Transpiler({ loader: 'tsx' }) }
/** They run when the program is built. */
const MACROS = /^import [^\n]* with \{ type: 'macro' \}$/gm

/** The files of src that are loaded with these; `late`: those too that are loaded when they are needed. Types are not loaded. */
function loadedWith(entries: readonly string[], late: boolean): Set<string> {
  const found = new Set<string>()
  const walk = (file: string): void => {
    if (found.has(file) || !existsSync(join(SRC, file))) return
    found.add(file)
    if (!/\.tsx?$/.test(file)) return
    const scan = transpiler[file.endsWith('x') ? 'tsx' : 'ts']
    const text = readFileSync(join(SRC, file), 'utf8').replace(MACROS, '')
    for (const { path, kind } of scan.scanImports(text)) {
      if (path.startsWith('.') && (late || kind !== 'dynamic-import'))
        walk(normalize(join(dirname(file), path)))
    }
  }
  for (const entry of entries) walk(entry)
  return found
}

describe('a start loads no more than it needs', () => {
  const loaded = [...loadedWith(SERVING, false)]

  test('neither the engine for PostgreSQL, nor what analyses, nor other commands', () => {
    expect(loaded.length).toBeGreaterThan(500)
    const ofEngine = loaded.filter((file) => file.startsWith('store/postgres/'))
    expect(ofEngine).toEqual(['store/postgres/wire/address.ts'])
    expect(loaded.filter((file) => file.startsWith('analysis/analyzers/'))).toEqual([])
    expect(loaded.filter((file) => file.startsWith('cli/commands/'))).toEqual(['cli/commands/serve.ts'])
    const all = loadedWith(SERVING, true)
    expect(all).toContain('store/postgres/all-parts.ts')
    expect(all).toContain('cli/commands/check.ts')
  })

  test('no words of languages and calendars before somebody reads them', async () => {
    const noting = `
      const made = []
      for (const name of ['DateTimeFormat', 'NumberFormat', 'Segmenter', 'Collator', 'PluralRules', 'ListFormat'])
        Intl[name] = new Proxy(Intl[name], { construct: (target, given) => (made.push(name), new target(...given)) })
      for (const of of [Number, BigInt, Date])
        of.prototype.toLocaleString = function () { made.push(of.name + '.toLocaleString'); return '' }
      for (const file of ${JSON.stringify(SERVING.slice(1))}) await import('${SRC}/' + file)
      const atStart = made.length
      new Intl.DateTimeFormat('en')
      process.stdout.write(JSON.stringify({ made: made.slice(0, atStart), sees: made.length > atStart }))
      process.exit(0)`
    const child = Bun.spawn([process.execPath, '-e', noting], { stdout: 'pipe', stderr: 'inherit' })
    expect(await new Response(child.stdout).json()).toEqual({ made: [], sees: true })
  })

  test('the writer prepares the statements of an aggregate when it is first written', () => {
    const connection = openWriter(':memory:')
    migrate(connection.driver, true)
    const prepared = countPrepared(connection.driver)
    const writes = writesByName(connection)
    expect(prepared.count).toBe(0)
    expect(writes.get('queue.claim')).toBeFunction()
    const ofQueue = prepared.count
    expect(ofQueue).toBeGreaterThan(0)
    expect(writes.get('queue.renew')).toBeFunction()
    expect(prepared.count).toBe(ofQueue)
    expect(writes.get('queue.nothing')).toBeUndefined()
    expect(writes.get('nothing.at all')).toBeUndefined()
    connection.driver.close()
  })

  test('a store that is opened has prepared no statement of its tables', async () => {
    const { directory, remove } = temporaryDirectory()
    await (await openStore({ directory, migrate: true })).close()
    const { default: Sqlite } = await import('#sqlite')
    const prepared = countPrepared(Sqlite.prototype)
    const store = await openStore({ directory, migrate: true })
    expect(prepared.ofTables).toEqual([])
    await store.accounts.list()
    expect(prepared.ofTables).not.toEqual([])
    prepared.restore()
    await store.close()
    remove()
  })
})

function countPrepared(driver: { prepare(sql: string): unknown }) {
  const original = driver.prepare
  const noted = {
    count: 0,
    ofTables: [] as string[],
    restore: () => void Object.assign(driver, { prepare: original }),
  }
  driver.prepare = function prepare(this: unknown, sql: string) {
    noted.count += 1
    if (/^\s*(select|insert|update|delete|with)\b/i.test(sql) && !/sqlite_|pragma_/.test(sql))
      noted.ofTables.push(sql)
    return original.call(this, sql)
  }
  return noted
}
