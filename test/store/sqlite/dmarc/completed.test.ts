import { expect, test } from 'bun:test'
import { join } from 'node:path'
import type { AggregateHead } from '../../../../src/core/aggregate/report.ts'
import { incomingOf } from '../../../../src/store/keeping/dmarc/incoming.ts'
import { openWriter } from '../../../../src/store/sqlite/connection.ts'
import { MIGRATIONS, migrate } from '../../../../src/store/sqlite/migrations.ts'
import { openStore } from '../../../../src/store/sqlite/open.ts'
import { createWrites } from '../../../../src/store/sqlite/writes.ts'
import { temporaryDirectory } from '../../../support/store.ts'
import { until } from '../../../support/until.ts'
import { COUNTED, expectRecount } from './recount.ts'
import { ACCOUNT, type Dice, dice, FIRST_DAY, report, type Scene, scene } from './scene.ts'

const DOMAINS = ['a.test', 'x.a.test', 'b.test']

/** What version 25 made of the same reports: what is counted since then is not there, and all pieces wait for it. */
const AS_BEFORE = `
  UPDATE dmarc_day_sources SET listed = 0, broken = 0;
  UPDATE dmarc_month_sources SET listed = 0, broken = 0;
  UPDATE dmarc_day_reporters SET listed = 0, broken = 0;
  UPDATE dmarc_seen SET last_pass = NULL, last_proven_pass = NULL, traits = '[]';
  UPDATE dmarc_reports SET policy = NULL;
  DELETE FROM dmarc_policies;
  DELETE FROM dmarc_stamp;
  INSERT INTO dmarc_partly_counted (domain, report, piece)
    SELECT domain, report, piece FROM dmarc_pieces AS p
    WHERE NOT EXISTS (SELECT 1 FROM dmarc_uncounted AS u WHERE u.domain = p.domain AND u.report = p.report AND u.piece = p.piece);
  UPDATE dmarc_texts SET uses = (
    SELECT count(*) FROM (
      SELECT header_from AS no FROM (${COUNTED}) UNION ALL SELECT envelope_from FROM (${COUNTED})
      UNION ALL SELECT envelope_to FROM (${COUNTED}) UNION ALL SELECT reporter FROM dmarc_reports
      UNION ALL SELECT policy_domain FROM dmarc_reports UNION ALL SELECT reporter FROM dmarc_reporters
      UNION ALL SELECT name FROM dmarc_reporters) AS u WHERE u.no = dmarc_texts.no);`

interface Kept {
  head: AggregateHead
  pieces: Uint8Array[]
  records: number
  authenticated: boolean
}

function put({ run }: Scene, { head, pieces, authenticated }: Kept, id: string, upTo = pieces.length): void {
  const incoming = incomingOf({
    aggregate: { head, pieces },
    accountId: ACCOUNT,
    fileId: `file_${id}`,
    uid: `dmr_${id}`,
    receivedAt: new Date(1000),
    authenticated,
  })
  for (let turn = 0, piece = 0; turn < 50 && piece < upTo; turn += 1) {
    const bytes = pieces[piece] ?? new Uint8Array()
    const answer = run(({ dmarc }) => dmarc.put([{ incoming, piece, bytes }], 0))?.steps[0]
    if (answer?.outcome !== 'next') return
    piece = answer.piece
  }
}

function newReport(random: Dice, number: number, authenticated = random.chance(0.5)): Kept {
  const [policyDomain, sizes] = [
    random.of(DOMAINS),
    Array.from({ length: 1 + random.below(3) }, () => 1 + random.below(40)),
  ]
  const day = FIRST_DAY + random.of([0, 1, 20, 45])
  const made = report({ policyDomain, reporter: 'r', reportId: `${number}`, day, variant: 0, pieces: sizes })
  return { ...made, records: made.records.length, authenticated }
}

const count = ({ run }: Scene) => {
  while (!run(({ dmarc }) => dmarc.count())?.isAll);
}
const left = ({ all }: Scene) => all('SELECT 1 FROM dmarc_partly_counted').length

/** Reports of which one is not whole, and one is not counted. */
function before(random: Dice): { stage: Scene; past: Kept[]; half: Kept } {
  const stage = scene()
  for (const domain of DOMAINS.slice(0, 2)) {
    stage.domains.add(domain)
    stage.domains.verify(domain)
  }
  const past = Array.from({ length: 30 }, (_, number) => newReport(random, number))
  for (const [number, one] of past.entries()) put(stage, one, `${number}`)
  const half = {
    ...newReport(random, 100),
    ...report({
      policyDomain: 'a.test',
      reporter: 'r',
      reportId: 'half',
      day: FIRST_DAY,
      variant: 0,
      pieces: [30, 30, 30],
    }),
    records: 90,
  }
  put(stage, half, 'half', 2)
  count(stage)
  put(stage, newReport(random, 200), 'waits')
  stage.connection.driver.exec(AS_BEFORE)
  stage.restart()
  return { stage, past, half }
}

/** What may happen to a report before it is completed. */
function happen(stage: Scene, random: Dice, past: readonly Kept[], number: number): void {
  const turn = random.below(6)
  const at = random.below(past.length)
  const old = past[at] as Kept
  // An authenticated one takes the place of one that is not, or the same one comes again.
  if (turn === 0) put(stage, { ...old, authenticated: true }, `again_${number}`)
  else if (turn === 1) put(stage, newReport(random, 300 + number), `new_${number}`)
  else if (turn === 2) {
    stage.domains.add(DOMAINS[2] ?? '')
    stage.domains.verify(DOMAINS[2] ?? '')
  } else if (turn === 3) stage.domains.delete('x.a.test')
  else if (turn === 4) stage.run(({ dmarc }) => dmarc.attributeAnew(5, 0))
  else stage.run(({ dmarc }) => dmarc.count())
}

