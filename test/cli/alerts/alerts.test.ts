import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openStore } from '../../../src/store/sqlite/open.ts'
import { workplace } from '../running.ts'

let place: ReturnType<typeof workplace>
beforeEach(async () => {
  place = workplace()
  const text = '[smtp]\ndomain = "in.example.com"\n[store]\ndirectory = "data"\n[plans.small]\nwebhooks = 1\n'
  writeFileSync(join(place.folder, 'mailgauge.toml'), text)
  await place.run('account create shop')
})
afterEach(() => place.remove())

const URL = 'https://hooks.slack.com/services/T0AAAAAAA/B0BBBBBBB/secretsecretsecret'
const HOOK = 'https://ci.example.org/hook/9f8e7d6c5b4a?key=verysecret'
const told = async (line: string | string[], input?: string) => {
  const ran = await place.run(line, {}, new Date(), input === undefined ? {} : { input })
  return { ...ran, json: ran.stdout === '' ? undefined : JSON.parse(ran.stdout) }
}

/** All that is in the database, as far as it is text. */
async function stored() {
  const store = await openStore({ directory: join(place.folder, 'data'), migrate: false })
  const log = await store.audit.list({ limit: 1000 })
  const [account] = await store.accounts.list()
  const own = await store.destinations.list({ accountId: account?.id ?? '' })
  await store.close()
  return { log, text: JSON.stringify([log, own]) }
}

test('a webhook is added, its secret told once and kept sealed; nothing of its URL is told again', async () => {
  const added = await place.run(['alerts', 'add', 'webhook', 'CI', HOOK])
  expect(added.code).toBe(0)
  expect(added.stdout).toMatch(/^whsec_[A-Za-z0-9+/]{43}=\n$/)
  expect(added.stderr).toContain('events go to https://ci.example.org.')
  const listed = await place.run('alerts list')
  expect(listed.stdout).toMatch(
    /^NAME +OF +KIND +ADDRESS +STATE\nCI +shop +webhook +https:\/\/ci\.example\.org +on\n$/,
  )
  const shown = await told('alerts show CI --json')
  expect(shown.json).toMatchObject({ kind: 'webhook', leads_to: 'https://ci.example.org', enabled: true })
  expect(shown.json.types).toContain('test.scored')
  const { text } = await stored()
  for (const secret of ['verysecret', '9f8e7d6c5b4a', added.stdout.trim()])
    expect(text + listed.stdout + shown.stdout + added.stderr).not.toContain(secret)
})

test('a channel is added from standard input, told of what people may act on', async () => {
  const added = await told('alerts add slack Ops - --json', `${URL}\n`)
  expect(added).toMatchObject({ code: 0, json: { kind: 'slack', leads_to: 'https://hooks.slack.com' } })
  expect(added.json).not.toHaveProperty('secret')
  expect(added.json.types).not.toContain('test.scored')
  expect(added.stdout + added.stderr).not.toContain('secretsecret')
})

test.each([
  ['alerts add pager X https://example.org', 2, 'There is no kind "pager"'],
  ['alerts add template X https://example.org', 2, 'There is no kind "template"'],
  ['alerts add webhook X ftp://example.org', 1, 'https://'],
  ['alerts add webhook X https://u:p@example.org', 1, 'no user and no password'],
  ['alerts add slack X https://discord.com/api/webhooks/1/abc', 1, 'Discord'],
  ['alerts add email X ops@example.org', 1, 'names no relay'],
  ['alerts add webhook X https://example.org --types nothing.here', 1, 'no type of event "nothing.here"'],
  ['alerts add webhook X https://example.org --domains example.org', 2, 'no domain "example.org"'],
  ['alerts add webhook X https://example.org --monitors m', 2, 'no monitor "m"'],
  ['alerts add webhook X https://example.org --account none', 1, 'There is no account "none"'],
  ['alerts add webhook X https://example.org --account shop --instance', 2, 'exclude each other'],
  ['alerts show X', 1, 'There is no webhook or channel "X"'],
  ['alerts add webhook X', 2, 'Say where it leads'],
])('%s is refused', async (line, code, words) => {
  const ran = await place.run(line)
  expect(ran).toMatchObject({ code, stderr: expect.stringContaining(words) })
})

