import { NAME_LURES } from '../../data/brand-words.ts'
import { asksForAccountOf, shareOfLabel } from '../../reading/brands/account-lure.ts'
import { type Brand, brandsOwning, isCarrier, namesAbove } from '../../reading/brands/catalogue.ts'
import { imitatedBy, likenessInWords, nearBrand, type Way } from '../../reading/brands/likeness.ts'
import { brandOfName, mentions, type NamedBrand } from '../../reading/brands/naming.ts'
import { organisationOf } from '../../reading/domains/sender-domain.ts'
import type { Mailbox } from '../../reading/message.ts'
import type { Remark } from '../../remark.ts'

/** What is said of a sender who may be taken for a brand. */
export type BrandCode =
  | 'name-imitates-brand'
  | 'name-shared-with-brand'
  | 'domain-imitates-brand'
  | 'domain-near-brand'
  | 'reply-to-imitates-brand'
  | 'reply-to-name-imitates-brand'
  | 'sender-named-as-brand'

const GMAIL = 'Gmail sender guidelines (2026-03-21)'

/** What a message says besides the sender's address. */
export interface Beside {
  /** One person writes to others. */
  isPersonal: boolean
  /** Subject and text, as far as they are looked at. */
  words: string
  /** Hosts that its links lead to. */
  hosts?: readonly string[]
}

/** The brand whose name the display name is, where the address is none of the brand's. */
export function imitatedByName(
  sender: Mailbox,
  { isPersonal }: Pick<Beside, 'isPersonal'>,
): Brand | undefined {
  return strangerNamed(sender, { isPersonal })?.brand
}

function strangerNamed(sender: Mailbox, { isPersonal }: Pick<Beside, 'isPersonal'>): NamedBrand | undefined {
  const named = brandOfName(sender.name)
  if (!named || (isPersonal && named.mayBePerson) || isOwn(named.brand, sender)) return undefined
  return named.isShared && shareOfLabel(named.brand, sender.domain) === 'name' ? undefined : named
}

/** A name that others have too claims a brand where the domain, a link or the text claims it as well. */
function isClaimed({ brand }: NamedBrand, { domain }: Mailbox, { words, hosts = [] }: Beside): boolean {
  if (shareOfLabel(brand, domain) === 'name and lure' || imitatedBy(domain)?.brand === brand) return true
  return hosts.some((host) => imitatedBy(host)?.brand === brand) || asksForAccountOf(brand, words)
}

/** Mail systems write bounces in the name of their maker. */
const BOUNCES = /^(?:microsoftexchange[0-9a-f]{32}|postmaster|mailer-daemon)@/i
/** Addresses that a provider keeps for itself. */
const ROLES =
  /^(?:no-?_?reply|do-?not-?reply|noreply|postmaster|mailer-daemon|[\w.-]{0,40}-noreply|notifications?)@/i

function isOwn(brand: Brand, { address, domain }: Mailbox): boolean {
  if (isCarrier(domain) || BOUNCES.test(address)) return true
  const owners = brandsOwning(domain)
  const isOpen = (one: Brand) => one.open.some((open) => namesAbove(domain).includes(open))
  // Another brand that is known sends in its own name.
  if (!owners.includes(brand)) return owners.some((one) => !isOpen(one)) || isMember(brand, domain)
  return !isOpen(brand) || ROLES.test(address)
}

/** Savings banks and the like send from names of their own. */
function isMember({ federated }: Brand, domain: string): boolean {
  const label = organisationOf(domain)?.split('.')[0] ?? ''
  if (label.split('-').some((part) => NAME_LURES.has(part))) return false
  return federated.some((one) => label.startsWith(one) || (one.length > 4 && label.includes(one)))
}

