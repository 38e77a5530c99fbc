import { type Action, refusalOf } from '../../core/access/permission.ts'
import { MINUTE, rateOf } from '../../core/access/rate.ts'
import { addressOf } from '../../core/mail-test.ts'
import type { MessageView } from '../../core/message-view.ts'
import { granted, type Refusal, type Result, refused } from '../../core/refusal.ts'
import type { OneClickOffer, OneClickOutcome, OneClickTry } from '../../core/unsubscribing/one-click.ts'
import type { Poster } from '../../net/post-ports.ts'
import type { Store } from '../../store/store.ts'
import { byActor, entryBy } from '../access/by.ts'
import { createLimits, type Limits } from '../access/limits.ts'
import type { MailTests, TestView } from '../mail-tests/mail-tests.ts'
import type { SessionActor } from '../people/sessions.ts'
import type { Clock, Log } from '../ports.ts'
import { isDecidedByOthers, type WithholdingRules } from '../withholding/shown-words.ts'
import { type JudgedOneClick, judgeOneClick, type Offered } from './judging.ts'
import { sendOneClick } from './request.ts'
import { asksForOneClick, signedIn } from './signed.ts'

/** What can be tried of a message, and what the last try came to. */
export interface OneClick {
  messageId: string
  offer: OneClickOffer
  signed: Offered['signed']
  /** Whom it unsubscribes: the recipient that the session named. Absent: the message came as a file. */
  recipient?: string
  /** The recipient is the address of a monitor, whose mail would end. */
  ofMonitor?: true
  last?: OneClickTry & { judged?: JudgedOneClick }
  /** Whoever asks may have it tried. */
  mayTry: boolean
}

/** Tries one-click unsubscribing (RFC 8058) for people of a test's account. It is never done by itself. */
export interface Unsubscribing {
  /** Absent: the message is not asked for one-click, or its words are withheld or not shown. */
  look(actor: SessionActor, view: TestView): Promise<OneClick | undefined>
  /** Sends the request once, and keeps what came of it. */
  try(actor: SessionActor, token: string, messageId: string): Promise<Result<OneClickTry>>
}

export interface UnsubscribingDeps {
  store: Pick<Store, 'oneClick' | 'messages' | 'people'>
  mailTests: Pick<MailTests, 'read' | 'readMessageView'>
  rules: Pick<WithholdingRules, 'version'>
  /** Reads the two fields. */
  offerOf(headers: MessageView['headers']): OneClickOffer
  /** To public addresses alone, and without following a redirect. */
  poster: Poster
  clock: Clock
  /** Absent: this process counts alone. */
  limits?: Limits
  log: Log
  mailDomain: string
}

const ACTION: Action = 'tests.unsubscribe'
/** An hour: requests of one account, and requests to one host, which is a stranger's. */
const OF_ACCOUNT = rateOf(6, 60 * MINUTE, 5)
const TO_HOST = rateOf(60, 60 * MINUTE, 19)
/** At a time, of everybody whom this process serves. */
const MOST_AT_ONCE = 20
/** Longer than a request, and what is written about it, may take. */
const LONGEST_MS = 120_000
const RETRY_AFTER_SECONDS = 10

const noMessage = refused({ kind: 'not_found', what: 'message' })