test('the plan bounds how many there are', async () => {
  await place.run('account plan shop small')
  expect(await place.run('alerts add webhook one https://example.org')).toMatchObject({ code: 0 })
  expect(await place.run('alerts add webhook two https://example.org')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The plan "small" allows 1 webhooks and alert channels'),
  })
})

test('it is changed, rotated, turned off and on, and deleted, each with its entry', async () => {
  await place.run('alerts add webhook CI https://ci.example.org/a')
  const changed = await told(
    'alerts change CI --name Build --types test.scored,test.failed --to - --json',
    `${HOOK}\n`,
  )
  expect(changed.json).toMatchObject({ name: 'Build', types: ['test.failed', 'test.scored'] })
  expect(await place.run('alerts change Build --to https://x.example --name Build')).toMatchObject({
    code: 0,
  })
  const rotated = await told('alerts rotate Build --json')
  expect(rotated.json).toMatchObject({
    secret: expect.stringMatching(/^whsec_/),
    earlier_secret_until: expect.any(String),
  })
  expect((await told('alerts disable Build --json')).json).toMatchObject({
    enabled: false,
    disabled_reason: 'person',
  })
  expect((await place.run('alerts test Build')).stderr).toContain('turned off')
  expect((await told('alerts enable Build --json')).json).toMatchObject({ enabled: true })
  expect(await place.run('alerts delete Build')).toMatchObject({ code: 0 })
  expect((await place.run('alerts list')).stderr).toContain('There are no webhooks')
  const { log } = await stored()
  expect(
    log
      .filter(({ action }) => action.startsWith('destination.'))
      .map(({ action, target }) => [action, target]),
  ).toEqual([
    ['destination.deleted', 'Build'],
    ['destination.enabled', 'Build'],
    ['destination.disabled', 'Build'],
    ['destination.rotated', 'Build'],
    ['destination.changed', 'Build'],
    ['destination.changed', 'Build'],
    ['destination.created', 'CI'],
  ])
  expect(JSON.stringify(log)).not.toContain('verysecret')
})

test('the service itself has its own, told of its own', async () => {
  const added = await told('alerts add webhook health https://example.org --instance --json')
  expect(added.json.types).toEqual(['instance.recovered', 'instance.trouble', 'webhook.disabled'])
  expect((await place.run('alerts list --instance')).stdout).toContain('(the service)')
  expect((await place.run('alerts show health')).code).toBe(1)
  expect((await place.run('alerts show health --instance')).code).toBe(0)
  expect(
    (await place.run('alerts add webhook x https://example.org --instance --types test.scored')).code,
  ).toBe(1)
})

test('deliveries are listed, shown and replayed', async () => {
  await place.run('alerts add webhook CI https://ci.example.org/a')
  expect((await place.run('alerts deliveries CI')).stderr).toContain('There are none.')
  expect((await place.run('alerts deliveries CI --state wrong')).code).toBe(2)
  expect((await place.run('alerts deliveries CI dlv_none')).stderr).toContain('There is no such delivery.')
  expect(await place.run('alerts replay CI')).toMatchObject({ code: 2 })
  expect(await place.run('alerts replay CI dlv_a --since 2026-01-01')).toMatchObject({ code: 2 })
  expect(await place.run('alerts replay CI --since 2026-01-01 --as-new')).toMatchObject({ code: 2 })
  expect(await place.run('alerts replay CI --since soon')).toMatchObject({ code: 2 })
  expect(await place.run('alerts replay CI --since 2026-01-01')).toMatchObject({ code: 1 })
})

test('without the encryption key nothing is added, and it is said why', async () => {
  await place.run('alerts add webhook CI https://ci.example.org/a')
  const key = join(place.folder, 'data', 'secrets.key')
  expect(existsSync(key)).toBe(true)
  rmSync(key)
  const ran = await place.run('alerts add webhook two https://ci.example.org/b')
  expect(ran.code).toBe(1)
  expect(ran.stderr).toContain('There is no key file')
  expect((await place.run('alerts list')).stdout).not.toContain('two')
})

