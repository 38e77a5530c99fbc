import { judgeHidden, judgeNesting } from '../content/html/hidden-remarks.ts'
import { findPrecedent, readSubject } from '../content/subject/prefix.ts'
import { judgePrefix, type SubjectCode } from '../content/subject/remarks.ts'
import { judgeWriting, namedDomains } from '../message/sender-identity/display-name.ts'
import type { KindVerdict } from '../reading/kind/kind.ts'
import { findUnsubscribeLink } from '../reading/links/unsubscribe-link.ts'
import type { Mailbox } from '../reading/message.ts'
import { met, notApplicable, notMet, type Observed, undetermined } from './observed.ts'
import { NO_ANSWER, type Sight } from './sight.ts'
import { firstOf } from './words.ts'

/** Re: and Fwd: stand only before answers and forwarded mail. */
export function honestSubject({ message, html, kind }: Sight): Observed {
  const parts = readSubject(message.first('subject')?.value ?? '')
  if (parts.prefix === 'none') return met('the subject names no earlier message')
  const remarks = judgePrefix(
    parts,
    findPrecedent(message, html(), kind().kind === 'marketing'),
    isTalk(kind()),
  )
  return remarks.some(({ code }) => FAKE.has(code))
    ? notMet(`the subject says ${parts.prefix}, and nothing shows an earlier message`)
    : met('there is an earlier message')
}

const FAKE = new Set<SubjectCode>(['fake-reply', 'fake-forward'])
const isTalk = ({ kind }: KindVerdict) => kind === 'personal' || kind === 'list'

const MOST_SENDERS = 10

/** The display name names the sender and nothing else. */
export function displayName({ message }: Sight): Observed {
  const named = message.from.filter(({ name }) => name !== '').slice(0, MOST_SENDERS)
  if (named.length === 0) return notApplicable('there is no display name')
  const faults = named.flatMap(({ name }) => judgeWriting(name))
  if (faults.length > 0) return notMet(firstOf(faults))
  const borrowed = named.some((sender) =>
    namedDomains(sender).some(
      ({ domain, inAddress }) => inAddress && isGmail(domain) && !isGmail(sender.domain),
    ),
  )
  if (borrowed) return notMet('it shows an address at gmail.com')
  if (named.some(({ name }) => holds(message.subject, name))) return notMet('it repeats the subject')
  return named.some((sender) => message.to.slice(0, MOST_SENDERS).some((to) => isNameOf(to, sender)))
    ? notMet("it is the recipient's name")
    : met('it names a sender')
}

const isGmail = (domain: string) => domain === 'gmail.com' || domain === 'googlemail.com'
const folded = (text: string) =>
  text.slice(0, 500).normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

/** A whole subject of some length, or the other way round; a brand that stands in a subject is none. */
function holds(subject: string, name: string): boolean {
  const [whole, part] = [folded(name), folded(subject)]
  return part.length >= 8 && part.includes(' ') && whole.includes(part)
}

function isNameOf(to: Mailbox, sender: Mailbox): boolean {
  return to.name !== '' && to.address !== sender.address && folded(to.name) === folded(sender.name)
}

export function noHiddenContent({ hiddenText }: Sight): Observed {
  const hidden = hiddenText()
  if (!hidden) return notApplicable('there is no HTML')
  const remarks = judgeHidden(hidden)
  return remarks.length > 0 ? notMet(firstOf(remarks)) : met('no more than a preheader is hidden')
}

export function validHtml({ html }: Sight): Observed {
  const document = html()
  if (!document) return notApplicable('there is no HTML')
  const remarks = judgeNesting(document.nesting)
  return remarks.length > 0 ? notMet(firstOf(remarks)) : met('its elements are well nested')
}

/** A text that names a site leads to that site. */
export async function clearLinks({ judgedLinks }: Sight): Promise<Observed> {
  const { view, remarks, open } = await judgedLinks()
  if (view.web.length === 0) return notApplicable('there are no links')
  if (remarks.length > 0) return notMet(firstOf(remarks))
  return open.length > 0 ? undetermined(NO_ANSWER) : met('no link names another site')
}

export function visibleUnsubscribe({ message, html, links }: Sight): Observed {
  return findUnsubscribeLink(message, html(), links())
    ? met('the body shows an unsubscribe link')
    : notMet('the body shows no unsubscribe link')
}
