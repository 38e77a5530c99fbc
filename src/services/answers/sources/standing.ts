import type { Ownership, Standing } from '../answered.ts'
import type { Evidence } from './evidence.ts'

/** Why a source stands where it does: what its sentences go by. */
export type Cause =
  /** It passes; by a signature of the domain's own alone, as forwarded mail does. */
  | 'passes'
  | 'signature_survives'
  /** Receivers say that it was forwarded. */
  | 'receivers_say'
  /** A service that only forwards, or a list. */
  | 'known_service'
  /** Signed by the domain once, and changed on the way. */
  | 'changed_on_the_way'
  /** Authenticated as somebody else. */
  | 'not_aligned'
  /** The domain's own mail: its signature does not verify, or nothing authenticates it. */
  | 'signature_fails'
  | 'not_authenticated'
  /** Signed as the domain by somebody who may be a server of its own or somebody who passes mail on. */
  | 'signed_by_whom'
  /** A gateway of a receiver hands mail on within that receiver. */
  | 'gateway'
  /** Too little is known: SPF could not be looked up, or some of its mail was authenticated or passed on. */
  | 'spf_not_known'
  | 'some_signs'
  /** Nothing of it was ever authenticated. */
  | 'nothing'
  | 'marked_not_mine'

export interface Judgement {
  standing: Standing
  cause: Cause
  whose: Ownership
}

/** 95 %, as the status on the wire. */
const PASSING = 0.95
/** So much of what fails may point elsewhere without a meaning. */
const STRAY = 0.05
/** A source with so much of a domain's mail is hardly a list: it may be a service whose key is not published. */
const MUCH = { share: 0.2, messages: 100 }
/** One that passes now and then may be a server of the domain's own that changes its messages: forwarded mail is seldom so much. */
const SOME = { share: 0.05, messages: 100 }
/** Those who sign as a domain because somebody set them up for it. */
const SERVICES = ['transactional', 'marketing', 'application', 'helpdesk', 'crm']

/** What a source is. docs/dmarc.md has the table. */
export function judge(seen: Evidence): Judgement {
  const judged = byEvidence(seen)
  if (seen.mark !== 'not_mine') return judged
  // Forwarded mail is the domain's own, whoever forwards it.
  const isPassedOn = judged.whose === 'passed_on'
  return isPassedOn ? judged : { standing: 'abuse', cause: 'marked_not_mine', whose: 'others' }
}

function byEvidence(seen: Evidence): Judgement {
  const { status, tally, fail } = seen
  const passes = tally.pass >= tally.messages * PASSING
  if (passes && (status === 'passing' || isSetUp(seen) || tally.spfAligned * 2 >= tally.pass))
    return passing(seen)
  if (status === 'forwarded') {
    if (passes) return passedOn(false, 'signature_survives')
    return passedOn(isSaidToBeList(seen), 'receivers_say')
  }
  if (isOwn(seen)) return own(seen)
  if (
    fail > 0 &&
    (seen.isList || seen.isForwarder) &&
    (seen.isChanged || seen.isForeign || seen.isForwarder)
  ) {
    return passedOn(seen.isList, 'known_service')
  }
  return seen.lastPassed === undefined ? neverPassed(seen) : passedBefore(seen)
}

function passing(seen: Evidence): Judgement {
  const byDkimAlone = seen.tally.spfAligned * 20 <= seen.tally.pass
  if (!byDkimAlone || isSetUp(seen)) {
    return { standing: 'passing', cause: 'passes', whose: 'own' }
  }
  return { standing: 'passing', cause: 'signature_survives', whose: 'passed_on' }
}

const passedOn = (isList: boolean, cause: Cause): Judgement => ({
  standing: isList ? 'mailing_list' : 'forwarded',
  cause,
  whose: 'passed_on',
})

const isService = ({ sender }: Evidence) => sender !== undefined && SERVICES.includes(sender.type)

/** Somebody set it up to send as the domain. */
const isSetUp = (seen: Evidence) => isOwn(seen) || isService(seen)

