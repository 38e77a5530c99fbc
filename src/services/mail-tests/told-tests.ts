import { createHash } from 'node:crypto'
import { type Actor, holdsTest } from '../../core/access/permission.ts'
import type { CheckWordsByName } from '../../core/check-words.ts'
import { addressOf, isToken, type MailTest } from '../../core/mail-test.ts'
import { granted, type Result, refused } from '../../core/refusal.ts'
import type { Report } from '../../core/report.ts'
import type { ToldCopy, ToldTestRow } from '../../store/mail-tests.ts'
import type { Store } from '../../store/store.ts'
import { renderingVersion } from '../telling/rendering-version.ts'
import { type Reader, toldChecks } from '../telling/told-checks.ts'
import { reportForToken, type WithholdingRules } from '../withholding/shown-words.ts'
import type { ReportGate } from './report-gate.ts'

/** One test as the API tells it: its latest analysed message, or the pinned one. */
export interface ToldTest {
  test: Omit<MailTest, 'senderHints'>
  address: string
  /** The full report is withheld pending an upgrade. */
  gated?: true
  /** As the API tells them, as JSON. Absent: there are none to tell. */
  rendered?: Pick<ToldCopy, 'checks'>
}

/** What is looked at of a test with all that is known of it. */
interface ReadTest extends Omit<ToldTest, 'rendered'> {
  report?: Report
}

export interface ToldTestsDeps {
  store: Pick<Store, 'mailTests' | 'messages'>
  gate: Pick<ReportGate, 'isGated'>
  rules: WithholdingRules
  checkWords: CheckWordsByName
  mailDomain: string
  /** A test with all that is known of it. */
  read(actor: Actor, token: string, messageId?: string): Promise<Result<ReadTest>>
}

const noTest = refused({ kind: 'not_found', what: 'test' })

/** Copies that are on their way to the store. Past it none is kept: the next reader makes it again. */
const MOST_ON_THEIR_WAY = 50

/** Tells tests out of the copies of what was told of their reports. A copy is made by the first who reads, and made anew
 * where this program would tell it in other words; whoever replaces a report drops it. */
export function createToldTests({ store, gate, rules, checkWords, mailDomain, read }: ToldTestsDeps) {
  const told = `${renderingVersion()}/${markOf(checkWords)}`
  const versions: Record<Reader, string> = {
    owner: `owner/${told}`,
    token: `token/${told}/${rules.version}`,
  }
  const render = (report: Report, reader: Reader) =>
    asJson(toldChecks(reader === 'token' ? reportForToken(report, rules) : report, reader, checkWords))
  let onTheirWay = 0

  async function renderAnew(token: string, messageId: string, reader: Reader) {
    const stored = await store.messages.report(token, messageId)
    if (!stored?.report) return undefined
    const checks = render(stored.report, reader)
    if (onTheirWay < MOST_ON_THEIR_WAY) {
      onTheirWay += 1
      const { revision } = stored
      // A disk that takes no write is no reason to refuse those who read.
      void store.messages
        .keepRendered(messageId, { revision, version: versions[reader], checks })
        .catch(() => undefined)
        .finally(() => {
          onTheirWay -= 1
        })
    }
    return { checks }
  }

  async function pinned(actor: Actor, token: string, messageId: string): Promise<Result<ToldTest>> {
    const view = await read(actor, token, messageId)
    if (!view.ok) return view
    const { test, address, report, gated } = view.value
    const rendered =
      report && !gated ? { checks: asJson(toldChecks(report, readerOf(actor), checkWords)) } : undefined
    return granted({ test, address, ...(gated && { gated }), ...(rendered && { rendered }) })
  }

  /** Pending and failed messages have no checks. */
  async function latest(actor: Actor, { test, rendered: kept }: ToldTestRow): Promise<Result<ToldTest>> {
    const told = { test, address: addressOf(test, mailDomain) }
    if (test.status !== 'scored' || test.messageId === undefined) return granted(told)
    if (await gate.isGated(test)) return granted({ ...told, gated: true })
    const reader = readerOf(actor)
    const isOurs = kept?.version === versions[reader]
    const rendered = isOurs ? kept : await renderAnew(test.token, test.messageId, reader)
    // The latest message of a test can only be gone with the test.
    return rendered ? granted({ ...told, rendered }) : noTest
  }

  return async (actor: Actor, token: string, messageId?: string): Promise<Result<ToldTest>> => {
    const found = isToken(token) ? await store.mailTests.told(token) : undefined
    if (!found || !holdsTest(actor, found.test, 'read')) return noTest
    const isPinned = messageId !== undefined && messageId !== found.test.messageId
    return isPinned ? pinned(actor, token, messageId) : latest(actor, found)
  }
}

/** What is said of checks comes with them from outside, so it is no part of the mark that is made at build. */
const markOf = (checkWords: CheckWordsByName) =>
  createHash('sha256')
    .update(JSON.stringify([...checkWords]))
    .digest('hex')
    .slice(0, 16)

const readerOf = ({ kind }: Actor): Reader => (kind === 'token' ? 'token' : 'owner')

const asJson = (value: object) => new TextEncoder().encode(JSON.stringify(value))
