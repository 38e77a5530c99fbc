import { isPublicAddress, parseAddress } from '../../../net/ip.ts'
import { imitatedBy, likenessInWords } from '../../reading/brands/likeness.ts'
import { isShortener } from '../../reading/domains/known-domains.ts'
import { sameOrganisation } from '../../reading/domains/sender-domain.ts'
import { inWords, type LinksView, siteOf, type WebLink } from '../../reading/links/view.ts'
import { deceitOf, looksLike, type NameDeceit } from '../../reading/unicode/domain-labels.ts'
import type { Remark } from '../../remark.ts'

/** What is said of the addresses of links. */
export type LinkAddressCode =
  | 'link-ip-host'
  | 'link-lookalike-host'
  | 'link-host-imitates-brand'
  | 'link-shortener'
  | 'link-user-info'
  | 'link-malformed'
  | 'link-without-scheme'
  | 'link-active'
  | 'link-file'
  | 'link-http-mostly'
  | 'link-port'
  | 'link-many'

/** Links beyond this many are remarkable in one message. */
const MANY = 100

const GMAIL = 'Gmail sender guidelines (2026-03-21)'
const URI = 'RFC 3986 section 3'

const DECEITS: Readonly<Record<NameDeceit, string>> = {
  'mixed-scripts': 'mixes scripts in one label',
  'read-as-latin': 'is read as Latin letters but is written in another script',
  invalid: 'is not valid by IDNA',
}

/** Judges the addresses by their form alone; `sender` is the domain of From. */
export function judgeAddresses(whole: LinksView, sender: string | undefined): Remark<LinkAddressCode>[] {
  const view = { ...whole, web: once(whole.web), offered: once(whole.offered) }
  return [
    ...ofHosts(view, sender),
    ...ofForm(view),
    ...some('link-port', view.offered.filter(hasOddPort), URI, {
      says: (count, hosts) => `${count} to a port that is not the web's (${hosts}); many networks block it.`,
      advice: 'Serve the linked pages on port 443.',
    }),
    ...ofSchemes(view),
    ...(view.count > MANY ? [tooMany(view.count)] : []),
  ]
}

/** An address under several texts is one. */
function once(links: readonly WebLink[]): WebLink[] {
  return [...new Map(links.map((one) => [one.url.href, one])).values()]
}

function ofHosts({ web, offered, isTalk }: LinksView, sender: string | undefined): Remark<LinkAddressCode>[] {
  const imitating = offered.filter(({ host }) => imitates(host, sender) !== undefined)
  const like = imitating[0] && imitates(imitating[0].host, sender)
  const others = web.filter((one) => !imitating.includes(one))
  const deceiving = others.filter(({ host }) => deceives(host, sender) !== undefined)
  // People name the machines of their own network.
  const isNamed = ({ link, host }: WebLink) => isTalk && link.from === 'text' && !isPublicAddress(host)
  const how = deceiving[0] && deceives(deceiving[0].host, sender)
  return [
    ...some(
      'link-ip-host',
      web.filter(isAddress).filter((one) => !isNamed(one)),
      GMAIL,
      {
        says: (count, hosts) => `${count} to an IP address in place of a name (${hosts}).`,
        advice: 'Link to a host name of your own domain over https.',
      },
    ),
    ...some(
      'link-lookalike-host',
      deceiving,
      'UTS #39 sections 4 and 5.2; Gmail sender guidelines (2026-03-21)',
      {
        says: (count, hosts) => `${count} to a name that deceives the eye (${hosts}): it ${how}.`,
        advice: 'Link to a name that is written in one script and cannot be taken for another.',
      },
    ),
    ...some(
      'link-host-imitates-brand',
      imitating,
      'UTS #39 section 4; Gmail sender guidelines (2026-03-21)',
      {
        says: (count, hosts) => `${count} to a name that imitates a known brand (${hosts}): it ${like}.`,
        advice: "Link to a name that cannot be taken for another's.",
      },
    ),
    ...some(
      'link-shortener',
      web.filter(({ host }) => isShortener(host, sender === undefined ? undefined : siteOf(sender))),
      GMAIL,
      {
        says: (count, hosts) => `${count} through a public shortener (${hosts}), which hides where it leads.`,
        advice: 'Link to the page itself, or through a name under your own domain.',
      },
    ),
  ]
}

