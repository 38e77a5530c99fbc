import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CHECK_WORDS } from '../../../src/analysis/telling/check-words.ts'
import { ROLES } from '../../../src/core/access/role.ts'
import { newEntry } from '../../../src/core/domains/verification.ts'
import { tokenFrom } from '../../../src/core/mail-test.ts'
import { createAccountExport } from '../../../src/services/people/export/account-export.ts'
import { tarOf } from '../../../src/services/people/export/tar.ts'
import { logLine } from '../../store/contract/mail-log.ts'
import { apiKey, check, mailTest, newMessage, ROOMY, random, report, THEN } from '../../support/builders.ts'
import { finish } from '../../support/claiming.ts'
import { testClock } from '../../support/clock.ts'
import { destination } from '../../support/destinations.ts'
import { monitor, monitorMessage } from '../../support/monitors.ts'
import { entry } from '../../support/people.ts'
import { type TestStore, testStore } from '../../support/store.ts'
import { household, logOf, peopleServices } from './household.ts'

let opened: TestStore
beforeAll(async () => {
  opened = await testStore()
})
afterAll(() => opened.done())

const store = () => opened.store

const exporter = (isGated = false, complaints = store().complaints) =>
  createAccountExport({
    store: { ...store(), complaints },
    gate: { isGated: async () => isGated },
    checkWords: CHECK_WORDS,
    mailDomain: 'in.example.com',
    clock: testClock(),
  })

async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}

