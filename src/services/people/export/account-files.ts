import type { Account } from '../../../core/access/account.ts'
import type { AuditEntry } from '../../../core/access/audit.ts'
import type { CheckWordsByName } from '../../../core/check-words.ts'
import type { MailLogLine } from '../../../core/mail-log.ts'
import { addressOf, type MailTest } from '../../../core/mail-test.ts'
import type { Message } from '../../../core/message.ts'
import type { HistoryPlace, HistoryRow } from '../../../store/history.ts'
import type { MailLogPlace } from '../../../store/mail-log.ts'
import type { Store } from '../../../store/store.ts'
import { recordName } from '../../domains/domain-name.ts'
import { recordValue } from '../../domains/record.ts'
import type { ReportGate } from '../../mail-tests/report-gate.ts'
import { toldChecks } from '../../telling/told-checks.ts'
import { complaintPages, letterPages } from './complaints.ts'
import { destinationsOf } from './destinations.ts'
import { monitorFacts } from './monitors.ts'
import { invitationsOf, keysOf, peopleOf } from './people.ts'
import { README } from './readme.ts'
import { reportFiles } from './report-files.ts'
import { reportPages, tlsReportPages } from './report-pages.ts'
import { sourceMarkLines } from './source-marks.ts'
import type { ArchiveFile } from './tar.ts'
import { eventLines, policyPages, recordLines } from './watched-pages.ts'

export interface AccountFilesDeps {
  store: Pick<
    Store,
    | 'accounts'
    | 'aggregates'
    | 'apiKeys'
    | 'audit'
    | 'complaints'
    | 'destinations'
    | 'domains'
    | 'history'
    | 'mailLog'
    | 'invitations'
    | 'mailTests'
    | 'memberships'
    | 'messages'
    | 'monitors'
    | 'oneClick'
    | 'recordHistory'
    | 'sourceMarks'
    | 'tlsReports'
    | 'reportMail'
    | 'watching'
  >
  gate: Pick<ReportGate, 'isGated'>
  checkWords: CheckWordsByName
  mailDomain: string
}

const TESTS_AT_ONCE = 200
const ENTRIES_AT_ONCE = 1000

/** Everything that is kept of an account, file by file: no more than one message is held at a time. */
export async function* accountFiles(
  deps: AccountFilesDeps,
  account: Account,
  at: Date,
): AsyncGenerator<ArchiveFile> {
  const root = `mailgauge-${account.id.slice(0, 8)}`
  const file = (path: string, bytes: Uint8Array): ArchiveFile => ({ path: `${root}/${path}`, bytes })
  const json = (path: string, value: unknown) => file(path, bytesOf(`${JSON.stringify(value, null, 2)}\n`))

  yield file('README.txt', bytesOf(README))
  yield json('account.json', {
    id: account.id,
    name: account.name,
    plan: account.plan,
    created_at: account.createdAt,
    shown_providers: await deps.store.accounts.shownProviders(account.id),
    exported_at: at,
  })
  yield json('people.json', await peopleOf(deps, account.id))
  yield json('invitations.json', await invitationsOf(deps, account.id))
  yield json('keys.json', await keysOf(deps, account.id))
  yield json('domains.json', await domainsOf(deps, account.id))
  yield json('alerts.json', await destinationsOf(deps, account.id))
  for await (const { id, ...facts } of monitorFacts(deps, account.id)) {
    yield json(`monitors/${id}.json`, { id, ...facts })
    for await (const { path, bytes } of inParts(`records/${id}`, recordLines(deps.store, { monitorId: id })))
      yield file(path, bytes)
  }
  for await (const test of testsOf(deps, account.id)) {
    const folder = `tests/${test.createdAt.toISOString().slice(0, 10)}-${test.token}`
    yield json(`${folder}/test.json`, testFacts(test, deps.mailDomain))
    const isGated = await deps.gate.isGated(test)
    for (const message of await deps.store.messages.ofTest(test.token)) {
      for await (const { path, bytes } of messageFiles(deps, message, isGated))
        yield file(`${folder}/${path}`, bytes)
    }
  }
  for await (const { path, bytes } of inParts('history', historyPages(deps, account.id)))
    yield file(path, bytes)
  for await (const { path, bytes } of reportsOf(deps, account.id)) yield file(path, bytes)
  for await (const { path, bytes } of inParts('mail-log', mailLogPages(deps, account.id)))
    yield file(path, bytes)
  for await (const { path, bytes } of inParts('audit-log', auditPages(deps, account.id)))
    yield file(path, bytes)
}

/** What reports say of each domain, and the files that they came in. */
async function* reportsOf({ store }: AccountFilesDeps, accountId: string): AsyncGenerator<ArchiveFile> {
  for (const { id, domain } of await store.domains.list(accountId)) {
    yield* inParts(`records/${domain}`, recordLines(store, { domainId: id }))
    yield* inParts(`dmarc/${domain}`, reportPages(store, id))
    yield* inParts(`dmarc-policies/${domain}`, policyPages(store, id))
    yield* inParts(`dmarc-events/${domain}`, eventLines(store, id))
    yield* inParts(`source-marks/${domain}`, sourceMarkLines(store, id))
    yield* inParts(`tls/${domain}`, tlsReportPages(store, id))
    yield* inParts(`complaints/${domain}`, complaintPages(store, id))
    yield* inParts(`complaint-letters/${domain}`, letterPages(store, id))
    for await (const { path, bytes } of reportFiles(store, id))
      yield { path: `report-files/${domain}/${path}`, bytes }
  }
}

