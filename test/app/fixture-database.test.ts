import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import pino from 'pino'
import Database from '#sqlite'
import { CHECK_WORDS } from '../../src/analysis/telling/check-words.ts'
import { type App, startApp } from '../../src/app/life/start-app.ts'
import type { StoredEvent } from '../../src/core/event.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import { workplace } from '../cli/running.ts'
import { configOf } from '../config/loading.ts'
import { RULES } from '../support/builders.ts'
import { FIXTURES, type Fixture, type FixtureAnswer, readFixture } from '../support/fixture-database.ts'
import { until } from '../support/until.ts'

const VERSIONS = readdirSync(FIXTURES).flatMap((name) => /^database-(.+)\.db\.zst$/.exec(name)?.[1] ?? [])

test('there is a database of an earlier build', () => {
  expect(VERSIONS).toContain('0.1.0')
})

interface ToldCheck {
  name: string
  status: string
  score: number
  detail: Record<string, string>
  fixes?: unknown
}

/** What is said of a check in general is no part of its report. */
function checksOf({ checks }: FixtureAnswer['body']): ToldCheck[] {
  return ((checks as ToldCheck[] | undefined) ?? []).map(({ detail, ...check }) => {
    const general = CHECK_WORDS.has(check.name) ? ['why', 'who'] : []
    const kept = Object.entries(detail).filter(([key]) => !general.includes(key))
    return { ...check, detail: Object.fromEntries(kept) }
  })
}

const verdictOf = ({ name, status, score }: ToldCheck) => ({ name, status, score })