test.each(Array.from({ length: 30 }, (_, seed) => seed))(
  'what an earlier version did not count is counted in the end, whatever comes and goes meanwhile: %d',
  (seed) => {
    const random = dice(seed)
    const { stage, past, half } = before(random)
    expect(left(stage)).toBeGreaterThan(30)
    for (let number = 0; number < 25; number += 1) {
      happen(stage, random, past, number)
      const isLost = random.chance(0.2)
      if (random.chance(0.3)) stage.run(({ dmarc }) => dmarc.complete(random.below(4)), isLost)
      if (isLost && random.chance(0.5)) stage.restart()
    }
    put(stage, half, 'half')
    while (stage.run(({ dmarc }) => dmarc.attributeAnew(50, 0)));
    count(stage)
    while (!stage.run(({ dmarc }) => dmarc.complete())?.isAll);
    expect(left(stage)).toBe(0)
    expectRecount(stage.connection, false)
  },
)

test('what is past its time, or of a deleted account, goes before it was completed', () => {
  const random = dice(77)
  const { stage } = before(random)
  while (stage.run(({ dmarc }) => dmarc.deleteBefore(ACCOUNT, FIRST_DAY + 20, 30)));
  expect(left(stage)).toBeGreaterThan(0)
  count(stage)
  while (!stage.run(({ dmarc }) => dmarc.complete())?.isAll);
  expectRecount(stage.connection, true)
  stage.connection.driver.prepare('UPDATE accounts SET deleted_at = 1, name = ?').run('gone')
  while (stage.run(({ accounts }) => accounts.deleteRest(3)));
  expect(stage.all('SELECT 1 FROM dmarc_seen')).toEqual([])
  expect(stage.all('SELECT 1 FROM dmarc_texts')).toEqual([])
})

test('a database of the version before is brought up to date, and then completed', () => {
  const { stage } = before(dice(8))
  const old = openWriter(':memory:')
  const at = MIGRATIONS.findIndex((sql) => sql.includes('CREATE TABLE dmarc_partly_counted'))
  migrate(old.driver, true, MIGRATIONS.slice(0, at))
  const tables = stage.all<{ name: string }>(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'dmarc_%'",
  )
  for (const { name } of tables) {
    const columns = old.driver
      .prepare(`SELECT name FROM pragma_table_info('${name}')`)
      .pluck()
      .all() as string[]
    if (columns.length === 0) continue
    const insert = old.driver.prepare(`INSERT INTO ${name} (${columns}) VALUES (${columns.map(() => '?')})`)
    for (const row of stage.all<Record<string, unknown>>(`SELECT ${columns} FROM ${name}`))
      insert.run(columns.map((column) => row[column]))
  }
  migrate(old.driver, true)
  const { dmarc } = createWrites(old)
  const waits = () => old.driver.prepare('SELECT count(*) FROM dmarc_partly_counted').pluck().get()
  expect(waits()).toBe(left(stage))
  while (!dmarc.count().isAll);
  while (!dmarc.complete().isAll);
  expect(waits()).toBe(0)
  expectRecount(old, false)
  old.driver.close()
})

function written(directory: string, stage: Scene): void {
  stage.connection.driver.exec(`VACUUM INTO '${join(directory, 'mailgauge.db')}'`)
}

test('who asks is told all of it, at the first start and after one that was killed halfway', async () => {
  const { directory, remove } = temporaryDirectory()
  const { stage } = before(dice(5))
  const [{ domain_id: id } = { domain_id: '' }] = stage.all<{ domain_id: string }>(
    'SELECT domain_id FROM dmarc_domains ORDER BY no',
  )
  stage.run(({ dmarc }) => dmarc.complete(1))
  written(directory, stage)
  const window = { from: FIRST_DAY, to: FIRST_DAY + 60 }
  const store = await openStore({ directory, migrate: false })
  const [facts, policies] = await Promise.all([
    store.aggregates.facts(id, window, 100),
    store.aggregates.policies(id, window),
  ])
  await store.close()
  const connection = openWriter(join(directory, 'mailgauge.db'))
  const { dmarc } = createWrites(connection)
  while (!dmarc.complete().isAll);
  connection.driver.close()
  const again = await openStore({ directory, migrate: false })
  expect(await again.aggregates.facts(id, window, 100)).toEqual(facts)
  expect(await again.aggregates.policies(id, window)).toEqual(policies)
  expect(policies.length).toBeGreaterThan(0)
  expect(facts.traits.length).toBeGreaterThan(0)
  await again.close()
  remove()
})

test('the service completes by itself what an earlier version counted', async () => {
  const { directory, remove } = temporaryDirectory()
  const { stage } = before(dice(6))
  written(directory, stage)
  const store = await openStore({ directory, migrate: true })
  const connection = openWriter(join(directory, 'mailgauge.db'))
  const some = connection.driver.prepare('SELECT 1 FROM dmarc_partly_counted LIMIT 1')
  await until(() => some.get() === undefined)
  await store.close()
  expectRecount(connection, false)
  connection.driver.close()
  remove()
})
