import type { KindVerdict } from '../../../mail/kind.ts'
import { judgeAddresses } from '../../../mail/links/address-remarks.ts'
import { hasBase } from '../../../mail/links/base.ts'
import { describeLinks, describeNames } from '../../../mail/links/describe.ts'
import { type FollowedView, followLinks } from '../../../mail/links/following.ts'
import { findNames, type NamesView, nameRemarks } from '../../../mail/links/names.ts'
import { judgeTexts, type TextsView } from '../../../mail/links/text-remarks.ts'
import { inWords, type LinksView, viewLinks } from '../../../mail/links/view.ts'
import { readListUnsubscribe } from '../../../mail/subscription/list-unsubscribe.ts'
import {
  type Analyzer,
  type Conclusion,
  conclude,
  type Finding,
  neutral,
  priced,
  undetermined,
} from '../../analyzer.ts'
import type { AnalysisContext } from '../../context.ts'

const WEIGHT = 1
/** What is not named here is advice. */
const COSTS: Readonly<Record<string, number>> = {
  'link-text-differs': 0.5,
  'link-ip-host': 0.5,
  'link-lookalike-host': 0.5,
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
}

/** Where the links lead, whether they say so, and whether there is something at the other end. */
export const links: Analyzer = {
  name: 'links',
  group: 'content',
  weight: WEIGHT,
  async run(context) {
    const { facts } = context
    const view = viewLinks(facts.links(), {
      hasBase: hasBase(facts.html()?.root),
      isTalk: isTalk(facts.kind()),
    })
    if (view.count === 0 && view.hosts.length === 0) return neutral('The message has no links.')
    const texts = judgeTexts(view.web, sendersOf(context))
    const names = await findNames(view.hosts, context.dns('link-names'))
    const followed = await follow(context, view, names)
    const remarks = [
      ...texts.remarks,
      ...judgeAddresses(view, context.message.from[0]?.domain || undefined),
      ...nameRemarks(names),
      ...(followed?.remarks ?? []),
    ]
    const findings = priced(remarks, COSTS)
    return judge(context, { findings, view, texts, names, ...(followed && { followed }) })
  },
}

function isTalk({ kind }: KindVerdict): boolean {
  return kind === 'personal' || kind === 'list'
}

interface Judged {
  findings: Finding[]
  view: LinksView
  texts: TextsView
  names: NamesView
  followed?: FollowedView
}

/** From and the return path: what is under them is the sender's own, also where clicks are counted. */
function sendersOf({ message, envelope }: AnalysisContext): string[] {
  const path = envelope.mailFrom ?? ''
  return [message.from[0]?.domain ?? '', path.slice(path.lastIndexOf('@') + 1).toLowerCase()].filter(
    (domain) => domain !== '',
  )
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
  if (!costs && names.unanswered.length > 0) {
    return undetermined(
      `The links are written as they should be; whether ${inWords(names.unanswered)} exists could not be asked.`,
      evidence,
      quotes,
    )
  }
  return conclude(WEIGHT, { findings, passed: 'The links lead where they say.', evidence, quotes })
}

const MOST_QUOTED = 5

function quotesOf({ texts, view }: Judged): Record<string, string> {
  const quotes: Record<string, string> = {}
  for (const [i, { link }] of texts.differing.slice(0, MOST_QUOTED).entries()) {
    quotes[`text_${i + 1}`] = `${link.text.slice(0, 200)} → ${link.url.slice(0, 300)}`
  }
  const odd = [...view.malformed, ...view.relative, ...view.active].slice(0, MOST_QUOTED)
  for (const [i, { url }] of odd.entries()) quotes[`address_${i + 1}`] = url.slice(0, 300)
  return quotes
}
