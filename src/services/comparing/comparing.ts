import type { Actor } from '../../core/access/permission.ts'
import type { CheckWordsByName } from '../../core/check-words.ts'
import type { Message } from '../../core/message.ts'
import { granted, type Result } from '../../core/refusal.ts'
import type { Store } from '../../store/store.ts'
import type { MailTests, TestView } from '../mail-tests/mail-tests.ts'
import type { SessionActor } from '../people/sessions.ts'
import { isDecidedByOthers, type WithholdingRules } from '../withholding/shown-words.ts'
import { compareFields, type FieldChange } from './header-fields.ts'
import { compareRecords, type RecordChanges, type RecordSide } from './records.ts'
import { type Comparison, compareReports, type Judged, type Pair } from './reports.ts'
import { type Change, type Other, sentenceOf, tellChange } from './sentence.ts'

/** One of two messages that are compared. */
export interface Side {
  token: string
  address: string
  /** Absent: nothing has arrived. */
  message?: Message
  /** 1 is the first that arrived at its test. */
  number: number
  /** How many messages its test has. */
  messages: number
  /** Present where it is scored. */
  judged?: Judged
  /** From and Subject. Absent where they may not be told. */
  words?: { from: string; subject: string }
  /** Its words are withheld from whoever asks. */
  withheld?: true
}

/** Two messages, the one that is asked for as the earlier first. */
export interface TwoReports extends Pair<Side> {
  /** They are one and the same message. */
  isSame: boolean
  /** Both are scored. */
  compared?: {
    comparison: Comparison
    change: Change
    /** Absent: of one of them no header fields may be told, or none are kept. */
    fields?: FieldChange[]
    /** Absent: of one of them no answers may be told, or none are kept. */
    records?: RecordChanges
  }
}

/** A test, and two of its messages. */
export interface OfTest {
  view: TestView
  /** Absent: fewer than two were analysed to a report, and no others were asked for. */
  two?: TwoReports
}

/** What changed since an earlier message of the same test, in a line. */
export interface Since {
  /** +1.5 since message 1: DKIM fixed */
  sentence: string
  /** Ids of the messages. */
  before: string
  after: string
}

/** A test, or one of its messages. */
export interface Place {
  token: string
  /** Absent: the latest analysed one. */
  messageId?: string
}

export interface ComparingDeps {
  mailTests: Pick<MailTests, 'read' | 'readMessage' | 'readMessageView'>
  store: { messages: Pick<Store['messages'], 'evidence'> }
  rules: WithholdingRules
  checkWords: CheckWordsByName
}

/** Reports side by side, each as whoever asks may read it: a test that is not theirs to read is `not_found`. */
export interface Comparing {
  /** Two messages of a test. Who names none gets the two latest that were analysed. */
  ofTest(reader: Actor, token: string, wanted: Partial<Pair<string>>): Promise<Result<OfTest>>
  /** Any two reports of an account. */
  of(reader: SessionActor, before: Place, after: Place): Promise<Result<TwoReports>>
  /** One report of an account, to choose another for it. */
  one(reader: SessionActor, place: Place): Promise<Result<Side>>
  /** What the shown report of a test changed since the analysed message before it. Absent: there is none. */
  since(reader: Actor, view: TestView): Promise<Since | undefined>
}

/** Compares reports over what readers of tests may read. */
export function createComparing(deps: ComparingDeps): Comparing {
  const { mailTests } = deps

  async function two(reader: Actor, a: Result<TestView>, b: Result<TestView>): Promise<Result<TwoReports>> {
    if (!a.ok) return a
    if (!b.ok) return b
    const [before, after] = await Promise.all([
      withWords(deps, reader, sideOf(deps, reader, a.value)),
      withWords(deps, reader, sideOf(deps, reader, b.value)),
    ])
    const isSame =
      before.message !== undefined && before.message.id === after.message?.id && before.token === after.token
    const pair = { before, after, isSame }
    if (isSame || !before.judged || !after.judged) return granted(pair)
    const comparison = compareReports(before.judged, after.judged)
    const change = tellChange(comparison, otherOf(pair), deps.checkWords)
    if (comparison.gated) return granted({ ...pair, compared: { comparison, change } })
    const [fields, records] = await Promise.all([fieldsOf(deps, reader, pair), recordsOf(deps, pair)])
    return granted({
      ...pair,
      compared: { comparison, change, ...(fields && { fields }), ...(records && { records }) },
    })
  }

  return {
    async ofTest(reader, token, wanted) {
      const read = await mailTests.read(reader, token)
      if (!read.ok) return read
      const chosen = choose(read.value.messages, wanted)
      if (!chosen) return granted({ view: read.value })
      const pair = await two(
        reader,
        await mailTests.read(reader, token, chosen.before),
        await mailTests.read(reader, token, chosen.after),
      )
      return pair.ok ? granted({ view: read.value, two: pair.value }) : pair
    },

    async of(reader, before, after) {
      return two(
        reader,
        await mailTests.read(reader, before.token, before.messageId),
        await mailTests.read(reader, after.token, after.messageId),
      )
    },

    async one(reader, { token, messageId }) {
      const read = await mailTests.read(reader, token, messageId)
      return read.ok ? granted(await withWords(deps, reader, sideOf(deps, reader, read.value))) : read
    },

    async since(reader, view) {
      const after = sideOf(deps, reader, view)
      const earlier = view.messages
        .slice(view.messages.length - after.number + 1)
        .find(({ outcome }) => outcome?.status === 'scored')
      if (!after.message || !after.judged || !earlier) return undefined
      const read = await mailTests.read(reader, view.test.token, earlier.id)
      const before = read.ok ? sideOf(deps, reader, read.value) : undefined
      if (!before?.judged) return undefined
      const comparison = compareReports(before.judged, after.judged)
      const sentence = sentenceOf(tellChange(comparison, otherOf({ before, after }), deps.checkWords))
      return { sentence, before: earlier.id, after: after.message.id }
    },
  }
}