test('after secrets were discarded it is said that the service has to start first', async () => {
  await place.run('alerts add webhook CI https://ci.example.org/a')
  rmSync(join(place.folder, 'data', 'secrets.key'))
  expect(await place.run('secrets discard --yes')).toMatchObject({ code: 0 })
  for (const line of ['alerts add webhook two https://ci.example.org/b', 'alerts apply wanted.json']) {
    writeFileSync(
      join(place.folder, 'wanted.json'),
      JSON.stringify([{ name: 'ci', kind: 'webhook', url: HOOK }]),
    )
    const ran = await place.run(line)
    expect(ran.code).toBe(1)
    expect(ran.stderr).toContain('mailgauge serve')
    expect(ran.stderr).not.toContain('    at ')
  }
})

describe('alerts apply', () => {
  const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const WANTED = [
    { name: 'ops', kind: 'slack', url: URL, types: ['monitor.alert'] },
    { name: 'ci', kind: 'webhook', url: HOOK, secret: SECRET },
    { name: 'phone', kind: 'ntfy', url: 'https://ntfy.example.org/topic', token: 'tk_verysecretindeed' },
    {
      name: 'pager',
      kind: 'template',
      url: 'https://events.pagerduty.com/v2/enqueue',
      headers: { Authorization: 'Token verysecretindeed' },
      body: '{"summary":"{{title}}","key":"verysecretindeed12345"}',
      enabled: false,
    },
  ]
  const words = ({ json: all }: { json: { name: string; outcome: string }[] }) =>
    all.map(({ name, outcome }) => [name, outcome])

  test('creates what is not there, changes what is otherwise, and the same again changes nothing', async () => {
    const apply = (wanted: object) => told('alerts apply - --json', JSON.stringify(wanted))
    const first = await apply(WANTED)
    expect(first.code).toBe(0)
    expect(words(first)).toEqual(WANTED.map(({ name }) => [name, 'created']))
    expect(first.json[3]).toMatchObject({ enabled: false, disabled_reason: 'person' })
    const entries = (await stored()).log.length
    const again = await apply(WANTED)
    expect(words(again)).toEqual(WANTED.map(({ name }) => [name, 'same']))
    expect((await stored()).log.length).toBe(entries)
    const [ops, ci, phone, pager] = WANTED
    const next = await apply([
      { ...ops, types: ['monitor.alert', 'monitor.recovered'] },
      { ...ci, secret: `whsec_${Buffer.alloc(24, 1).toString('base64')}` },
      { ...phone, token: 'tk_another' },
      { ...pager, enabled: true },
    ])
    // The same body, written as JSON.
    const asJson = { ...pager, enabled: true, body: { summary: '{{title}}', key: 'verysecretindeed12345' } }
    expect(words(await apply([asJson]))).toEqual([['pager', 'same']])
    expect(words(next)).toEqual(WANTED.map(({ name }) => [name, 'changed']))
    const { text } = await stored()
    for (const ran of [first, again, next])
      for (const secret of ['verysecret', 'secretsecret', SECRET, 'tk_another'])
        expect(ran.stdout + ran.stderr + text).not.toContain(secret)
  })

  test('takes JSON Lines, and tells the secret that it made, this once', async () => {
    const lines =
      '{"name":"a","kind":"webhook","url":"https://a.example"}\n\n{"name":"b","kind":"webhook","url":"https://b.example"}\n'
    const first = await place.run('alerts apply -', {}, new Date(), { input: lines })
    expect(first).toMatchObject({ code: 0, stderr: 'a: created.\nb: created.\n' })
    expect(first.stdout).toMatch(/^a\twhsec_\S+\nb\twhsec_\S+\n$/)
    const again = await place.run('alerts apply -', {}, new Date(), { input: lines })
    expect(again).toMatchObject({ code: 0, stdout: '', stderr: 'a: is unchanged.\nb: is unchanged.\n' })
  })

  test.each([
    ['no JSON', `{"name": "x", "url": "${URL}"`, 'is no JSON'],
    ['a comma that is missing', '[{"name":"x"}\n\n"y"]', 'Line 3: from here on it is no JSON.'],
    [
      'a name twice',
      `[{"name":"x","kind":"slack","url":"${URL}"},{"name":"x","kind":"slack","url":"${URL}"}]`,
      'Entry 2 ("x"): Its name stands in the file twice.',
    ],
    ['nothing', '', 'There is nothing in it.'],
    ['a list of texts', '["x"]', 'Entry 1: It is no JSON object.'],
    ['no kind', '[{"name":"x"}]', 'Entry 1 ("x"): "kind" is one of'],
    ['an unknown field', `[{"name":"x","kind":"slack","uri":"${URL}"}]`, '"uri" is no field'],
    ['no URL', '[{"name":"x","kind":"slack"}]', '"url" is missing'],
    ['a number as URL', '[{"name":"x","kind":"slack","url":7}]', '"url" is a text'],
    [
      'headers that are none',
      '[{"name":"x","kind":"template","url":"https://x.example","body":"{}","headers":{"a":1}}]',
      '"headers"',
    ],
    [
      'types that are none',
      `[{"name":"x","kind":"slack","url":"${URL}","types":"all"}]`,
      '"types" is a list',
    ],
    [
      'enabled that is none',
      `[{"name":"x","kind":"slack","url":"${URL}","enabled":"no"}]`,
      '"enabled" is true or false',
    ],
  ])('with %s changes nothing and repeats nothing secret', async (_name, input, wrong) => {
    const good = '{"name":"good","kind":"webhook","url":"https://a.example"}'
    const text = input.startsWith('[') ? `${input.slice(0, -1)},${good}]` : input
    const ran = await place.run('alerts apply -', {}, new Date(), { input: text })
    expect([ran.code, ran.stdout]).toEqual([2, ''])
    expect(ran.stderr).toContain(wrong)
    expect(ran.stderr).not.toContain('secretsecret')
    expect((await place.run('alerts list')).stdout).toBe('')
  })

  test('a webhook whose secrets were discarded gets its address from the file, and a new secret', async () => {
    const input = JSON.stringify([{ name: 'CI', kind: 'webhook', url: HOOK }])
    expect(words(await told('alerts apply - --json', input))).toEqual([['CI', 'created']])
    const store = await openStore({ directory: join(place.folder, 'data'), migrate: false })
    const [account] = await store.accounts.list()
    const [{ secrets } = { secrets: undefined }] = await store.destinations.list({
      accountId: account?.id ?? '',
    })
    for (const id of [secrets?.target, secrets?.signing]) await store.sealed.delete(id ?? '')
    await store.close()
    const again = await told('alerts apply - --json', input)
    expect(words(again)).toEqual([['CI', 'changed']])
    expect(again.json[0].secret).toMatch(/^whsec_/)
    const third = await told('alerts apply - --json', input)
    expect(words(third)).toEqual([['CI', 'same']])
    expect(third.json[0]).not.toHaveProperty('secret')
  })

  test('what is refused is told, and the rest is done', async () => {
    const wanted = [
      { name: 'bad', kind: 'slack', url: 'https://hooks.slack.com/services/secretsecret' },
      { name: 'kind', kind: 'webhook', url: 'https://a.example' },
    ]
    const ran = await told('alerts apply - --json', JSON.stringify(wanted))
    expect(ran.code).toBe(1)
    expect(words(ran)).toEqual([
      ['bad', 'refused'],
      ['kind', 'created'],
    ])
    expect(ran.stdout + ran.stderr).not.toContain('secretsecret')
    const other = await told(
      'alerts apply - --json',
      JSON.stringify({ name: 'kind', kind: 'slack', url: URL }),
    )
    expect(other.json[0]).toMatchObject({
      outcome: 'refused',
      says: expect.stringContaining('of the kind webhook'),
    })
  })
})

test.each([
  ['one name twice', '[1,2]', 'Its name stands in the file twice.'],
  [
    'a body without end',
    `[{"name":"a","kind":"template","url":"https://a.example/","body":${'['.repeat(200_000)}${']'.repeat(200_000)}}]`,
    '"body" is nested too deeply.',
  ],
])('of a file with %s nothing is made', async (_what, written, says) => {
  const input = written.replace(/\d/g, (n) => `{"name":"a","kind":"webhook","url":"https://a.example/${n}"}`)
  const done = await place.run('alerts apply - --account shop', {}, new Date(), { input })
  expect(done).toMatchObject({ code: 2, stdout: '' })
  expect(done.stderr).toContain(says)
  expect((await told('alerts list --account shop --json')).json).toEqual([])
})
