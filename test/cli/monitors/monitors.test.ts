import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { workplace } from '../running.ts'

let place: ReturnType<typeof workplace>
beforeEach(() => {
  place = workplace()
  const text =
    '[site]\nbase_url = "https://mail.example.com"\n[smtp]\ndomain = "in.example.com"\n[plans.small]\nmonitors = 1\n'
  writeFileSync(join(place.folder, 'mailgauge.toml'), text)
})
afterEach(() => place.remove())

const run = (...args: string[]) => place.run(['monitors', ...args])
const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout)
const ADDRESS = /^[a-z2-7]{16}@in\.example\.com\n$/

describe('monitors create', () => {
  test('prints the address, and expects what the options say', async () => {
    const made = await run(
      'create',
      'Nightly',
      ...['--every', '1 day', '--least-score', '8.5', '--most-drop', '1.5', '--must-pass', 'spf, dkim'],
      ...['--records', 'no', '--windows', 'sat,sun 02:30 2h Europe/Berlin; 2026-12-24/2026-12-26T12:00Z'],
    )
    expect(made.code).toBe(0)
    expect(made.stdout).toMatch(ADDRESS)
    expect(await json('show', 'Nightly')).toMatchObject({
      name: 'Nightly',
      kind: 'mail',
      address: made.stdout.trim(),
      interval: '1 day',
      grace: '144 minutes',
      least_score: 8.5,
      most_drop: 1.5,
      must_pass: ['dkim', 'spf'],
      blocklists: true,
      records: false,
      windows: [
        { days: ['sat', 'sun'], at: '02:30', lasts: '2 hours', zone: 'Europe/Berlin' },
        { from: '2026-12-24T00:00:00.000Z', until: '2026-12-26T12:00:00.000Z' },
      ],
      paused: false,
      badge: false,
      state: 'waiting',
      messages: [],
      alerts: [],
    })
    const shown = (await run('show', 'Nightly')).stdout
    expect(shown).toContain('Expected     a message every 1 day, at most 144 minutes late\n')
    expect(shown).toContain('Maintenance  sat,sun 02:30 2h Europe/Berlin\n')
  })

  test.each([
    [['--every', 'often'], 'The interval is a duration'],
    [['--every', '90s'], 'in whole minutes'],
    [['--grace', '1 day'], 'Without an interval there is no grace'],
    [['--least-score', 'high'], '--least-score: expected a number or none, found "high"'],
    [['--records', 'maybe'], '--records: expected yes or no'],
    [['--windows', 'sun 02:30 2h Europe/Nowhere'], '--windows: zone has "Europe/Nowhere": it is a time zone'],
    [['--windows', 'someday'], '--windows: "someday" is none. A maintenance window has'],
    [['--windows', 'son 02:30 2h UTC'], '--windows: days has "son": it is days of the week'],
    [['--windows', 'sat 2:30 2h UTC'], '--windows: at has "2:30": it is a time of the day'],
    [
      ['--windows', 'sat 02:30 90s UTC'],
      '--windows: lasts has "90s": it is a duration of 1 minute to 7 days',
    ],
    [['--windows', 'sat 02:30 8d UTC'], '--windows: lasts has "8d": it is a duration of 1 minute to 7 days'],
    [
      ['--windows', 'sat 02:30 2h UTC; sun 02:30 2h Berlin'],
      '--windows: Maintenance window 2: zone has "Berlin": it is a time zone',
    ],
    [['--windows', '2026-12-24T00:00/2026-12-26'], '--windows: from has "2026-12-24T00:00": it is a day, or'],
    [['--windows', '2026-12-24/2026-12-24'], '--windows: until: A maintenance window ends after it begins.'],
  ])('%p is no setting', async (options, says) => {
    expect(await run('create', 'x', ...options)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(says),
    })
  })

  test.each([
    [['--must-pass', 'sfp'], 'There is no check "sfp"'],
    [['--least-score', '11'], '0 to 10'],
    [['--domain', 'example.org'], 'example.org is no verified domain'],
  ])('%p cannot be made', async (options, says) => {
    expect(await run('create', 'x', ...options)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(says),
    })
    expect((await run('list')).stderr).toContain('There are no monitors')
  })

  test('keeps to the plan', async () => {
    await place.run('account create shop --plan small')
    expect((await run('create', 'one', '--account', 'shop')).code).toBe(0)
    expect(await run('create', 'two', '--account', 'shop')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('allows 1 monitor'),
    })
  })
})

