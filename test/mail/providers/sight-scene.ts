import type { Authentication, DkimSignature } from '../../../src/mail/authentication/authenticate.ts'
import type { DkimKeyReport } from '../../../src/mail/authentication/dkim/key.ts'
import { discoverDmarc } from '../../../src/mail/authentication/dmarc/record.ts'
import { walkSpf } from '../../../src/mail/authentication/spf/tree.ts'
import { judgeLinks, readLinks } from '../../../src/mail/content/links/claims.ts'
import { viewHeader } from '../../../src/mail/message/headers/header-view.ts'
import type { Sight } from '../../../src/mail/providers/sight.ts'
import type { Receiving } from '../../../src/mail/reading/domains/receiving.ts'
import type { KindVerdict } from '../../../src/mail/reading/kind/kind.ts'
import { extractLinks } from '../../../src/mail/reading/links/links.ts'
import { measureHidden } from '../../../src/mail/reading/markup/hidden.ts'
import { parseHtml } from '../../../src/mail/reading/markup/html.ts'
import { parseMessage } from '../../../src/mail/reading/parse.ts'
import { readStructure } from '../../../src/mail/reading/structure/structure.ts'
import type { ListReport } from '../../../src/mail/server/blocklists/ask.ts'
import { listSettings, ROSTER } from '../../../src/mail/server/blocklists/roster.ts'
import type { HeloReport } from '../../../src/mail/server/helo/helo.ts'
import type { PtrName } from '../../../src/mail/server/reverse-dns/reverse-dns.ts'
import { mail } from '../../analysis/message-scene.ts'
import { envelope } from '../../support/envelope.ts'
import { zone } from '../../support/zone.ts'

const NOW = new Date('2026-11-20T12:00:02Z')

export const SIGNED: DkimSignature = {
  result: 'pass',
  domain: 'example.org',
  selector: 's1',
  algorithm: 'rsa-sha256',
  signedHeaders: ['from'],
  alignment: 'strict',
  bits: 2048,
}

export const KEY: DkimKeyReport = {
  domain: 'example.org',
  selector: 's1',
  name: 's1._domainkey.example.org',
  state: 'found',
  chain: [],
  records: 1,
  usable: true,
  problems: [],
  type: 'rsa',
  bits: 2048,
}

export const NAMED: PtrName = { name: 'mail.example.org', forward: 'confirmed', addresses: ['192.0.2.10'] }

/** What a list said of the client. */
export function said(verdict: ListReport['verdict'], weight = 0): ListReport {
  const list = listSettings(ROSTER).find(({ kind }) => kind === 'block')
  if (!list) throw new Error('the roster has no list')
  return { list, about: '192.0.2.10', verdict, says: '', codes: [], weight }
}

export interface Changes extends Partial<Pick<Sight, 'client' | 'envelope'>> {
  fields?: Record<string, string>
  body?: string
  raw?: string
  kind?: 'transactional' | 'marketing' | 'list' | 'personal'
  authentication?: Partial<Authentication>
  dmarc?: Partial<Authentication['dmarc']>
  /** The TXT at _dmarc.example.org; '' for none, undefined for p=reject. */
  record?: string
  dmarcFails?: boolean
  /** From names several domains, so DMARC has none to judge. */
  noAuthor?: boolean
  spfRecord?: string
  keys?: Partial<DkimKeyReport>[]
  ptr?: PtrName[] | 'none' | 'failed'
  listings?: ListReport[]
  receiving?: Receiving
  helo?: Partial<HeloReport>
}

const RECEIVES: Receiving = { kind: 'receives', by: 'mx', hosts: [], nullBeside: false }

/** A well-sent message as providers see it, changed as named. */
export function sight(changes: Changes = {}): Sight {
  const raw = Buffer.from(changes.raw ?? mail(changes.fields, changes.body))
  const message = parseMessage(raw)
  const html = message.html === undefined ? undefined : parseHtml(message.html)
  const session = changes.envelope ?? envelope()
  const record = changes.record ?? 'v=DMARC1; p=reject; rua=mailto:d@example.org'
  const names = zone(
    {
      'example.org': { TXT: [changes.spfRecord ?? 'v=spf1 ip4:192.0.2.10 -all'] },
      '_dmarc.example.org': record === '' ? {} : { TXT: [record] },
    },
    changes.dmarcFails ? ['TXT _dmarc.example.org'] : [],
  )
  const structure = readStructure(raw)
  const { ptr = [NAMED] } = changes
  const kind = (): KindVerdict => ({ kind: changes.kind ?? 'transactional', reasons: [] })
  return {
    message,
    envelope: session,
    client: changes.client ?? 'public',
    structure: () => structure,
    header: () => viewHeader(message, structure.header, session, NOW),
    html: () => html,
    hiddenText: () => html && measureHidden(html.root),
    links: () => extractLinks(html, message.text),
    kind,
    judgedLinks: () =>
      judgeLinks(
        readLinks({ links: extractLinks(html, message.text), html, kind: kind() }),
        { message, mailFrom: session.mailFrom ?? '' },
        names,
      ),
    authentication: async () => ({
      spf: { result: 'pass', identity: 'mailfrom', domain: 'example.org' },
      dkim: [SIGNED],
      signaturesNotJudged: 0,
      arc: { result: 'none', hops: [] },
      ...changes.authentication,
      dmarc: {
        result: 'pass',
        domain: 'example.org',
        policy: 'reject',
        spfAligned: true,
        dkimAligned: true,
        envelopeAlignment: 'strict',
        ...changes.dmarc,
      },
    }),
    spfTree: () => walkSpf('example.org', { resolver: names }),
    dkimKeys: async () => (changes.keys ?? [{}]).map((key) => ({ ...KEY, ...key })),
    dmarc: async () => (changes.noAuthor ? undefined : discoverDmarc('example.org', names)),
    reverseDns: async () => {
      const question = '10.2.0.192.in-addr.arpa'
      if (ptr === 'none' || ptr === 'failed') return { kind: ptr, question }
      return { kind: 'names', question, names: ptr, notAsked: 0 }
    },
    heloReport: async () => ({
      isOpen: false,
      trailingDot: false,
      name: session.helo ?? '',
      addresses: ['192.0.2.10'],
      ...changes.helo,
    }),
    addressListings: async () => changes.listings ?? [said('not listed')],
    returnDomains: async () => ({
      asked: [{ domain: 'example.org', roles: ['From'], receiving: changes.receiving ?? RECEIVES }],
      notAsked: 0,
    }),
  }
}
