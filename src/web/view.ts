import type { Check } from '../core/check.ts'
import { type CheckWordsByName, type Relevance, relevanceOf } from '../core/check-words.ts'
import type { RefusedMail } from '../core/mail-log.ts'
import type { Message } from '../core/message.ts'
import type { MessageView } from '../core/message-view.ts'
import type { Refusal } from '../core/refusal.ts'
import type { MessageKind, Report, SenderHints } from '../core/report.ts'
import type { Since } from '../services/comparing/comparing.ts'
import type { TestView } from '../services/mail-tests/mail-tests.ts'
import type { ReceivedMessage } from '../services/mail-tests/received-message.ts'
import type { Subjects } from '../services/mail-tests/subjects.ts'
import { verdict } from '../services/telling/verdict.ts'
import type { OwnTest, Reading } from './frame/reading.ts'

/** A check. Pages that a token opens are made of those without what quotes the message. */
export interface ShownCheck extends Omit<Check, 'quotes'> {
  /** For people of the test's account alone. */
  quotes?: NonNullable<Check['quotes']>
  /** What people call it, why it matters and who can change it. Absent of a check that this version does not know. */
  words?: { title: string } & Relevance
}

export interface ShownReport
  extends Pick<
    Report,
    'score' | 'undetermined' | 'kind' | 'kindReasons' | 'saidByOwner' | 'plan' | 'withheld'
  > {
  /** The sentence beside the score. */
  verdict: string
  checks: ShownCheck[]
  /** The checks are left out: only the score is shown. */
  gated?: true
}

export interface ShownMessage {
  id: string
  /** 1 is the first that arrived. */
  number: number
  receivedAt: Date
  outcome?: Message['outcome']
  triedAgainAt?: Date
  /** It is analysed once more; its outcome stays until then. */
  again?: true
  /** Absent: it is not shown, or there is none yet. */
  subject?: string
  /** The page is about this one. */
  current: boolean
}

/** Which mailbox providers a report is shown with. */
export interface ProviderChoice {
  /** The checks of all that it judges, in its order. */
  known: readonly string[]
  /** Those that are shown. */
  shown: readonly string[]
  /** What chose them. nothing: the sender is not known to this reader. */
  by: 'address' | 'account' | 'domain' | 'nothing'
  /** The message that the address of the page names. */
  message?: string | undefined
  /** Its reader may keep a choice for the account. */
  keepable: boolean
}

/** waiting: nothing arrived. analysing: the message of the page has no outcome yet. */
export type PageState = 'waiting' | 'analysing' | 'scored' | 'failed'

/** A test as its page shows it. */
export interface TestPage {
  token: string
  address: string
  createdAt: Date
  expiresAt: Date
  state: PageState
  /** Newest first. */
  messages: ShownMessage[]
  shown?: ShownMessage
  report?: ShownReport
  /** What the report's message brought. Absent: it is withheld, gated, or was analysed before these were kept. */
  messageView?: MessageView
  /** The message's own words, or why they are withheld. Absent with a gated report, too. */
  received?: ReceivedMessage
  /** What changed since the analysed message before it. Absent: there is none. */
  since?: Since
  /** Absent: there are no two to choose from. */
  providerChoice?: ProviderChoice
  /** What the owner said of the mail of this test. */
  senderHints?: SenderHints
  /** Why mail to the address would be refused now. */
  refusing?: Refusal
  /** The last mail to it that was not taken. */
  refused?: RefusedMail
  /** The message came as a file: its address takes no mail. */
  fromFile?: true
  /** The message came to a monitor: further ones make tests of their own. */
  fromMonitor?: true
  /** Why the message could not be analysed. */
  reason?: string
  /** There is a later message than the one shown. */
  later?: 'analysing' | 'analysed'
  /** Changes whenever the page would. */
  version: string
  /** Its reader may say what the mail is, and delete the test. */
  changeable: boolean
  /** Present: its reader is one of its account. */
  own?: OwnTest
}

/** What the message itself shows, read apart from the report. */
export type Words = Pick<TestPage, 'messageView' | 'received' | 'since' | 'providerChoice'> & {
  subjects?: Subjects
}

