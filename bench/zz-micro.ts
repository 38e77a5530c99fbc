import Sqlite from '#sqlite'
import { adding } from '../src/store/sqlite/aggregates/dmarc/ledger/statements.ts'

const key = ['domain', 'day', 'ip', 'header_from', 'authenticated']
const counts = [
  'reports',
  'from_reports',
  'messages',
  'pass',
  'dkim',
  'spf',
  'raw_dkim',
  'raw_spf',
  'passed',
  'quarantine',
  'reject',
  'forwarded',
  'unaligned',
]
const fresh = () => {
  const d = new Sqlite(':memory:')
  d.exec(
    `CREATE TABLE t (${[...key, ...counts].map((c) => c + ' INTEGER NOT NULL').join(', ')}, PRIMARY KEY (${key.join(', ')})) STRICT, WITHOUT ROWID`,
  )
  return d
}
const rows = Array.from({ length: 24000 }, (_, i) => [
  1,
  20000,
  (i * 7) | 0,
  3,
  1,
  1,
  1,
  5,
  5,
  5,
  0,
  5,
  5,
  0,
  0,
  0,
  0,
  0,
])
const variants: Record<string, (d: any) => () => void> = {}
for (const n of [1, 8, 24, 60])
  variants['wide ' + n] = (d) => {
    const s = d.prepare(adding('t', key, counts, { rows: n }))
    return () => {
      for (let at = 0; at < rows.length; at += n) s.run(rows.slice(at, at + n).flat())
    }
  }
for (const n of [8, 24, 60])
  variants['plain ' + n] = (d) => {
    const some = counts.slice(0, 8)
    const one = '(' + [...key, ...some].map(() => '?').join(',') + ',0,0,0,0,0)'
    const s = d.prepare(
      `INSERT INTO t (${[...key, ...counts].join(',')}) VALUES ${Array(n).fill(one).join(',')} ON CONFLICT (${key.join(',')}) DO UPDATE SET ${some.map((c) => `${c} = ${c} + excluded.${c}`).join(',')}`,
    )
    return () => {
      for (let at = 0; at < rows.length; at += n) {
        const v: number[] = []
        for (let i = at; i < at + n; i++) for (let c = 0; c < 13; c++) v.push(rows[i]![c]!)
        s.run(v)
      }
    }
  }
variants['json'] = (d) => {
  const s = d.prepare(
    `INSERT INTO t (${[...key, ...counts].join(',')}) SELECT ${[...key, ...counts].map((_, i) => `value ->> ${i}`).join(',')} FROM json_each(?) WHERE true ON CONFLICT DO UPDATE SET ${counts.map((c) => `${c} = ${c} + excluded.${c}`).join(',')}`,
  )
  return () => {
    for (let at = 0; at < rows.length; at += 1000) s.run(JSON.stringify(rows.slice(at, at + 1000)))
  }
}
for (let r = 0; r < 3; r++)
  for (const [name, make] of Object.entries(variants)) {
    const d = fresh()
    const run = make(d)
    d.exec('BEGIN')
    let c = process.cpuUsage()
    run()
    const ins = process.cpuUsage(c).user / rows.length
    c = process.cpuUsage()
    run()
    const up = process.cpuUsage(c).user / rows.length
    d.exec('COMMIT')
    if (r === 2) console.log(name, 'insert', ins.toFixed(2), 'update', up.toFixed(2))
    d.close()
  }
