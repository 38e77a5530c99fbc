import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { newEntry } from '../../../../src/core/domains/verification.ts'
import { incomingOf } from '../../../../src/store/keeping/dmarc/incoming.ts'
import { type Connection, openWriter } from '../../../../src/store/sqlite/connection.ts'
import { migrate } from '../../../../src/store/sqlite/migrations.ts'
import { createWrites } from '../../../../src/store/sqlite/writes.ts'
import { account, later, THEN } from '../../../support/builders.ts'
import { entry as said } from '../../../support/people.ts'
import { temporaryDirectory } from '../../../support/store.ts'
import { expectRecount } from './recount.ts'
import { ACCOUNT, dice, FIRST_DAY, RECIPE, report } from './scene.ts'

const script = join(import.meta.dir, 'kill-in-put.ts')

function prepare(connection: Connection): void {
  migrate(connection.driver, true)
  const { accounts, domains, dmarc } = createWrites(connection)
  const entry = said('domain.added', { accountId: ACCOUNT })
  accounts.create(account({ id: ACCOUNT, name: 'account' }), entry)
  const own = newEntry({ id: 'dom', accountId: ACCOUNT, domain: 'a.test', token: 't', createdAt: THEN })
  domains.add(own, { verified: 9, unverified: 9 }, entry)
  const entries = { verified: entry, unverified: entry }
  domains.looked('dom', { state: 'found', at: later(0) }, { verified: 9, later: 0, entries })
  // The report takes the place of one that has its key, large too.
  const { head, pieces } = report({ ...RECIPE, variant: 1, pieces: Array(4).fill(400) })
  const incoming = incomingOf({
    aggregate: { head, pieces },
    accountId: ACCOUNT,
    fileId: 'forged',
    uid: 'dmr_forged',
    receivedAt: new Date(0),
    authenticated: false,
  })
  for (const [index, bytes] of pieces.entries()) {
    dmarc.put([{ incoming, piece: index, bytes }], 0)
  }
}

test('a process that is killed while it keeps a report goes on where it stopped: nothing is lost or twice', async () => {
  const { directory, remove } = temporaryDirectory()
  const file = join(directory, 'mailgauge.db')
  const first = openWriter(file)
  prepare(first)
  first.driver.close()
  const random = dice(7)
  const seen = new Set<string>()
  let kept = ''
  for (let turn = 0; kept === '' && turn < 200; turn += 1) {
    const child = Bun.spawn([process.execPath, script, directory], { stdout: 'pipe', stderr: 'inherit' })
    // Later and later, so that each gets somewhere, however slow the machine is.
    const timer = setTimeout(() => child.kill('SIGKILL'), 100 + random.below(50 + turn * 120))
    kept = await new Response(child.stdout).text()
    await child.exited
    clearTimeout(timer)
    const connection = openWriter(file)
    expectRecount(connection, false)
    const { dmarc } = createWrites(connection)
    while (!dmarc.count().isAll);
    expectRecount(connection, false)
    const state = connection.driver
      .prepare('SELECT uid, pieces_in, leaving_at IS NULL AS stays FROM dmarc_reports')
      .all()
    seen.add(JSON.stringify(state))
    connection.driver.close()
  }
  expect(JSON.parse(kept)).toEqual({ outcome: 'stored', uid: 'dmr_one', replacedFile: 'forged' })
  const connection = openWriter(file)
  const { records } = report(RECIPE)
  const rows = connection.driver.prepare('SELECT seq, messages, day FROM dmarc_records ORDER BY seq').all()
  expect(rows).toEqual(records.map(({ count }, seq) => ({ seq, messages: count, day: FIRST_DAY })))
  expect(seen.size).toBeGreaterThan(1)
  connection.driver.close()
  remove()
}, 120_000)
