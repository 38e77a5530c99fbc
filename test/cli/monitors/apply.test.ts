import { afterEach, beforeEach, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { workplace } from '../running.ts'

let place: ReturnType<typeof workplace>
beforeEach(() => {
  place = workplace()
  const text = '[smtp]\ndomain = "in.example.com"\n[plans.small]\nmonitors = 1\n'
  writeFileSync(join(place.folder, 'mailgauge.toml'), text)
})
afterEach(() => place.remove())

const NOW = new Date('2026-11-23T12:00:00Z')
const apply = (input: string, ...args: string[]) =>
  place.run(['monitors', 'apply', '-', ...args], {}, NOW, { input })
const outcomes = async (input: unknown, ...args: string[]) => {
  const { stdout } = await apply(JSON.stringify(input), ...args, '--json')
  return JSON.parse(stdout).map(({ name, outcome }: Record<string, string>) => `${name}: ${outcome}`)
}
const list = async (...args: string[]) =>
  JSON.parse((await place.run(['monitors', 'list', '--json', ...args])).stdout)
const entries = async () =>
  JSON.parse((await place.run('audit --json')).stdout).filter(({ action }: { action: string }) =>
    action.startsWith('monitor.'),
  ).length

const NIGHTLY = {
  name: 'Nightly',
  interval: '1 day',
  grace: '2 hours',
  least_score: 8,
  most_drop: 1.5,
  must_pass: ['spf', 'dkim'],
  records: false,
  windows: [
    { days: ['sun', 'sat'], at: '02:30', lasts: '2 hours', zone: 'Europe/Berlin' },
    { from: '2026-12-24', until: '2026-12-26T00:00+01:00' },
  ],
  paused: '2027-01-01',
  badge: true,
}

test('creates what is not there, changes what is, and the same file again changes nothing', async () => {
  const both = [NIGHTLY, { name: 'CI' }]
  expect(await outcomes(both)).toEqual(['Nightly: created', 'CI: created'])
  const made = await list()
  expect(made).toMatchObject([
    { name: 'CI', kind: 'mail', blocklists: true, records: true, paused: false, badge: false },
    {
      name: 'Nightly',
      interval: '1 day',
      grace: '2 hours',
      least_score: 8,
      must_pass: ['dkim', 'spf'],
      paused: '2027-01-01T00:00:00.000Z',
      badge: true,
    },
  ])
  const before = await entries()
  expect(await outcomes(both)).toEqual(['Nightly: same', 'CI: same'])
  expect(await list()).toEqual(made)
  expect(await entries()).toBe(before)
  expect(await outcomes([{ ...NIGHTLY, least_score: 7 }])).toEqual(['Nightly: changed'])
  expect(await entries()).toBe(before + 1)
  expect((await list())[1]).toEqual({ ...made[1], least_score: 7 })
})

test('what a file leaves out is as of a new monitor, but pause and badge stay', async () => {
  await outcomes([NIGHTLY])
  const badge = (await list())[0].badge_url
  expect(await outcomes([{ name: 'Nightly' }])).toEqual(['Nightly: changed'])
  const [after] = await list()
  expect(after).toMatchObject({ records: true, paused: '2027-01-01T00:00:00.000Z', badge_url: badge })
  for (const key of ['interval', 'least_score', 'most_drop', 'must_pass', 'windows'])
    expect(after).not.toHaveProperty(key)
  expect(await outcomes([{ name: 'Nightly', paused: false, badge: false }])).toEqual(['Nightly: changed'])
  expect((await list())[0]).toMatchObject({ paused: false, badge: false })
  expect(await outcomes([{ name: 'Nightly', paused: true }])).toEqual(['Nightly: changed'])
  // A pause that is over is none.
  expect(await outcomes([{ name: 'Nightly', paused: '2026-11-01' }])).toEqual(['Nightly: changed'])
  expect(await outcomes([{ name: 'Nightly', paused: '2026-11-01' }])).toEqual(['Nightly: same'])
})

test('what is listed can be given to another account, and again', async () => {
  await place.run('account create one')
  await place.run('account create two')
  await outcomes([NIGHTLY, { name: 'CI', paused: true }], '--account', 'one')
  const listed = await list('--account', 'one')
  expect(await outcomes(listed, '--account', 'two')).toEqual(['CI: created', 'Nightly: created'])
  expect(await outcomes(listed, '--account', 'two')).toEqual(['CI: same', 'Nightly: same'])
  const copied = await list('--account', 'two')
  expect(copied.map(({ address }: { address: string }) => address)).not.toEqual(
    listed.map(({ address }: { address: string }) => address),
  )
})

test('takes an object a line, and a single one over several lines', async () => {
  await place.run('account create default')
  const lines = await apply('{"name":"a"}\r\n\n{"name":"b","interval":"1 hour"}\n')
  expect(lines).toMatchObject({ code: 0, stderr: '' })
  expect(lines.stdout).toMatch(/^a: created, \S+@in\.example\.com\.\nb: created, \S+@in\.example\.com\.\n$/)
  expect((await apply('{\n  "name": "c"\n}\n')).stdout).toStartWith('c: created')
  writeFileSync(join(place.folder, 'monitors.json'), '\ufeff[{"name":"d"}]')
  expect((await place.run('monitors apply monitors.json')).stdout).toStartWith('d: created')
})

test.each([
  ['nothing', '', 'There is no monitor in it.'],
  ['an empty list', '[]', 'There is no monitor in it.'],
  ['no JSON', '[{]', 'Line 1: from here on it is no JSON.'],
  ['a comma that is missing', '[\n  {"name":"a"}\n  {"name":"b"}\n]', 'Line 3: from here on it is no JSON.'],
  [
    'a duration that is none',
    '[{"name":"b"},{"name":"a","interval":"1 dya"}]',
    'Monitor 2 ("a"): The interval is a duration',
  ],
  [
    'several mistakes, the first',
    '[{"name":"a","records":"yes","blocklists":1}]',
    'Monitor 1 ("a"): records is true or false.',
  ],
  [
    'several mistakes, the second',
    '[{"name":"a","records":"yes","blocklists":1}]',
    'Monitor 1 ("a"): blocklists is true or false.',
  ],
  ['a line that is no JSON', '{"name":"a"}\n{', 'Line 2: This is no JSON.'],
  ['a number', '[1]', 'Monitor 1: A monitor is an object'],
  ['no name', '[{"kind":"mail"}]', 'Monitor 1: A monitor needs a name.'],
  ['one name twice', '[{"name":"a"},{"name":"a"}]', 'Monitor 2: "a" is named twice.'],
  ['a setting that there is not', '[{"name":"a","least_scor":8}]', 'did you mean least_score?'],
  ['a setting of another kind', '[{"name":"a","records":"yes"}]', 'records is true or false.'],
  ['a pause that is none', '[{"name":"a","paused":"soon"}]', 'paused is true, false, or until when.'],
  ['a window that is none', '[{"name":"a","windows":[{}]}]', 'A maintenance window has'],
  ['a beginning that is none', '[{"name":"a","windows":[{"from":"x"}]}]', 'from has "x": it is a day, or'],
  ['no end', '[{"name":"a","windows":[{"from":"2026-12-24"}]}]', 'until is missing: it is a day, or'],
  [
    'two kinds of window in one',
    '[{"name":"a","windows":[{"from":"2026-12-24","zone":"UTC"}]}]',
    'from does not go with zone.',
  ],
  ['an unknown field', '[{"name":"a","windows":[{"form":"x"}]}]', 'There is no "form" in it.'],
  ['a day that no calendar has', '[{"name":"a","paused":"2027-02-29"}]', 'true, false, or until when.'],
  ['bytes that are no UTF-8', '[{"name":"K\ufffdln"}]', 'The input is not UTF-8.'],
  ['windows that are no list', '[{"name":"a","windows":{}}]', 'windows is a list.'],
])('of %s nothing is made', async (_name, input, says) => {
  const done = await apply(input)
  expect(done).toMatchObject({ code: 2, stdout: '' })
  expect(done.stderr).toContain(says)
  expect(await list()).toEqual([])
})

test('tells of each what cannot be made, and makes the others', async () => {
  await place.run('account create shop --plan small')
  const given = [
    { name: 'a', must_pass: ['nothing'] },
    { name: 'b', interval: '401 days' },
    { name: 'c', domain: 'example.org' },
    { name: 'd', kind: 'domain' },
    { name: 'e' },
    { name: 'f' },
  ]
  const done = await apply(JSON.stringify(given), '--account', 'shop')
  expect(done.code).toBe(1)
  expect(done.stdout).toMatch(/^e: created, \S+\.\n$/)
  expect(done.stderr.split('\n')).toEqual([
    'a: There is no check "nothing".',
    'b: The interval is 1 minute to 400 days.',
    expect.stringContaining('c: example.org is no verified domain of the account.'),
    'd: A domain monitor names its domain.',
    expect.stringContaining('f: The plan "small" allows 1 monitor'),
    '',
  ])
  expect(await outcomes([{ name: 'e', domain: 'example.org' }], '--account', 'shop')).toEqual(['e: refused'])
})

test('a name is the same in any form and with blanks around it', async () => {
  expect(await outcomes([{ name: 'Caf\u00e9' }])).toEqual(['Caf\u00e9: created'])
  expect(await outcomes([{ name: ' Cafe\u0301 ' }])).toEqual(['Caf\u00e9: same'])
  expect((await apply(JSON.stringify([{ name: 'Cafe\u0301' }, { name: 'Caf\u00e9' }]))).code).toBe(2)
})

test('a name commands no terminal', async () => {
  const done = await apply(JSON.stringify([{ name: 'a\u202eb' }]))
  expect(done.stdout + done.stderr).not.toContain('\u202e')
})
