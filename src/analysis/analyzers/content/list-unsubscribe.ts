import { listDomain } from '../../../mail/content/list-unsubscribe/list-domain.ts'
import {
  type ListUnsubscribe,
  readListUnsubscribe,
} from '../../../mail/content/list-unsubscribe/list-unsubscribe.ts'
import { showsPostalAddress } from '../../../mail/content/list-unsubscribe/postal-address.ts'
import {
  type Coverage,
  judgeCoverage,
  judgeFields,
  type SubscriptionCode,
} from '../../../mail/content/list-unsubscribe/remarks.ts'
import { isDomainName } from '../../../mail/reading/domains/domain-name.ts'
import { findUnsubscribeLink, type UnsubscribeLink } from '../../../mail/reading/links/unsubscribe-link.ts'
import type { Remark } from '../../../mail/remark.ts'
import { type Analyzer, type Conclusion, conclude, neutral, priced, undetermined } from '../../analyzer.ts'
import type { AnalysisContext } from '../../context.ts'

const WEIGHT = 0.5

type Code = SubscriptionCode | 'no-visible-link' | 'personal-but-tracked'

const COSTS = {
  'list-unsubscribe-missing': 0.5,
  'list-unsubscribe-syntax': 0.3,
  'list-unsubscribe-repeated': 0.2,
  'list-unsubscribe-http': 0.3,
  'list-unsubscribe-no-https': 0.3,
  'one-click-missing': 0.3,
  'one-click-wrong': 0.3,
  'list-fields-not-signed': 0.2,
  'no-visible-link': 0.2,
  'one-click-ambiguous': 0,
  'list-fields-unsigned': 0,
  'personal-but-tracked': 0,
} satisfies Record<Code, number>

/** Lists that people write to are left by mail as well, and a footer breaks their authors' signatures. */
const ADVICE_TO_LISTS = {
  'list-unsubscribe-no-https': 0,
  'one-click-missing': 0,
  'no-visible-link': 0,
} satisfies Partial<Record<Code, number>>

/** How marketing and list mail lets its readers go (RFC 2369, RFC 8058), in the header and in the body. */
export const listUnsubscribe: Analyzer = {
  name: 'list-unsubscribe',
  group: 'content',
  title: 'Unsubscribe',
  asks: 'Can readers of bulk mail leave with one click?',
  why: {
    else: 'Readers who cannot unsubscribe report the mail as spam, and Gmail and Yahoo ask for one click.',
    transactional:
      'It is asked of marketing and list mail; people do not unsubscribe from their own orders and codes.',
    personal: 'It is asked of marketing and list mail, not of letters between people.',
  },
  who: {
    else: 'Your newsletter tool or sending service.',
    list: 'Whoever runs the list.',
    personal: 'Nobody has to: it is not asked of letters.',
  },
  weight: WEIGHT,
  costs: COSTS,
  async run({ message, facts, envelope }) {
    const { kind, doubt } = facts.kind()
    const list = readListUnsubscribe(message)
    if (kind !== 'marketing' && kind !== 'list') {
      if (doubt !== undefined) return doubtful(doubt, { kind, ...describe(list) })
      return neutral(
        `Not applicable: this is ${kind} mail, and only marketing and list mail needs an unsubscribe link.`,
        {
          kind,
          ...describe(list),
        },
      )
    }
    const unsubscribeLink = findUnsubscribeLink(message, facts.html(), facts.links())
    const coverage: Coverage | undefined =
      list.fields > 0 ? judgeCoverage(list, (await facts.authentication()).dkim) : undefined
    const remarks: Remark<Code>[] = [
      ...judgeFields(
        list,
        kind === 'list'
          ? (listDomain(message, envelope.mailFrom) ?? 'lists.example.org')
          : ownDomain(message),
      ),
      ...(coverage?.remarks ?? []),
      ...(unsubscribeLink ? [] : [NO_VISIBLE_LINK]),
    ]
    const evidence = {
      kind,
      ...describe(list),
      ...describeBody({ message, facts }, unsubscribeLink, coverage),
    }
    const findings = priced(remarks, kind === 'list' ? { ...COSTS, ...ADVICE_TO_LISTS } : COSTS)
    if (coverage?.kind === 'unknown' && !findings.some(({ cost }) => cost > 0)) {
      return undetermined(
        'The fields are there; whether a valid DKIM signature covers them could not be asked in the DNS.',
        evidence,
      )
    }
    return conclude(WEIGHT, {
      findings,
      passed: remarks.some(({ code }) => code in ADVICE_TO_LISTS)
        ? 'Readers can leave the list.'
        : 'Readers can leave with one click and by a link in the body.',
      evidence,
      quotes: quotesOf(message),
    })
  },
}

