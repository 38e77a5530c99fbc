import { readListUnsubscribe } from '../content/list-unsubscribe/list-unsubscribe.ts'
import type { HeaderCode } from '../message/headers/header-view.ts'
import { judgeStructure, type StructureCode } from '../message/mime/structure-remarks.ts'
import { toAsciiDomain } from '../reading/domains/sender-domain.ts'
import { deceitOf } from '../reading/unicode/domain-labels.ts'
import type { Remark } from '../remark.ts'
import { dmarcPasses } from './authentication.ts'
import { met, notApplicable, notMet, type Observed, undetermined } from './observed.ts'
import { NO_ANSWER, type Sight } from './sight.ts'
import { firstOf } from './words.ts'

/** What RFC 5322 forbids, of the codes of headers and mime. */
const FORMAT = new Set<HeaderCode | StructureCode>([
  'from-missing',
  'from-invalid',
  'from-malformed',
  'from-repeated',
  'sender-missing',
  'address-malformed',
  'field-repeated',
  'date-missing',
  'date-invalid',
  'message-id-malformed',
  'line-not-a-field',
  'fold-blank',
  'colon-spaced',
  'bare-lf',
  'bare-cr',
  'nul',
  'line-too-long',
  'header-eight-bit',
])
const MESSAGE_ID = new Set<HeaderCode>(['message-id-missing', 'message-id-malformed'])
const SINGLE = new Set<HeaderCode>(['from-repeated', 'field-repeated'])
const LIMITS = new Set<HeaderCode>([
  'header-too-large',
  'too-many-fields',
  'field-too-large',
  'name-too-long',
  'message-id-too-long',
  'subject-too-long',
])

/** The message is one of RFC 5322. */
export function format(sight: Sight): Observed {
  const { transport, mailParameters } = sight.envelope
  const path = transport === 'file' ? {} : { smtpUtf8: mailParameters['SMTPUTF8'] !== undefined }
  const ofHeader = sight.header().remarks.filter(({ isTolerated }) => !isTolerated)
  const observed = without(
    FORMAT,
    [...ofHeader, ...judgeStructure(sight.structure(), path)],
    'nothing breaks RFC 5322',
  )
  const byHeader = ofHeader.some(({ code }) => FORMAT.has(code))
  return observed.state === 'met' || byHeader ? observed : { ...observed, about: 'mime' }
}

export const messageId = ({ header }: Sight) => without(MESSAGE_ID, header().remarks, 'there is a valid one')
export const singleFields = ({ header }: Sight) => without(SINGLE, header().remarks, 'each stands once')
export const headerLimits = ({ header }: Sight) => without(LIMITS, header().remarks, 'within all limits')
export const oneAddress = ({ header }: Sight) =>
  without(new Set<HeaderCode>(['from-several']), header().remarks, 'From names one address')

function without<Code extends string>(
  codes: ReadonlySet<Code>,
  remarks: readonly Remark<NoInfer<Code>>[],
  fine: string,
): Observed {
  const found = remarks.filter(({ code }) => codes.has(code))
  return found.length > 0 ? notMet(firstOf(found)) : met(fine)
}

const GMAIL_DOMAINS = new Set(['gmail.com', 'googlemail.com'])

/** Only Gmail sends from gmail.com. */
export async function noGmailFrom(sight: Sight): Promise<Observed> {
  const isGmail = sight.message.from.some(({ domain }) => GMAIL_DOMAINS.has(domain))
  if (!isGmail) return met('From is at another domain')
  const passes = await dmarcPasses(sight)
  return passes.state === 'not met' ? notMet('From is at Gmail, and Gmail did not send it') : passes
}

/** Lists name themselves (RFC 2919). */
export function listId({ message, kind }: Sight): Observed {
  if (kind().kind !== 'list') return notApplicable('it is no list mail')
  return message.first('list-id') ? met('there is a List-Id') : notMet('there is no List-Id')
}

