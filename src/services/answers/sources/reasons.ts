import { percentDown } from '../../../core/aggregate/share.ts'
import type { Evidence } from './evidence.ts'
import type { Group } from './grouping.ts'
import type { Cause, Judgement } from './standing.ts'
import { amount, date, messagesOf, namesOf, termOf } from './words.ts'

/** Fewer messages than this prove little. */
const FEW = 5

/** Why a source stands where it does: what was seen, and what it means. */
export function reasonsFor(group: Group, seen: Evidence, judged: Judgement): string[] {
  const { mark } = seen
  return [
    mark === 'mine' ? 'You marked it as yours.' : mark === 'not_mine' ? 'You marked it as not yours.' : '',
    resultWords(seen),
    ...(judged.standing === 'passing' ? [] : failureWords(seen)),
    ...ownWords(seen, judged),
    seen.isApart
      ? 'Your own mail passes from other addresses of the same organisation; from these none passed.'
      : '',
    meaningOf(judged.cause, group),
    steadyWords(seen, judged, group),
    seen.tally.messages < FEW ? 'So few messages prove little.' : '',
  ].filter((sentence) => sentence !== '')
}

function resultWords({ tally: { messages, pass, dkimAligned, spfAligned } }: Evidence): string {
  if (pass === 0) {
    return messages === 1
      ? 'Its one message did not pass DMARC.'
      : `None of its ${amount(messages)} messages passed DMARC.`
  }
  const by = [
    dkimAligned > 0 ? `DKIM${dkimAligned < pass ? ` (${amount(dkimAligned)})` : ''}` : '',
    spfAligned > 0 ? `SPF${spfAligned < pass ? ` (${amount(spfAligned)})` : ''}` : '',
  ].filter((part) => part !== '')
  const how = by.length > 0 ? `, by ${by.join(' and ')}` : ''
  if (pass === messages) {
    return messages === 1
      ? `Its one message passed DMARC${how}.`
      : `All ${amount(messages)} messages passed DMARC${how}.`
  }
  return `${amount(pass)} of ${messagesOf(messages)} (${percentDown(pass, messages)}) passed DMARC${how}.`
}

const ofFailing = (count: number, fail: number) =>
  count >= fail
    ? fail === 1
      ? 'the failing message'
      : `all ${amount(fail)} failing messages`
    : `${amount(count)} of ${amount(fail)} failing messages`

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const carries = (count: number) => (count === 1 ? 'carries' : 'carry')
const was = (count: number) => (count === 1 ? 'was' : 'were')

function failureWords({ tally, fail, foreign, own }: Evidence): string[] {
  const { forwarded, listed, broken, unaligned } = tally
  const said: string[] = []
  if (forwarded > 0) {
    const lists = listed > 0 ? `, ${amount(listed)} of them for mail of a mailing list` : ''
    const what = listed === forwarded ? 'mail of a mailing list' : `forwarded mail${lists}`
    said.push(`Receivers took ${ofFailing(forwarded, fail)} for ${what}.`)
  }
  if (broken > 0) {
    said.push(
      `${capital(ofFailing(broken, fail))} ${carries(broken)} a signature of your domain that does not verify.`,
    )
  }
  if (unaligned > 0) {
    const others = namesOf([...foreign.dkim, ...foreign.spf])
    const who = others ?? namesOf(own.passed) ?? 'another domain'
    const relaxed = others === undefined && own.passed.length > 0
    const why = relaxed
      ? 'which counts only where alignment is relaxed (adkim=r, aspf=r)'
      : 'which is not aligned with your domain'
    said.push(`${capital(ofFailing(unaligned, fail))} ${was(unaligned)} authenticated as ${who}, ${why}.`)
  }
  if (fail > 0 && broken === 0 && unaligned === 0) {
    said.push(
      fail === 1
        ? 'Neither SPF nor DKIM authenticated the failing message, for any domain.'
        : `Neither SPF nor DKIM authenticated any of the ${amount(fail)} failing messages, for any domain.`,
    )
  }
  return said
}

function ownWords(seen: Evidence, { standing, whose }: Judgement): string[] {
  const { term, isOwnHost, isSpfKnown, lastPassed, hasStopped, isApart } = seen
  const said: string[] = []
  if (term && (!isApart || seen.sender?.type !== 'mailbox'))
    said.push(`Your SPF record names its addresses: ${termOf(term)}.`)
  if (!term && !isSpfKnown && whose !== 'passed_on' && standing !== 'passing') {
    said.push(
      'Your SPF record could not be looked up in full, so it is not known whether it names these addresses.',
    )
  }
  if (isOwnHost) said.push('Its host name, confirmed by the DNS, is one of your own domain.')
  if (standing !== 'passing' && lastPassed !== undefined && seen.tally.pass * 2 < seen.tally.messages) {
    said.push(`Its mail last passed on ${date(lastPassed)}.`)
  } else if (standing !== 'passing' && hasStopped && lastPassed !== undefined) {
    said.push(`Its mail passed until ${date(lastPassed)}, and has not since.`)
  }
  return said
}

/** What strangers seldom do, and forgotten servers always. */
export const maybeForgotten = ({ isSteady }: Evidence, { cause }: Judgement): boolean =>
  cause === 'nothing' && isSteady

function steadyWords(seen: Evidence, judged: Judgement, { addresses }: Group): string {
  if (!maybeForgotten(seen, judged)) return ''
  const from = addresses.length === 1 ? 'one address' : `${amount(addresses.length)} addresses`
  return `It has sent from ${from} since ${date(seen.firstSeen)}, as a forgotten server of your own would.`
}

function meaningOf(cause: Cause, { name, sender }: Group): string {
  switch (cause) {
    case 'signature_survives':
      return 'Your DKIM signature passes there and SPF does not, as with mail that is forwarded unchanged.'
    case 'changed_on_the_way':
      return 'Such mail was changed after it was signed, as by mailing lists, and by forwarders that add text.'
    case 'known_service':
      return sender?.type === 'forwarding' ? `${name} forwards mail.` : 'It is a service for mailing lists.'
    case 'gateway':
      return `${sender?.name ?? name} filters mail for organisations: addresses of it are also reported where a receiver uses it.`
    case 'signed_by_whom':
      return 'This may be a server of yours whose key is not published, or whose messages are changed once they are signed; or a forwarder or list that changes messages.'
    case 'signature_fails':
      return sender && sender.type !== 'mailbox'
        ? 'A service signs as a domain only where somebody set that up, so this is most likely mail of yours.'
        : ''
    case 'some_signs':
      return 'Some of it was authenticated or forwarded: it may be mail of yours.'
    case 'nothing':
      return 'Mail that was never authenticated, and that nobody forwards, is most likely sent by strangers in your name.'
    default:
      return ''
  }
}