/** A letter by its form, sales mail by its means: what is asked of marketing mail is not judged, but told. */
function doubtful(doubt: string, evidence: Record<string, string>): Conclusion {
  const remark: Remark<Code> = {
    code: 'personal-but-tracked',
    says: `The message reads as a personal one, but it ${doubt}, as sales mail does.`,
    advice: `This message ${doubt}, as sales mail does. If it goes to people who did not ask for it, it is marketing mail: add List-Unsubscribe with one click and an unsubscribe link. If it is a letter to somebody you know, leave out what makes it look like sales mail.`,
    reference: 'Gmail sender guidelines (2026-03-21); Yahoo sender best practices (2025-04-10)',
  }
  return {
    ...conclude(WEIGHT, { findings: priced([remark], COSTS), passed: remark.says, evidence }),
    status: 'neutral',
  }
}

/** The domain of From, where it can stand in an address. */
function ownDomain({ from }: AnalysisContext['message']): string {
  return from.find(({ domain }) => isDomainName(domain))?.domain ?? 'example.org'
}

const NO_VISIBLE_LINK: Remark<Code> = {
  code: 'no-visible-link',
  says: 'The body shows no link to unsubscribe.',
  advice: 'Show a link with a plain word such as Unsubscribe in the body, in the language of the message.',
  reference: 'Gmail sender guidelines (2026-03-21); Yahoo sender best practices (2025-04-10)',
}

function describe({ ways, post, fields }: ListUnsubscribe): Record<string, string> {
  if (fields === 0) return { list_unsubscribe: 'absent' }
  return {
    list_unsubscribe: ways.map(({ scheme, host }) => `${scheme} ${host}`).join(', ') || 'unreadable',
    one_click: post === undefined ? 'absent' : post === 'one-click' ? 'offered' : 'wrong value',
  }
}

const WAYS: Readonly<Record<UnsubscribeLink, string>> = {
  'link-words': 'a link whose words say so',
  'header-address': 'a link to the address of List-Unsubscribe',
  'link-address': 'a link whose address says so',
  'words-nearby': 'words beside a link or address',
}

const SIGNED: Readonly<Record<Coverage['kind'], string>> = {
  covered: 'yes',
  'not-covered': 'no',
  unsigned: 'no valid signature',
  unknown: 'could not be asked',
}

function describeBody(
  { message, facts }: Pick<AnalysisContext, 'message' | 'facts'>,
  unsubscribeLink: UnsubscribeLink | undefined,
  coverage: Coverage | undefined,
): Record<string, string> {
  const shown = facts.html()?.text || message.text || ''
  return {
    body_link: unsubscribeLink ? WAYS[unsubscribeLink] : 'none',
    ...(coverage && { signed: coverage.domain ? `yes, by ${coverage.domain}` : SIGNED[coverage.kind] }),
    postal_address: showsPostalAddress(shown) ? 'seems to be shown' : 'not seen',
  }
}

function quotesOf(message: AnalysisContext['message']): Record<string, string> {
  const quotes: Record<string, string> = {}
  for (const name of ['List-Unsubscribe', 'List-Unsubscribe-Post']) {
    const value = message.first(name.toLowerCase())?.value
    if (value) quotes[name] = value.slice(0, 1_000)
  }
  return quotes
}
