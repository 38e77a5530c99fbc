import type { SourceAdvice } from '../answered.ts'
import type { Evidence } from './evidence.ts'
import type { Group } from './grouping.ts'
import type { Judgement } from './standing.ts'
import { messagesOf, namesOf, termOf } from './words.ts'

interface About {
  group: Group
  seen: Evidence
  domain: string
}

/** What to do about a source. */
export function adviceFor(group: Group, seen: Evidence, judged: Judgement, domain: string): SourceAdvice {
  const about = { group, seen, domain }
  switch (judged.cause) {
    case 'passes':
      return passesBySpfAlone(seen) ? signing(about, bySpfAlone(about)) : { says: 'Nothing to do.' }
    case 'signature_survives':
      return { says: 'Nothing to do: your signature survives there.' }
    case 'receivers_say':
    case 'known_service':
    case 'changed_on_the_way':
      return { says: judged.standing === 'mailing_list' ? LIST : forwarding(seen) }
    case 'gateway':
      return judged.standing === 'forwarded' ? { says: forwarding(seen) } : throughGateway(about)
    case 'not_aligned':
      return judged.whose === 'own' ? notAligned(about) : perhapsYours(about)
    case 'signature_fails':
      return signatureFails(about)
    case 'not_authenticated':
      return notAuthenticated(about)
    case 'signed_by_whom':
    case 'some_signs':
    case 'spf_not_known':
      return { says: findOut(domain) }
    case 'nothing':
      return { says: `${REFUSED} If a server or device of yours sends from there, mark it as yours.` }
    case 'marked_not_mine':
      return { says: seen.tally.pass > 0 ? passesThoughNotYours(seen) : REFUSED }
  }
}

const REFUSED = 'Nothing to fix at your side: under p=reject, receivers that apply the policy refuse it.'
const LIST =
  'Nothing to fix at your side. Under p=reject, members of the list may not get such mail: ask whoever runs it to have From rewritten (DMARC mitigation).'

const findOut = (domain: string) =>
  `Find out whether it is yours: send a test message from each system that sends as ${domain}, compare the addresses they come from with those here, and mark this source.`

function forwarding({ isChanged }: Evidence): string {
  return isChanged
    ? 'Nothing to fix at your side: your mail is signed, and the signature breaks where it is forwarded. Under p=reject, some of it may be refused.'
    : 'Nothing to fix there. Sign all your mail with DKIM: a signature survives forwarding that changes nothing, and SPF does not.'
}

const passesBySpfAlone = ({ tally: { pass, dkimAligned } }: Evidence) => dkimAligned * 2 < pass

const bySpfAlone = ({ seen, domain }: About) =>
  seen.tally.dkimAligned === 0
    ? `It passes by SPF alone, which forwarding breaks: have it sign with DKIM as ${domain}.`
    : `Most of it passes by SPF alone, which forwarding breaks: have it sign all of its mail with DKIM as ${domain}.`

/** With how the service is set up to sign as the domain, where that is known. */
function signing({ group: { sender } }: About, says: string): SourceAdvice {
  if (!sender || sender.type === 'cloud' || sender.type === 'list') return { says }
  return {
    says: sender.advice === undefined ? says : `${says} ${sender.advice}`,
    ...(sender.url !== undefined && { url: sender.url }),
  }
}

function notAligned(about: About): SourceAdvice {
  const { group, seen, domain } = about
  const { foreign, own } = seen
  const others = namesOf(foreign.dkim.length > 0 ? foreign.dkim : foreign.spf)
  if (others === undefined && own.passed.length > 0) {
    const names = namesOf(own.passed)
    return {
      says: `Its mail is authenticated as ${names}, which strict alignment does not take for ${domain}: have it sign as the domain in From, or publish adkim=r and aspf=r.`,
    }
  }
  const verb = foreign.dkim.length > 0 ? 'signed' : 'authenticated by SPF'
  const what = `Mail of ${group.sender?.name ?? 'this source'} is ${verb} as ${others ?? 'another domain'}, not as ${domain}.`
  if (group.sender?.aligns?.length === 0) return signing(about, what)
  return group.sender?.advice === undefined
    ? signing(about, `${what} Have it sign with DKIM as ${domain}.`)
    : signing(about, what)
}

function perhapsYours(about: About): SourceAdvice {
  const { group, seen, domain } = about
  const others = namesOf([...seen.foreign.dkim, ...seen.foreign.spf]) ?? 'another domain'
  const { sender } = group
  const whose = sender ? `you send through ${sender.name}` : 'it is yours'
  const what =
    sender?.aligns?.length === 0 || sender?.advice !== undefined
      ? sender.advice
      : `Have it sign with DKIM as ${domain}.`
  return {
    says: `It authenticates as ${others}, not as ${domain}. If ${whose}: ${what} If not, there is nothing to fix: mark it as not yours.`,
    ...(sender?.url !== undefined && { url: sender.url }),
  }
}

function signatureFails(about: About): SourceAdvice {
  const { seen, group, domain } = about
  const signed = namesOf(seen.own.dkim) ?? domain
  const since = seen.hasStopped ? 'no longer verify' : 'do not verify'
  return signing(
    about,
    `Its signatures as ${signed} ${since}: compare the key that is published at the selector's name below _domainkey.${signed} with the one ${group.sender?.name ?? 'the server'} signs by, and publish that one.`,
  )
}

function notAuthenticated(about: About): SourceAdvice {
  const { seen, domain } = about
  const { term, own, sender } = seen
  if (term && own.spf.length === 0) {
    return signing(
      about,
      `Your SPF record names it, but the envelope sender of its mail is no address of ${domain}, so that SPF says nothing about it: have it sign with DKIM as ${domain}.`,
    )
  }
  const orSpf =
    term || sender ? '' : ', or name its address in the SPF record of the domain in its envelope sender'
  return signing(about, `Nothing authenticates its mail: have it sign with DKIM as ${domain}${orSpf}.`)
}

function throughGateway(about: About): SourceAdvice {
  const { group } = about
  const name = group.sender?.name ?? group.name
  const what = group.sender?.advice
  return {
    says: `If you send through ${name}${what === undefined ? ', have it sign as your domain.' : `: ${what}`} If you do not, receivers that use it were sent this mail: there is nothing to fix.`,
    ...(group.sender?.url !== undefined && { url: group.sender.url }),
  }
}

function passesThoughNotYours({ tally, term }: Evidence): string {
  const passed = `${messagesOf(tally.pass)} of it passed DMARC, although you say it is not yours.`
  const bySpf =
    tally.spfAligned > 0
      ? ` Take ${term ? termOf(term.term) : 'the term that names its addresses'} out of your SPF record if nothing of yours sends from there.`
      : ''
  const byDkim =
    tally.dkimAligned > 0
      ? ' Its mail carries valid signatures of your domain: if you signed none of it, replace the DKIM key.'
      : ''
  return `${passed}${bySpf}${byDkim}`
}