function isOwn({ mark, term, isOwnHost, isApart, isOwnTenant }: Evidence): boolean {
  return mark === 'mine' || isOwnHost || isOwnTenant || (term !== undefined && !isApart)
}

/** The domain's own mail, which fails. */
function own(seen: Evidence): Judgement {
  const { isChanged, isForeign, sender, mark } = seen
  // Lists and forwarders of a mailbox provider send from the addresses that send the domain's own mail, which goes on passing.
  const isShared = sender?.type === 'mailbox' && mark !== 'mine'
  if (isChanged && isShared && isForeign && seen.lastPassed !== undefined && !seen.hasStopped) {
    return passedOn(true, 'changed_on_the_way')
  }
  if (isChanged) return { standing: 'broken', cause: 'signature_fails', whose: 'own' }
  if (isForeign) return { standing: 'unaligned', cause: 'not_aligned', whose: 'own' }
  return { standing: 'broken', cause: 'not_authenticated', whose: 'own' }
}

/** Nothing says that it is the domain's own but that it passed. */
function passedBefore(seen: Evidence): Judgement {
  const { isChanged, hasStopped, tally, sender } = seen
  if (sender?.type === 'gateway' && tally.spfAligned === 0 && !hasStopped) {
    return isChanged
      ? passedOn(false, 'gateway')
      : { standing: 'unknown', cause: 'gateway', whose: 'undecided' }
  }
  if (isChanged && !hasStopped && !isService(seen) && tally.spfAligned === 0) {
    return hasSignOfTransit(seen) || !isAtLeast(SOME, seen)
      ? passedOn(isListLike(seen), 'changed_on_the_way')
      : { standing: 'unknown', cause: 'signed_by_whom', whose: 'undecided' }
  }
  return own({ ...seen, mark: 'mine' })
}

const isAtLeast = (least: typeof MUCH, { share, tally }: Evidence) =>
  share >= least.share && tally.messages >= least.messages

const hasSignOfTransit = ({ isForeign, tally }: Evidence) => isForeign || tally.forwarded > 0

/** A list signs what it sends on, or is called one. Who only forwards may write the envelope sender anew, and does not sign. */
function isListLike(seen: Evidence): boolean {
  const { tally, foreign, isForwarder } = seen
  if (isForwarder) return false
  if (tally.forwarded > 0) return isSaidToBeList(seen)
  return foreign.dkim.length > 0 || foreign.spf.some((name) => LIST_NAME.test(name))
}

/** Most receivers say only that mail was passed on; of somebody who signs, the word of one that it was a list is enough. */
const isSaidToBeList = ({ tally: { listed, forwarded }, foreign }: Evidence) =>
  listed > 0 && (listed * 2 >= forwarded || foreign.dkim.length > 0)

const LIST_NAME = /(?:^|\.)(?:lists?|groups?|mailman|listserv|sympa)\./

function neverPassed(seen: Evidence): Judgement {
  const { isChanged, isForeign, isSpfKnown, tally, fail, sender } = seen
  if (isChanged) {
    if (isService(seen)) return { standing: 'broken', cause: 'signature_fails', whose: 'own' }
    if (sender?.type === 'gateway') return passedOn(false, 'gateway')
    if (tally.forwarded === 0 && isAtLeast(MUCH, seen)) {
      return { standing: 'unknown', cause: 'signed_by_whom', whose: 'undecided' }
    }
    return passedOn(isListLike(seen), 'changed_on_the_way')
  }
  if (isForeign) return { standing: 'unaligned', cause: 'not_aligned', whose: 'undecided' }
  if (sender?.type === 'gateway') return { standing: 'unknown', cause: 'gateway', whose: 'undecided' }
  const signs = tally.unaligned + tally.forwarded + tally.broken
  if (signs > fail * STRAY) return { standing: 'unknown', cause: 'some_signs', whose: 'undecided' }
  if (!isSpfKnown && seen.term === undefined) {
    return { standing: 'unknown', cause: 'spf_not_known', whose: 'undecided' }
  }
  return { standing: 'abuse', cause: 'nothing', whose: 'others' }
}