export function testPage(
  view: TestView,
  pinned: boolean,
  checkWords: CheckWordsByName,
  { subjects, ...words }: Words = {},
  reading: Reading = { changeable: false },
): TestPage {
  const { test, address } = view
  const newest = view.messages[0]
  const subject = view.message ?? newest
  const messages = view.messages.map((message, index) => ({
    ...onlyShown(message),
    ...subjectIn(subjects, message),
    number: view.messages.length - index,
    current: message.id === subject?.id,
  }))
  const shown = messages.find((message) => message.current)
  const outcome = shown?.outcome
  const later = laterThan(shown, messages, pinned)
  return {
    token: test.token,
    address,
    createdAt: test.createdAt,
    expiresAt: test.expiresAt,
    state: stateOf(shown, view.report),
    messages,
    ...(shown && { shown }),
    ...(view.report && {
      report: {
        ...shownReport(view.report, checkWords, reading.own !== undefined),
        ...(view.gated && { gated: true }),
      },
    }),
    ...words,
    ...(test.senderHints && { senderHints: test.senderHints }),
    ...(test.source === 'upload' && { fromFile: true }),
    ...(test.source === 'monitor' && { fromMonitor: true }),
    ...(view.refusing && { refusing: view.refusing }),
    ...(view.refused && { refused: view.refused }),
    ...(outcome?.status === 'failed' && { reason: outcome.reason }),
    ...(later && { later }),
    version: versionOf(view),
    ...reading,
  }
}

function subjectIn(subjects: Subjects | undefined, { id }: Message): Pick<ShownMessage, 'subject'> {
  const subject = subjects?.get(id)
  return subject === undefined ? {} : { subject }
}

function stateOf(shown: ShownMessage | undefined, report: Report | undefined): PageState {
  if (!shown) return 'waiting'
  if (report) return 'scored'
  return shown.outcome?.status === 'failed' ? 'failed' : 'analysing'
}

function laterThan(
  shown: ShownMessage | undefined,
  messages: ShownMessage[],
  pinned: boolean,
): TestPage['later'] {
  if (!shown) return undefined
  const later = messages.filter((message) => message.number > shown.number)
  if (pinned && later.some((message) => message.outcome)) return 'analysed'
  return later.some((message) => !message.outcome) ? 'analysing' : undefined
}

function onlyShown(
  message: Message,
): Pick<ShownMessage, 'id' | 'receivedAt' | 'outcome' | 'triedAgainAt' | 'again'> {
  return {
    id: message.id,
    receivedAt: message.receivedAt,
    ...(message.outcome && { outcome: message.outcome }),
    ...(message.triedAgainAt && { triedAgainAt: message.triedAgainAt }),
    ...(message.again && { again: message.again }),
  }
}

function shownReport(report: Report, checkWords: CheckWordsByName, quoted: boolean): ShownReport {
  const { score, undetermined, kind, kindReasons, saidByOwner, plan, withheld } = report
  return {
    score,
    undetermined,
    kind,
    kindReasons,
    verdict: verdict(report, checkWords),
    checks: report.checks.map((check) => ({
      ...shownCheck(check, checkWords, kind),
      ...(quoted && check.quotes && { quotes: check.quotes }),
    })),
    ...(saidByOwner && { saidByOwner }),
    ...(plan && { plan }),
    ...(withheld && { withheld }),
  }
}

/** A check as pages show it, of mail of a kind or in general. */
export function shownCheck(
  { quotes: _, ...check }: Check,
  checkWords: CheckWordsByName,
  kind?: MessageKind,
): ShownCheck {
  const title = checkWords.get(check.name)?.title
  const relevance = relevanceOf(checkWords, check.name, kind)
  return { ...check, ...(title !== undefined && relevance && { words: { title, ...relevance } }) }
}

/** Of what the test is now, whichever of its messages is looked at. */
export function versionOf(view: TestView): string {
  const facts = view.messages.map(({ id, outcome, triedAgainAt, again }) => [
    id,
    outcome?.status ?? 'queued',
    outcome?.status === 'scored' ? outcome.score : (triedAgainAt?.getTime() ?? 0),
    again === true,
  ])
  const { test, refusing, refused } = view
  return Bun.hash(
    JSON.stringify([facts, test.senderHints ?? {}, refusing?.kind, refused?.lastAt, refused?.outcome]),
  ).toString(36)
}