/** Judges whether the name and the domain of a sender are made to look like a brand's. */
export function judgeBrandOfSender(sender: Mailbox, beside: Beside): Remark<BrandCode>[] {
  const named = namesShown(sender)
    .map((name) => strangerNamed({ ...sender, name }, beside))
    .find((one) => one !== undefined)
  const like = imitatedBy(sender.domain)
  const near = like ? undefined : nearBrand(sender.domain)
  const isMeant = near !== undefined && mentions(`${sender.name} ${beside.words}`, near.brand)
  return [
    ...(named ? [nameRemarkOf(named, sender, beside)] : []),
    ...(like ? [domainRemark('domain-imitates-brand', 'From', sender.domain, like)] : []),
    ...(near
      ? [domainRemark(isMeant ? 'domain-imitates-brand' : 'domain-near-brand', 'From', sender.domain, near)]
      : []),
  ]
}

/** What the name of Sender or Reply-To says, where it is unmistakably a brand's and From is none of the brand's. */
export function judgeBrandOfOthers(
  field: 'Sender' | 'Reply-To',
  mailboxes: readonly Mailbox[],
  from: Mailbox,
): Remark<BrandCode>[] {
  for (const mailbox of mailboxes.filter(({ domain }) => domain !== '')) {
    const named = namesShown(mailbox)
      .map((name) => strangerNamed({ ...mailbox, name }, { isPersonal: false }))
      .find((one) => one && !one.isShared)
    if (named && !isOwn(named.brand, from)) return [otherNameRemark(field, named.brand, mailbox.domain)]
  }
  return []
}

function namesShown({ name, group }: Mailbox): string[] {
  return group === undefined ? [name] : [name, group]
}

function otherNameRemark(
  field: 'Sender' | 'Reply-To',
  { name, domains }: Brand,
  domain: string,
): Remark<BrandCode> {
  return {
    code: field === 'Sender' ? 'sender-named-as-brand' : 'reply-to-name-imitates-brand',
    says: `The display name in ${field} is that of ${name}, but its address is at ${organisationOf(domain) ?? domain}, which is not known as a domain of ${name}.`,
    advice: `Write your own name in ${field}. Mail of ${name} is sent from its own domains, such as ${domains[0]}.`,
    reference: `RFC 5322 section 3.6.2; ${GMAIL}`,
  }
}

/** Judges the domains that answers go to. */
export function judgeBrandOfReplies(domains: Iterable<string>, from: string): Remark<BrandCode>[] {
  for (const domain of new Set(domains)) {
    const like = domain === from ? undefined : imitatedBy(domain)
    if (like) return [domainRemark('reply-to-imitates-brand', 'Reply-To', domain, like)]
  }
  return []
}

function nameRemarkOf(named: NamedBrand, sender: Mailbox, beside: Beside): Remark<BrandCode> {
  const isSure = !named.isShared || isClaimed(named, sender, beside)
  return isSure ? nameRemark(named.brand, sender.domain) : sharedRemark(named.brand)
}

function sharedRemark({ name, domains }: Brand): Remark<BrandCode> {
  return {
    code: 'name-shared-with-brand',
    says: `The display name is also that of ${name}, which phishing often imitates.`,
    advice: `If it is the name of your own organisation, add a word that tells the two apart, such as the place or the trade. Mail of ${name} comes from its own domains, such as ${domains[0]}.`,
    reference: `RFC 5322 section 3.6.2; ${GMAIL}`,
  }
}

function nameRemark({ name, domains }: Brand, domain: string): Remark<BrandCode> {
  return {
    code: 'name-imitates-brand',
    says: `The display name is that of ${name}, but the message comes from ${organisationOf(domain) ?? domain}, which is not known as a domain of ${name}.`,
    advice: `Write your own name as the display name. Mail of ${name} is sent from its own domains, such as ${domains[0]}.`,
    reference: `RFC 5322 section 3.6.2; ${GMAIL}`,
  }
}

function domainRemark(
  code: BrandCode,
  field: string,
  domain: string,
  like: { brand: Brand; way: Way },
): Remark<BrandCode> {
  return {
    code,
    says: `The domain of ${field}, ${domain}, ${likenessInWords(like)}.`,
    advice: `Send from a domain that cannot be taken for one of ${like.brand.name}, such as the one your readers know you by.`,
    reference: `UTS #39 section 4; ${GMAIL}`,
  }
}
