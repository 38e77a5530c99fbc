import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { CHECK_WORDS } from '../../src/analysis/telling/check-words.ts'
import { refused } from '../../src/core/refusal.ts'
import { createAnnouncer } from '../../src/services/announcer.ts'
import { createComparing } from '../../src/services/comparing/comparing.ts'
import type { WebDeps } from '../../src/web/deps.ts'
import { createWeb } from '../../src/web/server.ts'
import { inProcess } from '../contract/in-process.ts'
import { CODE, MARK, markedMessage, seeded } from '../contract/marked-mail.ts'
import type { Made, Stage } from '../contract/stage.ts'
import { RULES } from '../support/builders.ts'
import { readinessUnderTest } from '../support/readiness.ts'
import { readEvents } from '../web/events.ts'
import { NO_FORMS } from '../web/no-forms.ts'

const SEED = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))
/** Other messages at every run; `LEAK_ROUNDS=1000` is the long form. */
const ROUNDS = Number(process.env['LEAK_ROUNDS'] ?? 40)
const BASE = 'http://m.test'

let stage: Stage
/** Whether pages get what shows the message itself: without it every page has to be free of its words. */
let wordsAreShown = true
const NOTHING = refused({ kind: 'not_found', what: 'message' })
const mailTests: WebDeps['mailTests'] = {
  allocateAnonymous: (client) => stage.mailTests.allocateAnonymous(client),
  accountOf: (token) => stage.mailTests.accountOf(token),
  read: (actor, token, messageId) => stage.mailTests.read(actor, token, messageId),
  readMessage: async (actor, token, messageId) =>
    wordsAreShown ? stage.mailTests.readMessage(actor, token, messageId) : NOTHING,
  readSubjects: async (actor, token) =>
    wordsAreShown ? stage.mailTests.readSubjects(actor, token) : NOTHING,
  readMessageView: async (actor, token, messageId) =>
    wordsAreShown ? stage.mailTests.readMessageView(actor, token, messageId) : NOTHING,
  delete: (actor, token) => stage.mailTests.delete(actor, token),
}
const comparing = createComparing({
  mailTests,
  store: { messages: { evidence: (id) => stage.store.messages.evidence(id) } },
  rules: RULES,
  checkWords: CHECK_WORDS,
})
beforeAll(async () => {
  stage = await inProcess({
    web: (seam) =>
      createWeb({
        ...seam,
        mailTests,
        comparing,
        ...NO_FORMS,
        announcer: createAnnouncer(),
        readiness: readinessUnderTest().readiness,
        clock: { now: () => new Date() },
        log: { info() {}, warn() {}, error() {} },
        siteName: 'Mailgauge',
        baseUrl: BASE,
        mailDomain: 'test.example',
        version: '0',
        anonymousTests: true,
        checks: [],
        checkWords: CHECK_WORDS,
      }),
  })
})
afterAll(() => stage.close())

const get = (path: string, headers: Record<string, string> = {}) =>
  stage.ask(new Request(`${BASE}${path}`, { headers }))

async function wholeOf(response: Response): Promise<string> {
  return JSON.stringify(Object.fromEntries(response.headers)) + (await response.text())
}

/** The random number of a request may hold the digits of the code by chance. */
const REQUEST_ID = /\breq_[0-9a-f]{24}\b/g

/** Where the mark stands in the text, with what is around it. */
function leakIn(whole: string): string | undefined {
  const text = whole.replaceAll(REQUEST_ID, '')
  const at = text.toLowerCase().search(new RegExp(`${MARK}|${CODE}`))
  return at < 0 ? undefined : text.slice(Math.max(0, at - 120), at + 60)
}

/** Every answer that a token opens, but for the message itself. */
async function surfaces({ token }: Made, id: string): Promise<[string, string][]> {
  const paths = [
    `/v1/shared/${token}`,
    `/v1/shared/${token}?m=${id}`,
    `/t/${token}`,
    `/t/${token}?m=${id}`,
    `/t/${token}.json`,
    `/t/${token}/delete`,
    `/t/${token}/kind`,
    `/t/${token}/compare`,
  ]
  const answers = paths.map(async (path): Promise<[string, string]> => [path, await wholeOf(await get(path))])
  const events = readEvents(await get(`/t/${token}/events`))
  const first = JSON.stringify(await events.next())
  await events.close()
  return [...(await Promise.all(answers)), ['events', first]]
}

describe('the words of a message', () => {
  test('do not leave by any door that a token opens, withheld or not', async () => {
    const next = seeded(SEED)
    let withheld = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      const made = await stage.anonymousTest()
      const raw = markedMessage(next)
      const id = await stage.message(made, raw)
      await stage.message(made, Buffer.concat([Buffer.from('X-Second: yes\r\n'), raw]))
      const where = `seed ${SEED}, round ${round}\n${new TextDecoder().decode(raw)}`
      const expectNoLeak = async () => {
        for (const [path, text] of await surfaces(made, id)) {
          expect({ path, leak: leakIn(text) }, where).toEqual({ path, leak: undefined })
        }
      }
      wordsAreShown = false
      await expectNoLeak()
      wordsAreShown = true
      const message = (await (await get(`/v1/shared/${made.token}/message`)).json()) as Record<string, string>
      expect(Object.keys(message), where).toEqual(
        message['withheld']
          ? ['from', 'date', 'withheld', 'withheld_reason']
          : ['from', 'date', 'subject', 'content', 'withheld'],
      )
      const preview = await get(`/t/${made.token}/preview`)
      if (message['withheld']) {
        withheld += 1
        await expectNoLeak()
        expect(preview.status, where).toBe(404)
      }
      expect(leakIn(message['withheld_reason'] ?? ''), where).toBeUndefined()
    }
    console.log(`${ROUNDS} messages, ${withheld} of them withheld.`)
    // The property says nothing if no message was withheld.
    expect(withheld).toBeGreaterThan(0)
  }, 3_600_000)

  test('are in the report that the owner reads with a key', async () => {
    const account = await stage.account()
    const { secret } = await stage.key(account.id)
    const next = seeded(1)
    let seen = 0
    for (let round = 0; round < 20; round += 1) {
      const made = await stage.test(account)
      await stage.message(made, markedMessage(next))
      const own = await get(`/v1/tests/${made.token}`, { authorization: `Bearer ${secret}` })
      if (leakIn(await own.text())) seen += 1
    }
    expect(seen).toBeGreaterThan(0)
  })
})
