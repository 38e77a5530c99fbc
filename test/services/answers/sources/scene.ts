import type { NamedSender, SourceKnowledge } from '../../../../src/services/answers/sources/outside.ts'
import type { DomainFacts, SourceFacts, SourceTrait } from '../../../../src/store/dmarc/source-facts.ts'

export const DOMAIN = 'example.org'
/** Days of a window of 30 days. */
export const WINDOW = { from: 20_000, to: 20_029 }

const SENDERS: readonly (Partial<NamedSender> &
  Pick<NamedSender, 'id' | 'name' | 'type'> & { names: readonly string[] })[] = [
  {
    id: 'google',
    name: 'Google Workspace and Gmail',
    type: 'mailbox',
    aligns: ['dkim', 'spf'],
    advice: 'In the Google Admin console, turn on Authenticate email.',
    url: 'https://support.google.com/a/answer/174124',
    names: ['google.com', 'gappssmtp.com', 'gmail.com'],
  },
  {
    id: 'microsoft',
    name: 'Microsoft 365 and Outlook.com',
    type: 'mailbox',
    aligns: ['dkim', 'spf'],
    names: ['outlook.com', 'onmicrosoft.com'],
  },
  {
    id: 'zendesk',
    name: 'Zendesk',
    type: 'helpdesk',
    aligns: ['dkim'],
    advice: 'In Admin Center, turn on custom domain for DKIM, and publish its CNAME records.',
    url: 'https://support.zendesk.com/dkim',
    names: ['zendesk.com'],
  },
  { id: 'sendgrid', name: 'Twilio SendGrid', type: 'transactional', names: ['sendgrid.net'] },
  {
    id: 'github',
    name: 'GitHub',
    type: 'application',
    aligns: [],
    advice: 'GitHub sends as github.com, not as its customers: use a From address of its own.',
    names: ['github.com'],
  },
  {
    id: 'mimecast',
    name: 'Mimecast',
    type: 'gateway',
    advice: 'Create a definition that signs with DKIM.',
    names: ['mimecast.com'],
  },
  { id: 'aws', name: 'Amazon EC2', type: 'cloud', rented: true, names: ['amazonaws.com'] },
  { id: 'google-groups', name: 'Google Groups', type: 'list', names: ['googlegroups.com'] },
  { id: 'pobox', name: 'Pobox', type: 'forwarding', names: ['pobox.com'] },
]

function byName(name: string): NamedSender | undefined {
  const found = SENDERS.filter(({ names }) => names.some((one) => name === one || name.endsWith(`.${one}`)))
  // The longest name that fits stands for itself.
  const [longest] = found.toSorted((a, b) => (b.names[0] ?? '').length - (a.names[0] ?? '').length)
  return longest && { aligns: ['dkim', 'spf'], advice: 'Turn on DKIM.', ...longest }
}

export interface Given extends Partial<SourceFacts> {
  ip: string
  messages: number
  /** Domains whose signature or SPF passed; behind `!` those that did not. */
  signed?: string[]
  asked?: string[]
}

/** Counts as reports of a source would have them, from what is unusual about it. */
export function factsOf(given: readonly Given[], more: Partial<DomainFacts> = {}): DomainFacts {
  return {
    rows: given.map(rowOf),
    traits: given.flatMap(({ ip, signed = [], asked = [], lastSeen = WINDOW.to }) => [
      ...signed.map((text) => traitOf(ip, 'dkim', text, lastSeen)),
      ...asked.map((text) => traitOf(ip, 'spf', text, lastSeen)),
    ]),
    days: 30,
    reporters: 8,
    reports: 200,
    ...more,
  }
}

function traitOf(ip: string, kind: 'dkim' | 'spf', text: string, lastSeen: number): SourceTrait {
  return { ip, kind, domain: text.replace(/^!/, ''), passed: !text.startsWith('!'), lastSeen }
}

function rowOf({ signed: _, asked: __, ...given }: Given): SourceFacts {
  const { pass = 0, dkimAligned = pass, spfAligned = 0, unaligned = 0 } = given
  return {
    headerFrom: DOMAIN,
    pass,
    dkimAligned,
    spfAligned,
    dkimAuthenticated: Math.max(dkimAligned, unaligned),
    spfAuthenticated: Math.max(spfAligned, unaligned),
    dispositions: { none: given.messages, pass: 0, quarantine: 0, reject: 0 },
    forwarded: 0,
    listed: 0,
    unaligned,
    broken: 0,
    firstSeen: WINDOW.from - 100,
    lastSeen: WINDOW.to,
    ...(pass > 0 && { lastPassed: WINDOW.to }),
    ...given,
  }
}

/** The terms of the SPF record, by the beginning of the addresses that they name. */
export function knownOf(
  more: Partial<Omit<SourceKnowledge, 'spf'>> & { spf?: Record<string, string> | 'unknown' } = {},
): SourceKnowledge {
  const { spf = {}, ...rest } = more
  const terms = spf === 'unknown' ? {} : spf
  return {
    domain: DOMAIN,
    organisationOf: (name) => (name.includes('.') ? name.split('.').slice(-2).join('.') : undefined),
    senders: { byHost: byName, byDomain: byName, byInclude: byName },
    marks: [],
    ...rest,
    spf(ip) {
      const term = Object.entries(terms).find(([start]) => ip.startsWith(start))?.[1]
      if (term === undefined) return { state: spf === 'unknown' ? 'unknown' : 'not_named' }
      const leadsTo = /^(?:include:|redirect=)(.*)$/.exec(term)?.[1]
      return {
        state: 'named',
        term,
        names: leadsTo === undefined ? [] : [leadsTo],
        permerror: false,
        anybody: term === '+all',
      }
    },
  }
}