/** Pages of facts as numbered files, each fact a line. */
async function* inParts(folder: string, pages: AsyncIterable<object[]>): AsyncGenerator<ArchiveFile> {
  let part = 0
  for await (const facts of pages) {
    part += 1
    const lines = facts.map((one) => `${JSON.stringify(one)}\n`).join('')
    yield { path: `${folder}/${String(part).padStart(5, '0')}.jsonl`, bytes: bytesOf(lines) }
  }
}

const bytesOf = (text: string) => new TextEncoder().encode(text)

async function domainsOf({ store }: AccountFilesDeps, accountId: string) {
  const domains = await store.domains.list(accountId)
  return domains.map(({ id, domain, token, createdAt, verifiedAt, look, absence }) => ({
    id,
    domain,
    record: { name: recordName(domain), value: recordValue(token) },
    created_at: createdAt,
    verified_at: verifiedAt,
    last_look: look,
    record_gone_since: absence?.since,
  }))
}

/** Newest first. Pages overlap by one: where they do not meet, tests were deleted meanwhile, and it is begun again. */
async function* testsOf({ store }: AccountFilesDeps, accountId: string): AsyncGenerator<MailTest> {
  const given = new Set<string>()
  let [offset, last]: [number, string | undefined] = [0, undefined]
  for (;;) {
    const from = Math.max(0, offset - 1)
    const { items } = await store.mailTests.listByAccount(accountId, { limit: TESTS_AT_ONCE, offset: from })
    const meets = last === undefined || items[0]?.token === last || offset === 0
    if (!meets) {
      ;[offset, last] = [0, undefined]
      continue
    }
    const fresh = items.filter(({ token }) => !given.has(token))
    for (const test of fresh) {
      given.add(test.token)
      yield test
    }
    if (items.length < TESTS_AT_ONCE) return
    last = items.at(-1)?.token
    offset = from + items.length
  }
}

function testFacts(test: MailTest, mailDomain: string) {
  return {
    token: test.token,
    address: addressOf(test, mailDomain),
    source: test.source,
    status: test.status,
    score: test.score,
    created_at: test.createdAt,
    expires_at: test.expiresAt,
    received_at: test.receivedAt,
    message_id: test.messageId,
    sender_hints: test.senderHints,
  }
}

/** The message as it came, what the session told, and its report as far as the plan shows it. */
async function* messageFiles(
  { store, checkWords }: AccountFilesDeps,
  { id, token, receivedAt, size, outcome }: Message,
  isGated: boolean,
): AsyncGenerator<ArchiveFile> {
  const raw = await store.messages.raw(id)
  // Deleted or expired since the list was read.
  if (!raw) return
  yield { path: `${id}.eml`, bytes: raw }
  const report = (await store.messages.report(token, id))?.report
  const facts = {
    message_id: id,
    received_at: receivedAt,
    bytes: size,
    ...outcome,
    ...(report && isGated && { gated: true }),
    ...(report &&
      !isGated && {
        scoring_version: report.scoringVersion,
        kind: report.kind,
        checks: toldChecks(report, 'owner', checkWords),
        plan: report.plan,
      }),
    session: await store.messages.envelope(id),
    one_click: await store.oneClick.of(id),
  }
  yield { path: `${id}.json`, bytes: bytesOf(`${JSON.stringify(facts, null, 2)}\n`) }
}

async function* historyPages({ store }: AccountFilesDeps, accountId: string) {
  let after: HistoryPlace | undefined
  do {
    const page = await store.history.rows(accountId, { limit: ENTRIES_AT_ONCE, ...(after && { after }) })
    if (page.rows.length > 0) yield page.rows.map(historyFacts)
    after = page.next
  } while (after)
}

function historyFacts({ receivedAt, source, domain, score, failedChecks }: HistoryRow) {
  return {
    received_at: receivedAt,
    source,
    from_domain: domain,
    status: score === undefined ? 'failed' : 'scored',
    score,
    failed_checks: failedChecks,
  }
}

async function* mailLogPages({ store }: AccountFilesDeps, accountId: string) {
  let before: MailLogPlace | undefined
  for (;;) {
    const lines = await store.mailLog.list({ accountId, limit: ENTRIES_AT_ONCE, ...(before && { before }) })
    if (lines.length > 0) yield lines.map(mailLogFacts)
    const last = lines.at(-1)
    before = last && { at: last.lastAt, id: last.id }
    if (lines.length < ENTRIES_AT_ONCE) return
  }
}

function mailLogFacts(line: MailLogLine) {
  const { firstAt, lastAt, count, outcome, client, helo, tls, mailFrom, rcptTo, size, messageId, reply } =
    line
  return {
    ...{ first_at: firstAt, last_at: lastAt, count, outcome, client, helo, tls },
    ...{ mail_from: mailFrom, rcpt_to: rcptTo, size, message_id: messageId },
    ...(reply && { code: reply.code, reply: reply.text }),
  }
}

async function* auditPages({ store }: AccountFilesDeps, accountId: string) {
  let before: number | undefined
  for (;;) {
    const entries = await store.audit.list({
      accountId,
      limit: ENTRIES_AT_ONCE,
      ...(before !== undefined && { before }),
    })
    if (entries.length > 0) yield entries.map(auditFacts)
    before = entries.at(-1)?.id
    if (entries.length < ENTRIES_AT_ONCE) return
  }
}

function auditFacts({ id, at, actor, action, target, details, client }: AuditEntry) {
  return { id, at, actor, action, target, details, client }
}