/** Unpacks an archive with the tar of the system: its files by path. */
function unpacked(archive: Uint8Array): Map<string, Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'mailgauge-export-'))
  try {
    writeFileSync(join(folder, 'a.tar.gz'), archive)
    const done = Bun.spawnSync(['tar', '-xzf', 'a.tar.gz'], { cwd: folder })
    expect([done.exitCode, done.stderr.toString()]).toEqual([0, ''])
    const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    const files = paths.filter((path) => path !== 'a.tar.gz' && statSync(join(folder, path)).isFile())
    return new Map(files.map((path) => [path.slice(path.indexOf('/') + 1), readFileSync(join(folder, path))]))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** An account with a key, an invitation, and a test that was scored. */
async function furnished() {
  const home = await household(store(), { name: `<script>"x"</script>/../../${crypto.randomUUID()}` })
  const { id } = home.account
  const hash = random(32)
  await store().apiKeys.create(apiKey(id, { name: '../../key' }), hash)
  const domain = newEntry({
    id: crypto.randomUUID(),
    accountId: id,
    domain: 'shop.example',
    token: tokenFrom(random),
    createdAt: THEN,
  })
  const bounds = { verified: 1, unverified: 1 }
  await store().domains.add(domain, bounds, entry('domain.added', { accountId: id }))
  const said = entry('dmarc.source_marked', { accountId: id })
  const mark = { key: 'as:64500', mark: 'mine', name: 'Shop' } as const
  await store().sourceMarks.change(id, domain.id, mark, { at: THEN, by: 'Ann' }, said)
  const invited = await peopleServices(store()).invitations.invite(home.owner.doer, id, {
    role: 'viewer',
    by: 'link',
    email: 'bob@example.org',
  })
  const own = mailTest({ accountId: id })
  await store().mailTests.allocate({ test: own })
  const raw = random(100_000)
  const message = newMessage(own.token, { raw })
  await store().messages.accept([message], ROOMY)
  const checks = [check('spf', { status: 'failed', score: -1, summary: 'There is no SPF record.' })]
  await finish(store(), message.id, {
    status: 'scored',
    report: report({ checks }),
    content: 'body',
    evidence: {},
  })
  const tried = { at: THEN, host: 'list.example' }
  await store().oneClick.begin(message.id, tried, entry('test.unsubscribe_tried', { accountId: id }))
  await store().oneClick.finish(message.id, THEN, { kind: 'answer', status: 202, tookMs: 7 })
  const watched = monitor(id, { name: 'Nightly' })
  await store().monitors.add(watched, 1, entry('monitor.created', { accountId: id }))
  const webhook = destination({ accountId: id, name: 'Shop', shown: 'https://hooks.example' })
  await store().destinations.add(webhook, 1, entry('destination.created', { accountId: id }))
  const sent = monitorMessage(watched.id)
  await store().monitors.accept([sent])
  await finish(store(), sent.id, { status: 'scored', report: report({ score: 7 }), evidence: {} })
  await store().mailTests.delete(sent.token)
  const line = logLine({
    localPart: own.localPart,
    rcptTo: 'own@in.example.com',
    outcome: 'mailbox_full',
    reply: { code: 452, text: '4.2.2 Full' },
  })
  await store().mailLog.add([line], [], { account: 99, anonymous: 99, nobody: 99 })
  return {
    home,
    own,
    domain,
    watched,
    webhook,
    message,
    raw,
    hash,
    link: invited.kind === 'invited' ? (invited.link ?? '') : '',
  }
}

describe('an export', () => {
  test('holds mail to complaints addresses that was no report, as long as it is kept', async () => {
    const { home, domain } = await furnished()
    const letter = {
      id: 1,
      receivedAt: THEN,
      authenticated: true,
      from: 'isp.example',
      subject: 'Confirm',
      text: 'Code 7.',
    }
    const letters = async (id: string) => (id === domain.id ? [letter] : [])
    const made = await exporter(false, { ...store().complaints, letters }).begin(
      home.admin.doer,
      home.account.id,
    )
    if (made.kind !== 'archive') throw new Error(made.kind)
    const files = unpacked(await bytesOf(made.bytes))
    expect(JSON.parse(files.get('complaint-letters/shop.example/00001.jsonl')?.toString() ?? 'null')).toEqual(
      {
        ...{ received_at: THEN.toISOString(), authenticated: true, from_domain: 'isp.example' },
        ...{ subject: 'Confirm', text: 'Code 7.' },
      },
    )
    expect(files.get('README.txt')?.toString()).toContain('\ncomplaint-letters/ ')
  })

  test('holds everything of the account, and README says what is what', async () => {
    const { home, own, domain, watched, webhook, message, raw } = await furnished()
    const made = await exporter().begin(home.admin.doer, home.account.id)
    if (made.kind !== 'archive') throw new Error(made.kind)
    expect(made.name).toMatch(/^mailgauge-[0-9a-f]{8}-2026-11-20\.tar\.gz$/)
    const files = unpacked(await bytesOf(made.bytes))
    const folder = `tests/2026-11-20-${own.token}`
    expect([...files.keys()].toSorted()).toEqual(
      [
        'README.txt',
        'account.json',
        'alerts.json',
        'audit-log/00001.jsonl',
        'domains.json',
        'history/00001.jsonl',
        'invitations.json',
        'keys.json',
        'mail-log/00001.jsonl',
        `monitors/${watched.id}.json`,
        'people.json',
        'source-marks/shop.example/00001.jsonl',
        `${folder}/${message.id}.eml`,
        `${folder}/${message.id}.json`,
        `${folder}/test.json`,
      ].toSorted(),
    )
    const json = (path: string) => JSON.parse(files.get(path)?.toString() ?? 'null')
    expect(files.get(`${folder}/${message.id}.eml`)?.equals(raw)).toBe(true)
    expect(json('account.json')).toMatchObject({ id: home.account.id, name: home.account.name })
    expect(json('people.json')).toHaveLength(4)
    expect(json('people.json')[0]).toMatchObject({ email: home.owner.person.email, role: 'owner' })
    expect(json('invitations.json')).toMatchObject([{ email: 'bob@example.org', role: 'viewer' }])
    expect(json('source-marks/shop.example/00001.jsonl')).toEqual({
      ...{ source: 'as:64500', name: 'Shop', mark: 'mine' },
      ...{ at: THEN.toISOString(), by: 'Ann' },
    })
    expect(json(`monitors/${watched.id}.json`)).toMatchObject({
      name: 'Nightly',
      kind: 'mail',
      address: expect.stringMatching(/^[a-z2-7]{16}@/),
      state: 'waiting',
      alerts: [],
      scores: [{ at: expect.any(String), score: 7 }],
    })
    expect(json('alerts.json')).toEqual([
      {
        ...{ id: webhook.id, kind: 'webhook', name: 'Shop', leads_to: 'https://hooks.example' },
        ...{ events: [...webhook.filter.types], created_at: webhook.createdAt.toISOString() },
      },
    ])
    expect(json('domains.json')).toMatchObject([
      {
        id: domain.id,
        domain: 'shop.example',
        record: { name: '_mailgauge.shop.example', value: `mailgauge-verify=${domain.token}` },
      },
    ])
    expect(json(`${folder}/test.json`)).toMatchObject({ token: own.token, status: 'scored' })
    expect(json(`${folder}/${message.id}.json`)).toMatchObject({
      status: 'scored',
      checks: [{ name: 'spf', score: -1 }],
      session: { transport: 'smtp' },
      one_click: { host: 'list.example', outcome: { kind: 'answer', status: 202 } },
    })
    const [ofMonitor, ofTest] = files.get('history/00001.jsonl')?.toString().trim().split('\n') ?? []
    expect(JSON.parse(ofMonitor ?? '')).toMatchObject({ source: 'monitor', score: 7 })
    expect(JSON.parse(ofTest ?? '')).toEqual({
      received_at: expect.any(String),
      source: 'api',
      status: 'scored',
      score: 9,
      failed_checks: ['spf'],
    })
    expect(json('mail-log/00001.jsonl')).toMatchObject({
      outcome: 'mailbox_full',
      rcpt_to: 'own@in.example.com',
      code: 452,
    })
    const log = files.get('audit-log/00001.jsonl')?.toString().trim().split('\n') ?? []
    expect(JSON.parse(log[0] ?? '')).toMatchObject({ action: 'account.exported' })
  })

  test('holds no key, no hash, no link and nothing of other accounts', async () => {
    const { home, hash, link } = await furnished()
    const other = await furnished()
    const made = await exporter().begin(home.owner.doer, home.account.id)
    if (made.kind !== 'archive') throw new Error(made.kind)
    const files = unpacked(await bytesOf(made.bytes))
    const text = [...files]
      .filter(([path]) => !path.endsWith('.eml'))
      .map(([, bytes]) => bytes.toString())
      .join('\n')
    expect(text).toContain('../../key')
    const secrets = [
      link.slice(-43),
      'a hash',
      Buffer.from(hash).toString('hex'),
      Buffer.from(hash).toString('base64'),
    ]
    for (const secret of [...secrets, other.own.token, other.home.account.id, other.home.owner.person.email])
      expect(text).not.toContain(secret)
  })

  test('a gated report is no fuller than the plan shows it', async () => {
    const { home, own, message } = await furnished()
    const made = await exporter(true).begin(home.owner.doer, home.account.id)
    const files = unpacked(await bytesOf(made.kind === 'archive' ? made.bytes : (async function* () {})()))
    const told = JSON.parse(files.get(`tests/2026-11-20-${own.token}/${message.id}.json`)?.toString() ?? '')
    expect([told.gated, told.checks]).toEqual([true, undefined])
  })

  test.each(ROLES)('%s exports only as admin or owner, and it stands in the log', async (role) => {
    const home = await household(store())
    const made = await exporter().begin(home[role].doer, home.account.id)
    const may = role === 'admin' || role === 'owner'
    expect(made.kind).toBe(may ? 'archive' : 'refused')
    expect((await logOf(store(), home.account))[0]?.action === 'account.exported').toBe(may)
    const stranger = await household(store())
    expect((await exporter().begin(stranger.owner.doer, home.account.id)).kind).toBe('refused')
  })

  test('one at a time; one that is given up lets the next begin', async () => {
    const { home } = await furnished()
    const service = exporter()
    const begin = () => service.begin(home.owner.doer, home.account.id)
    const first = await begin()
    if (first.kind !== 'archive') throw new Error(first.kind)
    expect((await begin()).kind).toBe('under_way')
    await first.bytes[Symbol.asyncIterator]().return?.()
    const second = await begin()
    if (second.kind !== 'archive') throw new Error(second.kind)
    await bytesOf(second.bytes)
    expect((await begin()).kind).toBe('archive')
  })

  test('every test is there once, though others come and go meanwhile', async () => {
    const home = await household(store())
    const { id } = home.account
    const tests = Array.from({ length: 450 }, () => mailTest({ accountId: id }))
    for (const test of tests) await store().mailTests.allocate({ test })
    const made = await exporter().begin(home.owner.doer, id)
    if (made.kind !== 'archive') throw new Error(made.kind)
    const reading = made.bytes[Symbol.asyncIterator]()
    const chunks: Uint8Array[] = []
    let deleted = false
    for (let step = await reading.next(); !step.done; step = await reading.next()) {
      chunks.push(step.value)
      if (!deleted) {
        deleted = true
        for (const { token } of tests.slice(-100)) await store().mailTests.delete(token)
        await store().mailTests.allocate({ test: mailTest({ accountId: id }) })
      }
    }
    const files = unpacked(Buffer.concat(chunks))
    const missing = tests
      .slice(0, 350)
      .filter(({ token }) => !files.has(`tests/2026-11-20-${token}/test.json`))
    expect(missing).toEqual([])
  })
})

describe('tar', () => {
  const written = (files: { path: string; bytes: Uint8Array }[]) =>
    bytesOf(
      tarOf(
        (async function* () {
          yield* files
        })(),
        THEN,
      ),
    )

  test('holds files of every length, as tar reads them', async () => {
    const lengths = [0, 1, 511, 512, 513, 10_000]
    const files = lengths.map((length) => ({ path: `root/${length}`, bytes: random(length) }))
    const archive = await written(files)
    expect(archive.byteLength % 512).toBe(0)
    const read = unpacked(Bun.gzipSync(new Uint8Array(archive)))
    for (const { path, bytes } of files) {
      expect(read.get(path.slice('root/'.length))?.equals(bytes)).toBe(true)
    }
  })

  test('holds paths of every length, as tar reads them', async () => {
    const paths = [
      `${'d'.repeat(90)}/${'f'.repeat(90)}`,
      // Where the length of a record, with its digits, gains one.
      ...[84, 85, 86, 87, 88, 89, 90, 95, 96, 101, 255].map((length) => 'f'.repeat(length)),
      `${'d'.repeat(250)}/${'f'.repeat(250)}/${'g'.repeat(120)}`,
    ]
    const files = paths.map((path) => ({ path: `root/${path}`, bytes: random(700) }))
    const read = unpacked(Bun.gzipSync(new Uint8Array(await written(files))))
    expect([...read.keys()].sort()).toEqual([...paths].sort())
    for (const { path, bytes } of files)
      expect(read.get(path.slice('root/'.length))?.equals(bytes)).toBe(true)
    expect(written([{ path: 'ä', bytes: random(1) }])).rejects.toThrow('ASCII')
  })

  test('holds the files of reports by the names that receivers give them', async () => {
    const name = `google.com!${'sub.'.repeat(20)}example.org!1795305600!1795391999!4857394857394857394.xml.gz`
    const path = `root/report-files/${'sub.'.repeat(40)}example.org/files/${crypto.randomUUID()}.1-${name}`
    const read = unpacked(Bun.gzipSync(new Uint8Array(await written([{ path, bytes: random(5) }]))))
    expect([...read.keys()]).toEqual([path.slice('root/'.length)])
  })
})
