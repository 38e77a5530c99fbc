import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Analysis } from '../../src/analysis/pipeline.ts'
import { SCORING_VERSION } from '../../src/core/report.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import type { Store } from '../../src/store/store.ts'
import { check, finding, mailTest } from '../support/builders.ts'
import { workplace } from './running.ts'
import { storedReport } from './stored-report.ts'

let place: ReturnType<typeof workplace>
let store: Store

beforeEach(async () => {
  place = workplace()
  // The service holds it open all the while.
  store = await openStore({ directory: join(place.folder, 'data'), migrate: true })
})
afterEach(async () => {
  await store.close()
  place.remove()
})

const rescore = (line: string) =>
  place.run([
    'rescore',
    ...line.split(' '),
    `--store.directory=${join(place.folder, 'data')}`,
    '--analysis.processes=1',
  ])

const stored = (change?: (analysis: Analysis) => void) => storedReport(store, change)

/** As an earlier version might have judged it. */
function byAnEarlierVersion({ report, evidence }: Analysis): void {
  const spf = report.checks.find(({ name }) => name === 'spf')
  if (!spf) throw new Error('no SPF check')
  Object.assign(
    spf,
    check('spf', { status: 'failed', score: -1.5, summary: 'Old.', findings: [finding('spf-old')] }),
  )
  report.score -= 1.5
  report.scoringVersion = 0
  evidence.scoringVersion = 0
  evidence.dataVersions = { ...evidence.dataVersions, blocklists: '2020-01 old' }
}

describe('mailgauge rescore', () => {
  test('the same version gives the same reports, from what is stored alone', async () => {
    const { token } = await stored()
    await stored()
    expect(await rescore(token)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^1 same, 0 changed; mean/),
    })
    expect(await rescore('--all --diff')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^2 same, 0 changed; mean (\d+\.\d\d) -> \1\n$/),
    })
  })

  test('another version: what would change is told, and stored with --write', async () => {
    const old = await stored(byAnEarlierVersion)
    await stored()
    const before = await old.report()
    const told = await rescore('--all --diff')
    expect(told.code).toBe(0)
    expect(told.stdout).toContain(`${old.token} ${old.id}  ${before?.score.toFixed(1)} -> `)
    expect(told.stdout).toContain('spf: failed -1.5 (spf-old) -> passed')
    expect(told.stdout).toContain(`version of scoring: 0 -> ${SCORING_VERSION}`)
    expect(told.stdout).toContain('version of blocklists: 2020-01 old -> ')
    expect(told.stdout).toContain('1 same, 1 changed; mean')
    expect(told.stdout).toContain('Nothing was stored: --write does.')
    expect(await old.report()).toEqual(before)

    const short = await rescore(old.token)
    expect(short.stdout).not.toContain('spf')

    expect((await rescore('--all --write')).stdout).toContain('The new reports are stored.')
    const after = await old.report()
    expect(after?.scoringVersion).toBe(SCORING_VERSION)
    expect(after?.score).toBe((before?.score ?? 0) + 1.5)
    expect((await rescore('--all')).stdout).toStartWith('2 same, 0 changed')
  })

  test('a report that differs although nothing changed is told as our fault', async () => {
    const { token } = await stored(({ report }) => {
      report.kindReasons = ['It was otherwise.']
    })
    const { code, stdout } = await rescore(`${token} --diff`)
    expect(code).toBe(1)
    expect(stdout).toContain('differs although nothing changed: a fault in Mailgauge')
    expect(stdout).toContain('no check changed its verdict: only what is said of them')
    expect(stdout).toContain('1 of them: differs although')
  })

  test('another version of the program is a reason for other words', async () => {
    const { token } = await stored(({ report, evidence }) => {
      report.kindReasons = ['It was otherwise.']
      evidence.program = '0.0.1'
    })
    const { code, stdout } = await rescore(`${token} --diff`)
    expect(code).toBe(0)
    expect(stdout).toContain('version of mailgauge: 0.0.1 -> ')
    expect(stdout).not.toContain('a fault')
  })

  test('evidence that cannot be read costs the old report nothing', async () => {
    const { token, report } = await stored((analysis) => {
      analysis.evidence.now = 'never'
    })
    const { code, stdout } = await rescore(`${token} --write`)
    expect(code).toBe(1)
    expect(stdout).toContain('could not be scored again: The evidence cannot be read: now is no time.')
    expect(stdout).toEndWith('\n0 same, 0 changed, 1 failed\n')
    expect((await report())?.score).toBeGreaterThan(0)
  })

  test('a test with nothing in it, and what is no token', async () => {
    const { token } = mailTest()
    expect(await rescore(token)).toMatchObject({
      code: 1,
      stderr: `There is no test ${token}, or no message in it that has a report.\n`,
    })
    expect(await rescore('--all')).toMatchObject({ code: 1, stderr: 'There is no message with a report.\n' })
    expect(await rescore('nonsense')).toMatchObject({ code: 2 })
    expect(await place.run('rescore')).toMatchObject({ code: 2 })
    expect(await rescore(`--all ${mailTest().token}`)).toMatchObject({ code: 2 })
  })

  test('as if the owner said something: told, and with --write kept for later mail, too', async () => {
    const { token, report } = await stored()
    const said = async () => (await store.mailTests.byToken(token))?.senderHints
    const told = await rescore(`${token} --kind list --bulk yes --diff`)
    expect(told.code).toBe(0)
    expect(told.stdout).toContain('sender hints: nothing -> list, bulk')
    expect(told.stdout).not.toContain('a fault')
    expect(await said()).toBeUndefined()
    expect((await report())?.saidByOwner).toBeUndefined()

    expect((await rescore(`${token} --kind list --bulk yes --write`)).code).toBe(0)
    expect(await said()).toEqual({ kind: 'list', bulk: true })
    expect(await report()).toMatchObject({ kind: 'list', saidByOwner: { kind: 'list', bulk: true } })
    expect((await rescore(token)).stdout).toStartWith('1 same, 0 changed')

    expect((await rescore(`${token} --kind inferred --write`)).code).toBe(0)
    expect(await report()).toMatchObject({ kind: 'personal', saidByOwner: { bulk: true } })
    expect((await rescore(`${token} --bulk no --write`)).code).toBe(0)
    expect(await said()).toBeUndefined()
    expect((await report())?.saidByOwner).toBeUndefined()
  })

  test('a sender hint that is none, of no test, or of all tests is refused', async () => {
    const { token } = await stored()
    expect(await rescore(`${token} --kind spam`)).toMatchObject({ code: 2 })
    expect(await rescore(`${token} --bulk maybe`)).toMatchObject({ code: 2 })
    expect(await rescore('--all --kind list')).toMatchObject({ code: 2 })
    expect(await rescore(`${'a'.repeat(26)} --kind list`)).toMatchObject({
      code: 1,
      stderr: 'There is no such test, or it has expired.\n',
    })
  })

  test('a database that cannot be opened', async () => {
    mkdirSync(join(place.folder, 'bad', 'mailgauge.db'), { recursive: true })
    const { code, stderr } = await place.run(`rescore --all --store.directory=${place.folder}/bad`)
    expect(code).toBe(1)
    expect(stderr).toEndWith(
      'mailgauge.db is a folder, not a database. Move it away, or set another store.directory.\n',
    )
  })

  test('without a database nothing is made', async () => {
    const { code, stderr } = await place.run(`rescore --all --store.directory=${place.folder}/none`)
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `There is no Mailgauge database in ${place.folder}/none. Name the config of the service with --config, or start the service, which makes one.\n`,
    })
  })
})
