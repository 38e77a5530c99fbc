import type { Finding } from '../../../core/check.ts'
import { judgeAddresses, type LinkAddressCode } from '../../../mail/content/links/address-remarks.ts'
import type { JudgedLinks } from '../../../mail/content/links/claims.ts'
import { describeLinks, describeNames } from '../../../mail/content/links/describe.ts'
import {
  type FollowedView,
  followLinks,
  type LinkFollowedCode,
} from '../../../mail/content/links/following.ts'
import { type LinkNameCode, type NamesView, nameRemarks } from '../../../mail/content/links/names.ts'
import type { LinkTextCode } from '../../../mail/content/links/text-remarks.ts'
import { readListUnsubscribe } from '../../../mail/content/list-unsubscribe/list-unsubscribe.ts'
import { inWords, type LinksView } from '../../../mail/reading/links/view.ts'
import { type Analyzer, type Conclusion, conclude, neutral, priced, undetermined } from '../../analyzer.ts'
import type { AnalysisContext } from '../../context.ts'
import { WRITER } from '../../telling/people.ts'

const WEIGHT = 1

type Code = LinkAddressCode | LinkTextCode | LinkNameCode | LinkFollowedCode

const COSTS = {
  'link-imitates-brand': 1,
  'link-text-differs': 0.5,
  'link-ip-host': 0.5,
  'link-lookalike-host': 0.5,
  'link-host-imitates-brand': 0.5,
  'link-user-info': 0.5,
  'link-active': 0.5,
  'link-shortener': 0.3,
  'link-file': 0.3,
  'link-name-missing': 0.3,
  'link-name-private': 0.3,
  'link-dead': 0.3,
  'link-malformed': 0.2,
  'link-without-scheme': 0.2,
  'link-http-mostly': 0.2,
  'link-redirects': 0.2,
  'link-port': 0,
  'link-many': 0,
} satisfies Record<Code, number>

/** Where the links lead, whether they say so, and whether there is something at the other end. */
export const links: Analyzer = {
  name: 'links',
  group: 'content',
  title: 'Links',
  asks: 'Do links lead where they say, over https?',
  why: 'A link that does not lead where it says is how phishing works, and filters look for it first.',
  who: WRITER,
  weight: WEIGHT,
  costs: COSTS,
  async run(context) {
    const judged = await context.facts.judgedLinks()
    const { view, names, texts } = judged
    const some =
      view.count + view.hosts.length + texts.agreeing + texts.tracked.length + texts.differing.length
    if (some === 0) return neutral('The message has no links.')
    const followed = await follow(context, view, names)
    const remarks = [
      ...judged.remarks,
      ...judgeAddresses(view, context.message.from[0]?.domain || undefined),
      ...nameRemarks(names),
      ...(followed?.remarks ?? []),
    ]
    return judge(context, { ...judged, findings: priced(remarks, COSTS), ...(followed && { followed }) })
  },
}

interface Judged extends JudgedLinks {
  findings: Finding[]
  followed?: FollowedView
}

/** Never in a message that opens an account, and never a link to leave a list. */
async function follow(
  context: AnalysisContext,
  { offered }: LinksView,
  { missing, local }: NamesView,
): Promise<FollowedView | undefined> {
  if (!context.settings.fetchLinks || context.facts.withholding()) return undefined
  const gone = new Set([...missing, ...local])
  const leave = new Set(readListUnsubscribe(context.message).ways.map(({ url }) => url))
  const there = offered.filter(({ host }) => !gone.has(host))
  return followLinks(there, leave, context.web('links'))
}

function judge(context: AnalysisContext, judged: Judged): Conclusion {
  const { findings, names, followed } = judged
  const evidence = {
    ...describeLinks(judged.view, judged.texts, context.message.from[0]?.domain),
    ...describeNames(names, followed),
  }
  const quotes = quotesOf(judged)
  const costs = findings.some(({ cost }) => cost > 0)
  const open = costs ? undefined : notKnown(judged)
  if (open !== undefined) return undetermined(open, evidence, quotes)
  return conclude(WEIGHT, { findings, passed: passed(judged), evidence, quotes })
}

/** What could not be found out and might have cost. */
function notKnown({ names, open }: Judged): string | undefined {
  if (open.length > 0) {
    return `Whether ${inWords(open)} only counts clicks could not be asked: texts of links to it name another site.`
  }
  if (names.unanswered.length === 0) return undefined
  return `Nothing is wrong with the addresses of the links; whether ${inWords(names.unanswered)} exists could not be asked.`
}

/** Where clicks are counted, nobody here sees where a link leads in the end. */
function passed({ texts: { agreeing, tracked }, differing }: Judged): string {
  if (differing.length > 0) return 'The links that name another site than they lead to cost nothing.'
  if (tracked.length > 0) {
    const rest = agreeing > 0 ? ' The other links that name a site lead there.' : ''
    return `Some links name another site than the one in their address, as where clicks are counted (${inWords(tracked)}); where they end was not followed.${rest}`
  }
  return agreeing > 0
    ? 'The links that name a site lead there.'
    : 'Nothing is wrong with the addresses of the links; none of their texts names a site.'
}

const MOST_QUOTED = 5

function quotesOf({ texts, view }: Pick<Judged, 'texts' | 'view'>): Record<string, string> {
  const quotes: Record<string, string> = {}
  for (const [i, { link }] of texts.differing.slice(0, MOST_QUOTED).entries()) {
    quotes[`text_${i + 1}`] = `${link.text.slice(0, 200)} → ${link.url.slice(0, 300)}`
  }
  const odd = [...view.malformed, ...view.relative, ...view.active].slice(0, MOST_QUOTED)
  for (const [i, { url }] of odd.entries()) quotes[`address_${i + 1}`] = url.slice(0, 300)
  return quotes
}