test('a change changes what is named', async () => {
  await run('create', 'Nightly', '--every', '1 day', '--least-score', '8')
  await run('change', 'Nightly', '--grace', '3 hours', '--name', 'Daily')
  expect(await json('show', 'Daily')).toMatchObject({ interval: '1 day', grace: '3 hours', least_score: 8 })
  await run('change', 'Daily', '--every', 'none', '--least-score', 'none', '--windows', 'none')
  const after = await json('show', 'Daily')
  expect(after).not.toHaveProperty('interval')
  expect(after).not.toHaveProperty('least_score')
  expect(await run('change', 'Dayly', '--grace', '1h')).toMatchObject({
    code: 1,
    stderr: 'There is no monitor "Dayly", did you mean "Daily"? mailgauge monitors list shows them.\n',
  })
  const { id } = after
  expect((await run('change', id, '--blocklists', 'no')).code).toBe(0)
  expect(await json('show', id)).toMatchObject({ blocklists: false, records: true })
})

test('a pause, its end, the badge and the end of it all', async () => {
  await run('create', 'Nightly')
  const now = new Date()
  const paused = await place.run(['monitors', 'pause', 'Nightly', '--until', '2 days', '--json'], {}, now)
  expect(JSON.parse(paused.stdout)).toMatchObject({
    state: 'paused',
    paused: new Date(now.getTime() + 2 * 86_400_000).toISOString(),
  })
  expect((await run('pause', 'Nightly')).stdout).toBe('Nightly is paused.\n')
  expect((await run('pause', 'Nightly', '--until', 'soon')).code).toBe(2)
  expect((await run('pause', 'Nightly', '--until', '2020-01-01')).stderr).toContain('still to come')
  expect((await run('list')).stdout).toMatch(
    /^Nightly +default +[a-z2-7]{16}@in\.example\.com +never +paused$/m,
  )
  expect((await run('resume', 'Nightly')).stdout).toBe('Nightly is not paused.\n')
  const badge = (await run('badge', 'Nightly')).stdout
  expect(badge).toMatch(/^https:\/\/mail\.example\.com\/badge\/[a-z2-7]{26}\.svg\n$/)
  expect((await run('badge', 'Nightly')).stdout).toBe(badge)
  expect((await run('badge', 'Nightly', '--new')).stdout).not.toBe(badge)
  expect((await run('badge', 'Nightly', '--off')).stdout).toBe('Nightly has no badge.\n')
  expect((await run('badge', 'Nightly', '--off', '--new')).code).toBe(2)
  expect(await run('delete', 'Nightly')).toMatchObject({ code: 0, stderr: 'Nightly is deleted.\n' })
  expect((await run('delete', 'Nightly')).code).toBe(1)
  const actions = JSON.parse((await place.run('audit --json --account default')).stdout)
  const told = actions
    .map(({ action }: { action: string }) => action)
    .filter((one: string) => one.startsWith('mon'))
  expect(told.toReversed()).toEqual([
    'monitor.created',
    'monitor.paused',
    'monitor.paused',
    'monitor.resumed',
    'monitor.changed',
    'monitor.changed',
    'monitor.changed',
    'monitor.deleted',
  ])
})

test('another account knows nothing of it, and the account has to be named where there are several', async () => {
  await place.run('account create shop')
  await place.run('account create other')
  await run('create', 'Nightly', '--account', 'shop')
  expect((await run('show', 'Nightly', '--account', 'other')).code).toBe(1)
  expect((await run('show', 'Nightly')).stderr).toContain('Name one with --account.')
  expect(await json('list')).toMatchObject([{ account: 'shop', name: 'Nightly' }])
  expect((await run('list', '--account', 'other')).stderr).toContain('There are no monitors')
})
