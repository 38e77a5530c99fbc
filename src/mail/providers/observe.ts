import {
  alignment,
  anyAuthentication,
  arc,
  dkim,
  dkimAligned,
  dkimKey,
  dkimStrict,
  dmarcEnforced,
  dmarcPasses,
  dmarcPolicyOrReports,
  dmarcRecord,
  dmarcReports,
  spf,
  spfAndDkim,
  spfAuthorised,
  spfNotFailed,
  spfOrDkim,
  spfValid,
} from './authentication.ts'
import {
  domainNames,
  format,
  headerLimits,
  listId,
  messageId,
  noGmailFrom,
  oneAddress,
  oneClick,
  oneClickOrMail,
  repliable,
  senderReceives,
  singleFields,
  sizeWithin45,
} from './header.ts'
import {
  heloName,
  heloResolves,
  notDynamic,
  notListed,
  ptr,
  ptrChosen,
  ptrOwn,
  smtpRules,
  tls,
} from './host.ts'
import { type Observed, undetermined } from './observed.ts'
import {
  clearLinks,
  displayName,
  honestSubject,
  noHiddenContent,
  validHtml,
  visibleUnsubscribe,
} from './shown.ts'
import type { Sight } from './sight.ts'

/** The analyzer that says more about it, and how it is seen. */
type Observer = readonly [check: string, observe: (sight: Sight) => Observed | Promise<Observed>]

const OBSERVERS = {
  spf: ['spf', spf],
  'spf-authorised': ['spf', spfAuthorised],
  'spf-valid': ['spf', spfValid],
  'spf-not-failed': ['spf', spfNotFailed],
  dkim: ['dkim', dkim],
  'dkim-aligned': ['dkim', dkimAligned],
  'dkim-strict': ['dkim', dkimStrict],
  'dkim-key': ['dkim', dkimKey],
  'spf-or-dkim': ['dkim', spfOrDkim],
  'spf-and-dkim': ['dkim', spfAndDkim],
  'dmarc-record': ['dmarc', dmarcRecord],
  'dmarc-reports': ['dmarc', dmarcReports],
  'dmarc-policy-or-reports': ['dmarc', dmarcPolicyOrReports],
  'dmarc-passes': ['dmarc', dmarcPasses],
  'dmarc-enforced': ['dmarc', dmarcEnforced],
  alignment: ['dmarc', alignment],
  'any-authentication': ['dmarc', anyAuthentication],
  arc: ['arc', arc],
  ptr: ['reverse-dns', ptr],
  'ptr-chosen': ['reverse-dns', ptrChosen],
  'ptr-own': ['reverse-dns', ptrOwn],
  'not-dynamic': ['reverse-dns', notDynamic],
  'not-listed': ['blocklist', notListed],
  tls: ['tls', tls],
  'helo-name': ['helo', heloName],
  'helo-resolves': ['helo', heloResolves],
  'smtp-rules': ['smtp-conduct', smtpRules],
  format: ['headers', format],
  'message-id': ['headers', messageId],
  'single-fields': ['headers', singleFields],
  'header-limits': ['headers', headerLimits],
  'one-address': ['headers', oneAddress],
  'no-gmail-from': ['sender-identity', noGmailFrom],
  'list-id': ['list-unsubscribe', listId],
  repliable: ['mx', repliable],
  'sender-receives': ['mx', senderReceives],
  'size-45': ['size', sizeWithin45],
  'domain-names': ['sender-identity', domainNames],
  'display-name': ['sender-identity', displayName],
  'honest-subject': ['subject', honestSubject],
  'no-hidden-content': ['html', noHiddenContent],
  'valid-html': ['html', validHtml],
  'clear-links': ['links', clearLinks],
  'one-click': ['list-unsubscribe', oneClick],
  'one-click-or-mail': ['list-unsubscribe', oneClickOrMail],
  'visible-unsubscribe': ['list-unsubscribe', visibleUnsubscribe],
} as const satisfies Record<string, Observer>

export type ObservationName = keyof typeof OBSERVERS
export type Observations = Readonly<Record<ObservationName, Observed>>

const LOOKS = Object.entries<Observer>(OBSERVERS)

/** The check that says how to fix it. */
export function checkAbout(name: ObservationName): string {
  return OBSERVERS[name][0]
}

/** Looks at everything that some provider asks for. What a check of `leftOut` would look at is not looked at again. */
export async function observe(sight: Sight, leftOut: readonly string[]): Promise<Observations> {
  const entries = LOOKS.map(async ([name, [check, look]]) => [
    name,
    leftOut.includes(check)
      ? undetermined('it took more time or memory than a message may')
      : await look(sight),
  ])
  return Object.fromEntries(await Promise.all(entries)) as Observations
}
