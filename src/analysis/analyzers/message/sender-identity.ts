import { spfMightAlign } from '../../../mail/authentication/dmarc/verdict.ts'
import { forList } from '../../../mail/fixing/list-advice.ts'
import {
  type BrandCode,
  imitatedByName,
  judgeBrandOfOthers,
  judgeBrandOfReplies,
  judgeBrandOfSender,
} from '../../../mail/message/sender-identity/brand-remarks.ts'
import {
  judgeNamed,
  judgeWriting,
  type NameCode,
  namedDomains,
} from '../../../mail/message/sender-identity/display-name.ts'
import { judgeDomains, judgeLikeness, shownDomain } from '../../../mail/message/sender-identity/domains.ts'
import { isOfBrand } from '../../../mail/reading/brands/catalogue.ts'
import { isFreemail } from '../../../mail/reading/domains/known-domains.ts'
import { organisationOf, sameOrganisation } from '../../../mail/reading/domains/sender-domain.ts'
import type { Mailbox } from '../../../mail/reading/message.ts'
import { rawValue } from '../../../mail/reading/mime/fields.ts'
import { parseMailboxes } from '../../../mail/reading/mime/mailboxes.ts'
import { notKnown } from '../../../mail/reading/through.ts'
import type { Remark } from '../../../mail/remark.ts'
import { type Analyzer, conclude, neutral, priced, undetermined } from '../../analyzer.ts'
import type { AnalysisContext } from '../../context.ts'

const WEIGHT = 0.5

type Code =
  | BrandCode
  | NameCode
  | 'domain-deceives'
  | 'domain-lookalike'
  | 'freemail-without-dmarc'
  | 'reply-to-freemail'

const COSTS = {
  'name-address-differs': 0.5,
  'name-direction': 0.5,
  'domain-deceives': 0.5,
  'domain-lookalike': 0.5,
  'name-imitates-brand': 0.5,
  'domain-imitates-brand': 0.5,
  'reply-to-imitates-brand': 0.5,
  'reply-to-name-imitates-brand': 0.5,
  'name-domain-differs': 0.3,
  'name-invisible': 0.3,
  'name-disguised': 0.3,
  'name-mark': 0.3,
  'freemail-without-dmarc': 0.3,
  'name-counter': 0.2,
  'name-emoji': 0,
  'name-shared-with-brand': 0,
  'domain-near-brand': 0,
  'sender-named-as-brand': 0,
  'reply-to-freemail': 0,
} satisfies Record<Code, number>

const MOST_SENDERS = 10
const MOST_WORDS = 20_000
const MOST_HOSTS = 100

/** Whether what readers are shown of the sender is who sent it. */
export const senderIdentity: Analyzer = {
  name: 'sender-identity',
  group: 'message',
  title: 'Sender identity',
  asks: 'Does the displayed name fit the address?',
  why: 'A name that does not fit its address is the mark of phishing, to filters and to readers.',
  who: {
    else: 'Whoever sets the sender’s name and address, in your sending service or program.',
    personal: 'You, in the account settings of your mail program.',
    list: 'The author of the message, or whoever runs the list.',
  },
  weight: WEIGHT,
  costs: COSTS,
  async run(context) {
    const { message } = context
    const senders = message.from.filter(({ domain }) => domain !== '').slice(0, MOST_SENDERS)
    const [first] = senders
    if (!first) return neutral('From holds no address to compare the name with.')
    const freemail = isFreemail(first.domain) ? await freemailWithDmarc(context) : undefined
    const remarks: Remark<Code>[] = [
      ...senders.flatMap((sender) => judgeSender(sender, context)),
      ...judgeDomains(fieldsOf(senders, context)),
      ...judgeBrandOfReplies(repliesOf(context), first.domain),
      ...judgeBrandOfOthers('Reply-To', context.message.replyTo.slice(0, MOST_SENDERS), first),
      ...judgeBrandOfOthers('Sender', senderOf(context), first),
      ...replyRemarks(first, context),
      ...(freemail === 'no' ? forList([NO_DMARC], context.facts.kind().kind) : []),
    ]
    const findings = priced(remarks, COSTS)
    const evidence = { ...describe(first, context), ...(freemail && { freemail_by_dmarc: freemail }) }
    const quotes = quotesOf(senders)
    if (freemail === 'not known' && !findings.some(({ cost }) => cost > 0)) {
      const what = `Whether ${first.domain} itself sent this mail is`
      return context.client.kind === 'unknown'
        ? neutral(`${what} ${notKnown(context.envelope)}.`, evidence, quotes)
        : undetermined(`${what} not known: DMARC could not be judged.`, evidence, quotes)
    }
    return conclude(WEIGHT, {
      findings,
      passed: 'The name that is shown fits the address.',
      evidence,
      quotes,
    })
  },
}