/** Answers have somewhere to go: to Reply-To where there is one, else to From. */
export async function repliable(sight: Sight): Promise<Observed> {
  const { asked } = await sight.returnDomains()
  const given = asked.filter(({ roles }) => roles.includes('Reply-To'))
  const domains = given.length > 0 ? given : asked.filter(({ roles }) => roles.includes('From'))
  if (domains.length === 0) return notMet('neither From nor Reply-To names a domain')
  const works = domains.find(({ receiving }) => receiving.kind === 'receives')
  if (works) return met(`${works.domain} takes mail`)
  return domains.some(({ receiving }) => receiving.kind === 'unknown')
    ? undetermined(NO_ANSWER)
    : notMet(`${domains.map(({ domain }) => domain).join(', ')} takes no mail`)
}

/** The domain that bounces go to, else that of From, has MX or address records. */
export async function senderReceives(sight: Sight): Promise<Observed> {
  const { asked } = await sight.returnDomains()
  const given = asked.filter(({ roles }) => roles.includes('Return-Path'))
  const domains = given.length > 0 ? given : asked.filter(({ roles }) => roles.includes('From'))
  const [first] = domains
  if (!first) return notApplicable('neither Return-Path nor From names a domain')
  if (domains.some(({ receiving }) => receiving.kind === 'receives')) return met(`${first.domain} takes mail`)
  return domains.some(({ receiving }) => receiving.kind === 'unknown')
    ? undetermined(NO_ANSWER)
    : notMet(`${domains.map(({ domain }) => domain).join(', ')} takes no mail`)
}

const MOST_OCTETS = 45_000_000

/** The whole message is within 45 MB. */
export function sizeWithin45({ structure }: Sight): Observed {
  const megabytes = (structure().size / 1_000_000).toFixed(1)
  return structure().size <= MOST_OCTETS ? met(`${megabytes} MB`) : notMet(`${megabytes} MB`)
}

const MOST_DOMAINS = 200

/** Internationalized domains do not mix scripts in a label (UTS #39 section 5.2). */
export async function domainNames(sight: Sight): Promise<Observed> {
  const { message, envelope } = sight
  const { dkim } = await sight.authentication()
  const at = envelope.mailFrom?.lastIndexOf('@') ?? -1
  const named = new Set([
    ...[...message.from, ...message.replyTo].map(({ domain }) => domain),
    toAsciiDomain(at < 0 ? '' : (envelope.mailFrom?.slice(at + 1) ?? '')),
    ...dkim.map(({ domain }) => domain),
    ...sight.links().map(({ host }) => host),
  ])
  const international = [...named].filter((name) => /(?:^|\.)xn--/.test(name)).slice(0, MOST_DOMAINS)
  if (international.length === 0) return notApplicable('no domain is internationalized')
  const deceiving = international.filter((name) => deceitOf(name) !== undefined)
  return deceiving.length > 0
    ? notMet(`${deceiving.slice(0, 3).join(', ')} does not conform`)
    : met('each label is of one script')
}

/** One click is enough to leave: an https address that takes a POST (RFC 8058). */
export function oneClick({ message }: Sight): Observed {
  const { fields, ways, post } = readListUnsubscribe(message)
  if (fields === 0) return notMet('there is no List-Unsubscribe')
  if (!ways.some(({ scheme }) => scheme === 'https')) {
    const byMail = ways.some(({ scheme }) => scheme === 'mailto')
    return notMet(byMail ? 'only a mailto address, which does not count' : 'no https address')
  }
  if (post === 'one-click') return met('by https and POST')
  return notMet(post ? 'List-Unsubscribe-Post holds something else' : 'there is no List-Unsubscribe-Post')
}

/** One click, or a mailto address, which this provider takes for one. */
export function oneClickOrMail(sight: Sight): Observed {
  const clicked = oneClick(sight)
  if (clicked.state === 'met') return clicked
  const byMail = readListUnsubscribe(sight.message).ways.some(({ scheme }) => scheme === 'mailto')
  return byMail ? met('by mailto, which is accepted here') : clicked
}