/** Of messages, newest first: those that were named, else the latest that have a report. */
function choose(messages: readonly Message[], wanted: Partial<Pair<string>>): Pair<string> | undefined {
  const scored = messages.filter(({ outcome }) => outcome?.status === 'scored').map(({ id }) => id)
  const after = wanted.after ?? scored.find((id) => id !== wanted.before)
  const place = messages.findIndex(({ id }) => id === after)
  const older = messages.slice(place + 1).map(({ id }) => id)
  const before = wanted.before ?? older.find((id) => scored.includes(id)) ?? scored.find((id) => id !== after)
  return before !== undefined && after !== undefined ? { before, after } : undefined
}

function sideOf(
  { rules }: Pick<ComparingDeps, 'rules'>,
  reader: Actor,
  { test, address, message, messages, report, gated }: TestView,
): Side {
  const place = messages.findIndex(({ id }) => id === message?.id)
  const isWithheld =
    report !== undefined && reader.kind === 'token' && (report.withheld || isDecidedByOthers(report, rules))
  const judged = report && message && { report, size: message.size, ...(gated && { gated }) }
  return {
    token: test.token,
    address,
    ...(message && { message }),
    number: place < 0 ? 0 : messages.length - place,
    messages: messages.length,
    ...(judged && { judged }),
    ...(isWithheld && { withheld: true }),
  }
}

async function withWords({ mailTests }: ComparingDeps, reader: Actor, side: Side): Promise<Side> {
  const { token, message, judged, withheld } = side
  if (!message || !judged || judged.gated || withheld) return side
  const read = await mailTests.readMessage(reader, token, message.id)
  if (!read.ok || read.value.withheld) return side
  const { from, subject } = read.value
  return { ...side, words: { from, subject } }
}

/** What the sentence calls the one that is compared with. */
function otherOf({ before, after }: Pair<Side>): Other {
  if (before.token !== after.token) return { name: 'the first report', apart: true }
  const name = `message ${before.number}`
  return before.number > after.number ? { name, apart: true } : { name }
}

async function fieldsOf(
  { mailTests }: ComparingDeps,
  reader: Actor,
  { before, after }: Pair<Side>,
): Promise<FieldChange[] | undefined> {
  if (before.withheld || after.withheld) return undefined
  const [earlier, later] = await Promise.all([
    mailTests.readMessageView(reader, before.token, before.message?.id),
    mailTests.readMessageView(reader, after.token, after.message?.id),
  ])
  return earlier.ok && later.ok ? compareFields(earlier.value.headers, later.value.headers) : undefined
}

async function recordsOf(
  { store, rules }: ComparingDeps,
  { before, after }: Pair<Side>,
): Promise<RecordChanges | undefined> {
  if (!before.message || !after.message) return undefined
  const changes = compareRecords(
    await store.messages.evidence(before.message.id),
    await store.messages.evidence(after.message.id),
  )
  return changes && (before.withheld || after.withheld) ? discreetly(changes, rules) : changes
}

/** Names of a message whose words are withheld may hold what is withheld. */
function discreetly({ records, more }: RecordChanges, { discreet }: WithholdingRules): RecordChanges {
  const told = (side: RecordSide): RecordSide =>
    side.kind === 'records' ? { ...side, records: side.records.map(discreet) } : side
  return {
    records: records.map((one) => ({
      ...one,
      name: discreet(one.name),
      before: told(one.before),
      after: told(one.after),
    })),
    more,
  }
}
