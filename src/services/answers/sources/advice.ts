import type { SourceAdvice } from '../answered.ts'
import type { Evidence } from './evidence.ts'
import type { Group } from './grouping.ts'
import type { Judgement } from './standing.ts'
import { NOTHING_TO_DO } from './stretches.ts'
import { messagesOf, namesOf, termOf } from './words.ts'

interface About {
  group: Group
  seen: Evidence
  domain: string
  keys: readonly SeenKey[]
}

/** A key by which mail of a source is signed, and what stands at its name now. */
export interface SeenKey {
  name: string
  state: 'usable' | 'not_usable' | 'none' | 'unknown'
}

/** What to do about a source. `keys`: of a source whose signatures do not verify, where they were looked up. */
export function adviceFor(
  { group, seen, judged }: { group: Group; seen: Evidence; judged: Judgement },
  domain: string,
  keys: readonly SeenKey[] = [],
): SourceAdvice {
  const about = { group, seen, domain, keys }
  switch (judged.cause) {
    case 'passes':
      return passesBySpfAlone(seen) ? signing(about, bySpfAlone(about)) : { says: NOTHING_TO_DO }
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
      return {
        says: seen.isSteady
          ? STEADY
          : `${REFUSED} If a server or device of yours sends from there, mark it as yours.`,
      }
    case 'marked_not_mine':
      return { says: seen.tally.pass > 0 ? passesThoughNotYours(seen) : REFUSED }
  }
}

const REFUSED = 'Nothing to repair on your side: with p=reject, receivers that apply the policy refuse it.'
const STEADY =
  'Make sure that no server or device of yours sends from there, such as that of a website: if one does, mark it as yours before the policy gets stricter. If none does, there is nothing to repair.'
const LIST =
  'Nothing to repair on your side. With p=reject, members of the list may not get such mail: ask whoever runs it to have From rewritten (DMARC mitigation).'

const findOut = (domain: string) =>
  `Find out whether it is yours: send a test message from each system that sends as ${domain}, compare the addresses they come from with those here, and mark this source.`

function forwarding({ isChanged }: Evidence): string {
  return isChanged
    ? 'Nothing to repair on your side: your mail is signed, and the signature breaks where it is forwarded. With p=reject, some of it may be refused.'
    : 'Nothing to repair there. Sign all your mail with DKIM: a signature survives forwarding that changes nothing, and SPF does not.'
}

const passesBySpfAlone = ({ tally: { pass, dkimAligned } }: Evidence) => dkimAligned * 2 < pass

const bySpfAlone = ({ seen, domain }: About) =>
  seen.tally.dkimAligned === 0
    ? `It passes by SPF alone, which forwarding breaks: have it sign with DKIM as ${domain}.`
    : `Most of it passes by SPF alone, which forwarding breaks: have it sign all of its mail with DKIM as ${domain}.`

/** With how the service is set up to sign as the domain. */
function signing({ group: { sender } }: About, says: string): SourceAdvice {
  if (!sender) return { says }
  return { says: `${says} ${sender.advice}`, ...(sender.url !== undefined && { url: sender.url }) }
}

/** A machine that anybody may rent is not its provider's. */
const serviceOf = ({ group: { sender } }: About) => (sender?.rented ? undefined : sender)

function notAligned(about: About): SourceAdvice {
  const { seen, domain } = about
  const { foreign, own } = seen
  const others = namesOf(foreign.dkim.length > 0 ? foreign.dkim : foreign.spf)
  if (others === undefined && own.passed.length > 0) {
    return {
      says: `Its mail is authenticated as ${namesOf(own.passed)}, which strict alignment (adkim=s, aspf=s) does not take for the domain in From: have it sign as exactly that one.`,
    }
  }
  const verb = foreign.dkim.length > 0 ? 'signed' : 'authenticated by SPF'
  const what = `Mail of ${serviceOf(about)?.name ?? 'this source'} is ${verb} as ${others ?? 'another domain'}, not as ${domain}.`
  return about.group.sender ? signing(about, what) : { says: `${what} Have it sign with DKIM as ${domain}.` }
}

function perhapsYours(about: About): SourceAdvice {
  const { seen, domain } = about
  const others = namesOf([...seen.foreign.dkim, ...seen.foreign.spf]) ?? 'another domain'
  const what = `It authenticates as ${others}, not as ${domain}.`
  // Everybody sends from the addresses of a mailbox provider; from those of a hoster that the record names, a web form may.
  const isNamed = seen.term !== undefined && seen.sender?.type !== 'mailbox'
  if (seen.isApart && !isNamed) {
    return { says: `${what} Unless you know it, there is nothing to fix: mark it as not yours.` }
  }
  const service = serviceOf(about)
  if (!service) {
    return {
      says: `${what} If it is yours, have it sign with DKIM as ${domain}. If not, mark it as not yours: there is nothing to fix.`,
    }
  }
  return {
    says: `${what} If you do not send through ${service.name}, mark it as not yours: there is nothing to fix. If you do: ${service.advice}`,
    ...(service.url !== undefined && { url: service.url }),
  }
}

function signatureFails(about: About): SourceAdvice {
  const { seen, domain, keys } = about
  const signed = namesOf(seen.own.dkim) ?? domain
  const since = seen.hasStopped ? 'no longer verify' : 'do not verify'
  const who = serviceOf(about)?.name ?? SERVER
  const all = keys.length > 0 ? keys : [{ name: `<selector>._domainkey.${signed}`, state: 'open' as const }]
  const what = all.map(({ name, state }) => KEY_WORDS[state](name, who)).join(' ')
  return signing(about, `Its signatures as ${signed} ${since}. ${what}`)
}

const SERVER = 'the server'

const KEY_WORDS: Record<SeenKey['state'] | 'open', (name: string, who: string) => string> = {
  open: (name, who) => `Look up ${name}, and publish there ${keyOf(who)}. ${OTHERWISE}`,
  none: (name, who) => `${name} has no key: publish there ${keyOf(who)}.`,
  not_usable: (name, who) => `The key at ${name} cannot be used: publish there ${keyOf(who)}.`,
  usable: (name, who) => `${name} has a key: compare it with ${keyOf(who)}. ${OTHERWISE}`,
  unknown: (name, who) => `${name} could not be looked up: see whether it has ${keyOf(who)}.`,
}

/** Services often name a CNAME record, which leads to a key of theirs. */
const keyOf = (who: string) =>
  who === SERVER ? `the key that ${who} signs with` : `the record that ${who} shows for it`

const OTHERWISE = 'If it is the same, find what changes messages after they are signed.'

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
  const { group, domain } = about
  const name = group.sender?.name ?? group.name
  const what = group.sender?.advice ?? `Have it sign with DKIM as ${domain}.`
  return {
    says: `If you do not send through ${name}, receivers that use it were sent this mail: there is nothing to fix. If you do: ${what}`,
    ...(group.sender?.url !== undefined && { url: group.sender.url }),
  }
}

function passesThoughNotYours({ tally, term }: Evidence): string {
  const passed = `${messagesOf(tally.pass)} of it passed DMARC, although you say it is not yours.`
  const bySpf =
    tally.spfAligned > 0
      ? ` Take ${term ? termOf(term) : 'the term that names its addresses'} out of your SPF record if nothing of yours sends from there.`
      : ''
  const byDkim =
    tally.dkimAligned > 0
      ? ' Its mail carries valid signatures of your domain: if you signed none of it, replace the DKIM key.'
      : ''
  return `${passed}${bySpf}${byDkim}`
}
