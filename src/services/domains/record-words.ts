import type { DomainEntry, DomainLook } from '../../core/sender-domain.ts'
import { recordName, relativeName, type Suffixes } from './domain-name.ts'

const FAILURES: Readonly<Record<string, string>> = {
  timeout: 'no answer came in time',
  servfail: 'SERVFAIL: its name servers or its DNSSEC signatures fail',
  refused: 'the DNS server refused',
  network: 'the DNS server cannot be reached',
}

/** What the last look saw, in a sentence or two. */
export function inWords(entry: DomainEntry, look: DomainLook, suffixes: Suffixes): string {
  const name = recordName(entry.domain)
  const isVerified = entry.verifiedAt !== undefined
  switch (look.state) {
    case 'found':
      return isVerified
        ? 'The record is there.'
        : 'The record is there, but the account may have no more verified domains. Delete one, or ask for another plan.'
    case 'absent': {
      if (isVerified) return `The record at ${name} is gone. Publish it again.`
      return `There is no TXT record at ${name}. ${look.misplaced === undefined ? laterWords(look.seconds) : misplacedWords(entry.domain, look.misplaced, suffixes)}`
    }
    case 'other': {
      const there = look.foreign
        ? `The record at ${name} proves it for another account, or for an entry that was deleted.`
        : `At ${name} there is another TXT record: ${shown(look)}.`
      const next = isVerified ? 'Publish yours beside it.' : 'Publish the one for this domain beside it.'
      return `${there} ${look.misplaced === undefined ? next : misplacedWords(entry.domain, look.misplaced, suffixes)}`
    }
    case 'unknown':
      return `The DNS did not say whether the record is there (${FAILURES[look.reason] ?? 'no usable answer'}). Nothing was changed.`
  }
}

function shown({ texts, more }: Extract<DomainLook, { state: 'other' }>): string {
  const quoted = texts.map((text) => `“${text}”`).join(', ')
  return more > 0 ? `${quoted} and ${more} more` : quoted
}

/** A resolver that was asked too early remembers it (RFC 2308). */
function laterWords(seconds: number): string {
  if (seconds < 120) return 'Once you have published it, look again after a minute or two.'
  const minutes = Math.ceil(seconds / 60)
  const time = minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
  return `A DNS server may go on saying so for up to ${time} after you have published it.`
}

function misplacedWords(domain: string, misplaced: string, suffixes: Suffixes): string {
  const isBare = misplaced === domain
  const cause = isBare ? '' : ', because your DNS provider adds the domain by itself'
  return `The record stands at ${misplaced}${cause}. Enter ${relativeName(domain, suffixes)} as its name.`
}