/** One-click unsubscribing over the store. */
export function createUnsubscribing(deps: UnsubscribingDeps): Unsubscribing {
  const { store, clock, limits = createLimits(clock) } = deps
  const ofAccount = limits.rate('one-click-account', OF_ACCOUNT)
  const toHost = limits.rate('one-click-host', TO_HOST)
  const trying = limits.turns('one-click', LONGEST_MS)
  let atOnce = 0

  async function look(actor: SessionActor, view: TestView): Promise<OneClick | undefined> {
    const { test, message, report, gated } = view
    if (!message || !report || gated || !asksForOneClick(report)) return undefined
    // A message whose words are withheld may open somebody's account: nothing of it is sent anywhere.
    if (report.withheld || isDecidedByOthers(report, deps.rules)) return undefined
    const shown = await deps.mailTests.readMessageView(actor, test.token, message.id)
    if (!shown.ok) return undefined
    const [offer, signed] = [deps.offerOf(shown.value.headers), signedIn(report)]
    const [last, envelope] = await Promise.all([
      store.oneClick.of(message.id),
      store.messages.envelope(message.id),
    ])
    const faults = offer.kind === 'offered' ? offer.faults : []
    const judge = (outcome: OneClickOutcome, host: string) => judgeOneClick(outcome, { host, signed, faults })
    return {
      messageId: message.id,
      offer,
      signed,
      ...(envelope?.transport === 'smtp' && { recipient: envelope.rcptTo }),
      ...(test.source === 'monitor' && { ofMonitor: true }),
      ...(last && { last: { ...last, ...(last.outcome && { judged: judge(last.outcome, last.host) }) } }),
      mayTry: offer.kind === 'offered' && !refusalOf(actor, ACTION),
    }
  }

  /** The seconds to wait before another may be sent, by the account and to the host. */
  async function refusalNow({ accountId }: SessionActor, host: string): Promise<Refusal | undefined> {
    const retryAfterSeconds = (await ofAccount.take(accountId)) || (await toHost.take(host))
    return retryAfterSeconds > 0 ? { kind: 'rate_limited', retryAfterSeconds } : undefined
  }

  /** One at a time of an account, and so many of all. */
  async function inTurn(
    { accountId }: SessionActor,
    work: () => Promise<Result<OneClickTry>>,
  ): Promise<Result<OneClickTry>> {
    if (!(await trying.begin(accountId))) return refused({ kind: 'under_way' })
    atOnce += 1
    try {
      if (atOnce <= MOST_AT_ONCE) return await work()
      return refused({ kind: 'rate_limited', retryAfterSeconds: RETRY_AFTER_SECONDS })
    } finally {
      atOnce -= 1
      await trying.end(accountId)
    }
  }

  async function send(
    actor: SessionActor,
    { test }: TestView,
    messageId: string,
    { url, host }: Extract<OneClickOffer, { kind: 'offered' }>,
  ): Promise<Result<OneClickTry>> {
    const at = clock.now()
    const entry = entryBy(await byActor(store, actor), at, {
      accountId: actor.accountId,
      action: 'test.unsubscribe_tried',
      target: addressOf(test, deps.mailDomain),
      details: { host },
    })
    const begun = await store.oneClick.begin(messageId, { at, host }, entry)
    if (begun !== 'begun') return refused(NOT_BEGUN[begun])
    const outcome = await sendOneClick(deps.poster, url)
    const told = outcome.kind === 'answer' ? { status: outcome.status } : { reason: outcome.reason }
    deps.log.info({ message: messageId, host, ms: outcome.tookMs, ...told }, 'A one-click request was sent')
    await store.oneClick.finish(messageId, at, outcome)
    return granted({ at, host, outcome })
  }

  return {
    look,
    async try(actor, token, messageId) {
      const refusal = refusalOf(actor, ACTION)
      if (refusal) return refused(refusal)
      const read = await deps.mailTests.read(actor, token, messageId)
      if (!read.ok) return read
      if (read.value.test.accountId !== actor.accountId) return noMessage
      const found = await look(actor, read.value)
      if (!found) return refused({ kind: 'bad_request', reason: NOT_TRIED })
      const { offer } = found
      if (offer.kind === 'none') return refused({ kind: 'bad_request', reason: offer.says })
      return inTurn(actor, async () => {
        const full = await refusalNow(actor, offer.host)
        return full ? refused(full) : send(actor, read.value, messageId, offer)
      })
    },
  }
}

const NOT_TRIED =
  'One-click unsubscribing is tried of marketing and list mail alone, and never of a message whose words are withheld.'

const NOT_BEGUN = {
  under_way: { kind: 'under_way' },
  unknown_message: { kind: 'not_found', what: 'message' },
  no_space: { kind: 'out_of_space' },
} as const satisfies Record<string, Refusal>