/** The sender's own domain is judged as such. */
function imitates(host: string, sender: string | undefined): string | undefined {
  const like = sender !== undefined && sameOrganisation(host, sender) ? undefined : imitatedBy(host)
  return like && likenessInWords(like)
}

function deceives(host: string, sender: string | undefined): string | undefined {
  const deceit = deceitOf(host)
  if (deceit) return DECEITS[deceit]
  return sender !== undefined && looksLike(host, sender) ? `can be taken for ${siteOf(sender)}` : undefined
}

function isAddress({ host }: WebLink): boolean {
  return parseAddress(host) !== undefined
}

function hasOddPort({ url }: WebLink): boolean {
  return url.port !== ''
}

function ofForm({ offered, malformed, relative }: LinksView): Remark<LinkAddressCode>[] {
  const users = offered.filter(({ url }) => url.username !== '' || url.password !== '')
  const broken = malformed.length
  return [
    ...some('link-user-info', users, 'RFC 3986 section 7.6', {
      says: (count, hosts) =>
        `${count} to an address with a user before the host (${hosts}), as in https://bank@host.`,
      advice: 'Leave out what stands before the @ of the address.',
    }),
    ...plain('link-malformed', broken, URI, {
      says: (count) => `${count} nowhere: its address cannot be read.`,
      advice: 'Write every link as https://host/path; encode spaces and other special characters.',
    }),
    ...plain('link-without-scheme', relative.length, 'RFC 3986 section 4.2', {
      says: (count) => `${count} nowhere: the address has no http or https at its beginning.`,
      advice: 'Write the whole address: https://host/path, or mailto: before a mail address.',
    }),
  ]
}

function ofSchemes({ isTalk, offered, active }: LinksView): Remark<LinkAddressCode>[] {
  const files = active.filter(({ scheme }) => scheme === 'file')
  const written = offered.filter(({ link }) => /^https?:/i.test(link.url))
  const insecure = written.filter(({ url }) => url.protocol === 'http:')
  // Mail programs make http links of names that people write.
  const isMost = !isTalk && insecure.length * 2 > written.length
  return [
    ...plain('link-active', active.length - files.length, 'WHATWG HTML (javascript: URLs); RFC 2397', {
      says: (count) => `${count} to javascript: or data:, which mail programs remove or block.`,
      advice: 'Link to a page over https.',
    }),
    ...plain('link-file', files.length, 'RFC 8089', {
      says: (count) => `${count} to a file on the sender's own machine or network.`,
      advice: 'Put the file on a web site, or attach it.',
    }),
    ...plain('link-http-mostly', isMost ? insecure.length : 0, GMAIL, {
      says: (count) => `${count} over http, without encryption: more than half of all.`,
      advice: 'Link to https addresses.',
    }),
  ]
}

interface Words {
  /** `count` is such as "3 links lead". */
  says(count: string, hosts: string): string
  advice: string
}

function some(
  code: LinkAddressCode,
  links: readonly WebLink[],
  reference: string,
  words: Words,
): Remark<LinkAddressCode>[] {
  return plain(code, links.length, reference, {
    ...words,
    says: (count) => words.says(count, inWords(links.map(({ host }) => host))),
  })
}

function plain(
  code: LinkAddressCode,
  count: number,
  reference: string,
  { says, advice }: Words,
): Remark<LinkAddressCode>[] {
  if (count === 0) return []
  return [{ code, says: says(count === 1 ? 'One link leads' : `${count} links lead`, ''), advice, reference }]
}

function tooMany(count: number): Remark<LinkAddressCode> {
  return {
    code: 'link-many',
    says: `The message has ${count} different links.`,
    advice: `Link to what matters: a message with more than ${MANY} links is hard to read and looks like bulk mail.`,
    reference: GMAIL,
  }
}