describe.each(VERSIONS)('a database made by %s', (version) => {
  let place: ReturnType<typeof workplace>
  let directory: string
  let fixture: Fixture
  let app: App
  let events: StoredEvent[]
  beforeAll(async () => {
    place = workplace()
    directory = `${place.folder}/data`
    fixture = readFixture(version, directory)
    const store = await openStore({ directory, migrate: true })
    events = await store.outbox.behind('a test', 100)
    await store.close()
    app = await startApp(config(), pino({ level: 'silent' }))
    // What was in its queue is analysed first, so that nothing changes while it is read.
    await until(() => count('messages WHERE status IS NULL') === 0)
    const open = "SELECT seq FROM mail_tests WHERE source <> 'api'"
    const undecided = `messages WHERE status = 'scored' AND test_seq IN (${open}) AND withholding_version IS NOT '${RULES.version}'`
    await until(() => count(undecided) === 0)
  }, 120_000)
  afterAll(async () => {
    await app.close()
    place.remove()
  })

  const config = () =>
    configOf(`[smtp]
listen = ["127.0.0.1:0"]
domain = "test.example"
[http]
listen = ["127.0.0.1:0"]
[store]
directory = "${directory}"
min_free = "0B"
[dns]
servers = ["127.0.0.1:1"]
timeout = "100ms"
tries = 1
[analysis]
time_limit = "2m"
[plans.gated]
api = true
full_reports_per_month = 1
`)
  /** By the store's own SQLite: another one in the same process would undo its locks. */
  function count(what: string): number {
    const database = new Database(`${directory}/mailgauge.db`, { readonly: true })
    const found = database.prepare(`SELECT count(*) FROM ${what}`).pluck().get()
    database.close()
    return Number(found)
  }
  const ask = (path: string, key?: keyof Fixture['keys'], init: RequestInit = {}) =>
    fetch(`http://${app.http[0]}${path}`, {
      ...init,
      headers: { ...init.headers, ...(key && { authorization: `Bearer ${fixture.keys[key]}` }) },
    })
  const read = async (told: FixtureAnswer) => {
    const answer = await ask(told.path, told.key)
    return { status: answer.status, body: (await answer.json()) as FixtureAnswer['body'] }
  }
  const isWithheld = async (path: string) => {
    const [shared] = path.replace('.json', '').replace('/t/', '/v1/shared/').split('?m=')
    const answer = await ask(`${shared?.replace('/message', '')}/message?m=${path.split('?m=')[1]}`)
    return ((await answer.json()) as { withheld?: boolean }).withheld === true
  }

  test('every report is told as it was, to the owner and to who holds its token', async () => {
    let reports = 0
    for (const told of fixture.answers) {
      const { status, body } = await read(told)
      expect({ path: told.path, status }).toEqual({ path: told.path, status: told.status })
      const [now, then] = [checksOf(body), checksOf(told.body)]
      expect(now.map(verdictOf)).toEqual(then.map(verdictOf))
      // Which names a withheld message is told by is for the rules of the day.
      if (told.key || !(await isWithheld(told.path)))
        expect({ checks: now, plan: body['plan'] }).toEqual({ checks: then, plan: told.body['plan'] })
      for (const key of [
        'status',
        'score',
        'gated',
        'message_id',
        'received_at',
        'kind',
        'undetermined',
        'said_by_owner',
        'reason',
      ])
        expect({ key, value: body[key] }).toEqual({ key, value: told.body[key] })
      reports += now.length > 0 ? 1 : 0
    }
    expect(reports).toBeGreaterThan(40)
  })

  test('what was withheld still is', async () => {
    const withheld = fixture.answers.filter(({ body }) => body['withheld'] === true)
    expect(withheld.length).toBeGreaterThan(1)
    for (const told of withheld) {
      const { body } = await read(told)
      expect(body).toMatchObject({ withheld: true, withheld_reason: expect.any(String) })
      expect(body).not.toHaveProperty('content')
    }
  })

  test('every page shows all that its checks found, and what to do', async () => {
    const pages = fixture.answers.filter(({ path }) => path.includes('.json'))
    expect(pages.length).toBeGreaterThan(15)
    for (const told of pages) {
      const page = await ask(told.path.replace('.json', ''))
      const words = textOf(await page.text())
      expect({ path: told.path, status: page.status }).toEqual({ path: told.path, status: 200 })
      const { body } = await read(told)
      const said = checksOf(body).flatMap(({ detail }) => [
        detail['summary'] ?? '',
        ...(detail['advice'] ?? '').split('\n').map(beforeItsRecord),
      ])
      expect(said.filter((text) => !words.includes(plain(text)))).toEqual([])
    }
  })

  test('keys, the answered request, the sender hints, mail to the operator and events are there', async () => {
    expect((await ask('/v1/whoami', 'full')).status).toBe(200)
    expect((await ask('/v1/whoami', 'revoked')).status).toBe(401)
    const { key, token } = fixture.idempotency
    const again = await ask('/v1/tests', 'full', { method: 'POST', headers: { 'idempotency-key': key } })
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(await again.json()).toMatchObject({ token })
    const said = (await (await ask(`/t/${fixture.said}.json`)).json()) as FixtureAnswer['body']
    expect(said).toMatchObject({ kind: 'marketing', said_by_owner: { kind: 'marketing', bulk: true } })
    expect(events).toEqual([
      {
        id: expect.any(Number),
        type: 'test.scored',
        ...(events[0]?.accountId && { accountId: expect.any(String) }),
        subject: expect.stringMatching(/^msg_/),
        payload: { token: expect.any(String), score: expect.any(Number) },
        at: expect.any(Date),
      },
    ])
    const store = await openStore({ directory, migrate: false })
    const mail = await store.roleMail.list()
    expect(mail.map(({ role }) => role)).toEqual(['postmaster', 'postmaster'])
    for (const { id } of mail) expect((await store.roleMail.raw(id))?.length).toBeGreaterThan(100)
    await store.close()
  })

  test('it is judged again from its evidence, and read after that', async () => {
    const rescore = (line: string) => place.run(`rescore ${line} --store.directory=${directory}`)
    const scored = count("messages WHERE status = 'scored'")
    expect(scored).toBeGreaterThan(30)
    const all = await rescore('--all --diff')
    expect(all.stdout).not.toContain('could not be scored again')
    expect(judged(all.stdout)).toBe(scored)
    expect(judged((await rescore(fixture.said)).stdout)).toBe(2)
    expect(judged((await rescore('--all --write')).stdout)).toBe(scored)
    expect((await rescore('--all')).stdout).toStartWith(`${scored} same, 0 changed`)
    for (const told of fixture.answers) {
      const { status, body } = await read(told)
      expect(status).toBe(told.status)
      expect(checksOf(body).length > 0).toBe(checksOf(told.body).length > 0)
      if (told.path.includes('.json')) expect((await ask(told.path.replace('.json', ''))).status).toBe(200)
    }
  }, 120_000)
})

function judged(said: string): number {
  const [, same, changed] = /^(\d+) same, (\d+) changed; mean/m.exec(said) ?? []
  return Number(same) + Number(changed)
}

/** The words of a page, without its markup and its spaces. */
function textOf(html: string): string {
  const text = html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
  return plain(text.replaceAll('&#39;', "'").replaceAll('&amp;', '&'))
}

/** Records are shown apart from the words that ask for them. */
const beforeItsRecord = (advice: string) => advice.split(/[:"]/, 1)[0] ?? ''

const plain = (text: string) => text.replaceAll(/\s/g, '')
