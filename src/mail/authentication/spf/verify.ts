import { spf } from 'mailauth/lib/spf/index.js'
import type { Resolver } from '../../../net/ports.ts'
import { tidyDomain } from '../../reading/domains/domain-name.ts'
import { mailauthResolver } from '../verify/mailauth-resolver.ts'
import { resultOf, type SpfOutcome } from '../verify/outcome.ts'

export interface SpfQuestion {
  clientAddress: string
  /** MAIL FROM without angle brackets; '' for the null sender: then the HELO identity is judged (RFC 7208 2.4). */
  sender: string
  /** Absent: not known. */
  helo?: string
  /** Our host name, for the explanation's macros. */
  hostname: string
  resolver: Resolver
}

const LONGEST_IDENTITY = 1_000

/** check_host() for one identity (RFC 7208 4). */
export async function checkSpf(question: SpfQuestion): Promise<SpfOutcome> {
  const identity = question.sender === '' ? 'helo' : 'mailfrom'
  const helo = tidyHelo(question.helo ?? '')
  const sender = tidySender(question.sender)
  const domain = identity === 'helo' ? helo : sender.slice(sender.lastIndexOf('@') + 1)
  if (domain === '' || sender.length > LONGEST_IDENTITY || helo.length > LONGEST_IDENTITY) {
    return { result: 'none', identity, domain: tidyDomain(domain.slice(0, 253)), reason: 'no usable domain' }
  }
  const alias = aliasOf(domain)
  const row = await spf({
    strict: true,
    ip: question.clientAddress,
    sender: identity === 'helo' ? '' : `${sender.slice(0, sender.lastIndexOf('@') + 1)}${alias.shown}`,
    helo: identity === 'helo' ? alias.shown : helo,
    mta: question.hostname,
    resolver: alias.behind(withShortRuns(mailauthResolver(question.resolver))),
  })
  const reason = row.explanation ?? reasonIn(row.status.comment)
  return {
    result: resultOf(row.status.result),
    identity,
    domain: alias.shown === domain ? tidyDomain(row.domain) : tidyDomain(domain),
    ...(reason && { reason }),
  }
}

/** An address literal is no domain; a bare address is one that lost its brackets. */
function tidyHelo(helo: string): string {
  const name = helo.trim().replace(/\.$/, '')
  return /^[0-9.]+$|:/.test(name) && !name.startsWith('[') ? `[${name}]` : name
}

/** A local part that is missing is `postmaster` (RFC 7208 4.3); a root dot is no part of the name. */
function tidySender(sender: string): string {
  if (sender === '') return ''
  const at = sender.lastIndexOf('@')
  const local = at > 0 ? sender.slice(0, at) : 'postmaster'
  return `${local}@${sender
    .slice(at + 1)
    .trim()
    .replace(/\.$/, '')}`
}

type Ask = ReturnType<typeof mailauthResolver>

/**
 * mailauth takes a domain with an underscore or an edge hyphen for malformed, though it can publish a record like any
 * other: it is shown another label in its place, and its questions are put about the real name.
 */
function aliasOf(domain: string): { shown: string; behind(ask: Ask): Ask } {
  const unusual = (label: string) => /^[\x21-\x7e]{1,63}$/.test(label) && /_|^-|-$/.test(label)
  const real = domain.toLowerCase()
  const labels = real.split('.')
  if (!labels.some(unusual)) return { shown: domain, behind: (ask) => ask }
  const shown = labels.map((label, index) => (unusual(label) ? `mailgauge-label-${index}` : label)).join('.')
  const restore = (name: string) =>
    name.toLowerCase() === shown || name.toLowerCase().endsWith(`.${shown}`)
      ? `${name.slice(0, -shown.length)}${real}`
      : name
  return { shown, behind: (ask) => (name, type) => ask(restore(name), type) }
}

/** Longer than any domain name, so that what holds such a run is as wrong as before. */
const LONGEST_RUN = 254

/**
 * mailauth looks for the letter of a top label in time that grows with the square of the label: a record's runs of letters
 * and digits are handed on no longer than they matter.
 */
function withShortRuns(ask: Ask): Ask {
  return async (name, type) => {
    const records = await ask(name, type)
    return records.map((record) => shortRuns(record) as string)
  }
}

/** mailauth's types do not know that a TXT record is a list. */
function shortRuns(record: unknown): unknown {
  if (Array.isArray(record)) return record.map(shortRuns)
  if (typeof record !== 'string' || !SPF_VERSION.test(record)) return record
  return record.replace(/[a-z0-9]+/gi, (run) => {
    if (run.length <= LONGEST_RUN) return run
    return (/[a-z]/i.test(run) ? 'a' : '1').repeat(LONGEST_RUN)
  })
}

const SPF_VERSION = /^v=spf1/i

/** What follows the identity in mailauth's comment, which is the only part that says something new. */
function reasonIn(comment: unknown): string | undefined {
  const text = typeof comment === 'string' ? comment : ''
  const said = /during lookup of .*?: (.*)$/s.exec(text)?.[1]
  return said?.slice(0, 300)
}