const NO_DMARC: Remark<Code> = {
  code: 'freemail-without-dmarc',
  says: 'From is an address at a free mail provider, and DMARC does not pass: nothing shows that the provider sent it.',
  advice:
    'Send through that provider, or write an address at a domain of your own in From; the other can stand in Reply-To.',
  reference: 'Gmail sender guidelines (2026-03-21); Yahoo sender best practices (2025-04-10)',
}

function judgeSender(sender: Mailbox, context: AnalysisContext): Remark<Code>[] {
  const { message, facts } = context
  const named = namedDomains(sender)
  const { kind } = facts.kind()
  // A list that sends in the name of its author says whose words they are.
  const isForAnother = kind === 'list' || message.all('list-id').length > 0
  const others = [...message.replyTo.slice(0, MOST_SENDERS), ...message.to.slice(0, MOST_SENDERS)]
  const beside = { isPersonal: kind === 'personal', words: wordsOf(context), hosts: hostsOf(context) }
  const brand = imitatedByName(sender, beside)
  // A brand's domain in a name that is the brand's is the same fact.
  const strangers = named.filter(({ domain }) => !brand || !isOfBrand(brand, domain))
  return [
    ...judgeWriting(sender.name),
    ...judgeBrandOfSender(sender, beside),
    ...(isForAnother ? [] : judgeNamed(strangers, sender.domain)),
    ...judgeLikeness(
      sender.domain,
      [...others, ...named].map(({ domain }) => domain),
    ),
  ]
}

/** The words among which a brand may be named. */
function wordsOf({ message, facts }: AnalysisContext): string {
  const text = message.text ?? facts.html()?.text ?? ''
  return `${message.first('subject')?.value ?? ''} ${text.slice(0, MOST_WORDS)}`
}

function hostsOf({ facts }: AnalysisContext): string[] {
  return [...new Set(facts.links().map(({ host }) => host ?? ''))].slice(0, MOST_HOSTS).filter(Boolean)
}

function repliesOf({ message }: AnalysisContext): string[] {
  return message.replyTo
    .slice(0, MOST_SENDERS)
    .map(({ domain }) => domain)
    .filter((domain) => domain !== '')
}

function senderOf({ message }: AnalysisContext): Mailbox[] {
  const field = message.first('sender')
  return field ? parseMailboxes(rawValue(field), 1).mailboxes : []
}

function fieldsOf(senders: readonly Mailbox[], context: AnalysisContext): Map<string, string> {
  return new Map([
    ...repliesOf(context).map((domain): [string, string] => [domain, 'Reply-To']),
    ...senders.map(({ domain }): [string, string] => [domain, 'From']),
  ])
}

/** Authors' own addresses stand in Reply-To of list mail. */
function replyRemarks({ domain }: Mailbox, { message, facts }: AnalysisContext): Remark<Code>[] {
  if (isFreemail(domain) || facts.kind().kind === 'list') return []
  const reply = message.replyTo.find((mailbox) => isFreemail(mailbox.domain))
  if (!reply) return []
  return [
    {
      code: 'reply-to-freemail',
      says: `Answers go to ${reply.domain}, a free mail provider, though the message comes from ${domain}.`,
      advice: 'Use a Reply-To address at your own domain.',
      reference: 'RFC 5322 section 3.6.2',
    },
  ]
}

/** Absent SPF leaves a failure open where the client's address is hidden or not known. */
async function freemailWithDmarc({ facts, client }: AnalysisContext): Promise<'yes' | 'no' | 'not known'> {
  const { dmarc, notVerified } = await facts.authentication()
  if (dmarc.result === 'pass') return 'yes'
  if (dmarc.result === 'temperror' || notVerified) return 'not known'
  const discovery = await facts.dmarc()
  const isHidden = client.kind === 'hidden' || client.kind === 'unknown'
  const isOpen = isHidden && discovery && spfMightAlign(dmarc.envelopeAlignment, discovery)
  return isOpen ? 'not known' : 'no'
}

function describe(first: Mailbox, { message }: AnalysisContext): Record<string, string> {
  const elsewhere = message.replyTo.find(
    ({ domain }) => domain !== '' && !sameOrganisation(domain, first.domain),
  )
  const isNoReply = /^(?:do-?_?not-?_?reply|no-?_?reply|nicht-?antworten|ne-?pas-?repondre)\b/i
  return {
    from: organisationOf(first.domain) ?? first.domain,
    display_name: first.name === '' ? 'none' : 'given',
    ...(message.from.length > 1 && { from_addresses: String(message.from.length) }),
    ...(elsewhere && { reply_to: `another organisation: ${elsewhere.domain}` }),
    ...(isNoReply.test(first.address) && { no_reply: 'the address says that answers are not read' }),
  }
}

function quotesOf(senders: readonly Mailbox[]): Record<string, string> {
  const [first] = senders
  if (!first) return {}
  const shown = shownDomain(first.domain)
  return {
    ...(first.name !== '' && { name: first.name.slice(0, 200) }),
    ...(shown !== undefined && { domain_as_shown: shown }),
  }
}
