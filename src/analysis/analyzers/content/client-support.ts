import type { ClientSupport, FeatureSupport } from '../../../mail/content/client-support/verdict.ts'
import type { Remark } from '../../../mail/remark.ts'
import { type Analyzer, conclude, neutral, priced } from '../../analyzer.ts'

const WEIGHT = 0

type Code = 'poorly-supported'

/** Advice: what a client does not support may be meant as an extra. */
const COSTS = { 'poorly-supported': 0 } satisfies Record<Code, number>

/** A feature that fewer clients support, fully or partly, is worth a word. */
const FEW = 0.5
/** Features that fewer clients support in full are listed. */
const MANY = 0.8
const MOST_LISTED = 25
const MOST_NAMED = 3

/** What mail clients make of the HTML and CSS that the message uses. */
export const clientSupport: Analyzer = {
  name: 'client-support',
  group: 'content',
  title: 'Mail client support',
  asks: 'Do mail clients support the HTML and CSS used?',
  why: 'What a mail program does not know it leaves out, so the message looks different there.',
  who: {
    else: 'Whoever makes the template.',
    marketing: 'You, in the template of your newsletter tool.',
    personal: 'Your mail program, which writes the HTML.',
    list: 'The author’s mail program.',
  },
  weight: WEIGHT,
  costs: COSTS,
  run({ facts }) {
    const support = facts.clientSupport()
    if (!support) return neutral('There is no HTML to judge.')
    if (support.features.length === 0) {
      return neutral('The HTML uses no feature of which it is known what mail clients make of it.')
    }
    return conclude(WEIGHT, {
      findings: priced(remarksOf(support), COSTS),
      passed: summaryOf(support),
      evidence: evidenceOf(support),
    })
  },
}

function remarksOf({ features }: ClientSupport): Remark<Code>[] {
  const poor = features.filter(({ full, partly, degrades }) => full + partly < FEW && !degrades)
  if (poor.length === 0) return []
  const more = poor.length > MOST_NAMED ? ` and ${poor.length - MOST_NAMED} more` : ''
  return [
    {
      code: 'poorly-supported',
      says: `Fewer than half of the mail clients support: ${poor.map(({ title }) => title).join(', ')}.`,
      advice: `Make sure that the message reads well without ${poor
        .slice(0, MOST_NAMED)
        .map(({ title }) => title)
        .join(', ')}${more}.`,
      reference: poor
        .slice(0, MOST_NAMED)
        .map(({ url }) => url)
        .join('; '),
    },
  ]
}

function summaryOf({ features, everywhere }: ClientSupport): string {
  const all = `${everywhere} of ${features.length} features used are supported in full by every client`
  const worst = features
    .filter(({ none, degrades }) => none > 0 && !degrades)
    .slice(0, MOST_NAMED)
    .map(({ title, full, partly }) => `${title} (${percent(full + partly)})`)
  return worst.length > 0 ? `${all}; the worst: ${worst.join(', ')}.` : `${all}.`
}

function evidenceOf(support: ClientSupport): Record<string, string> {
  const { features, everywhere, overall, clients, date, limits } = support
  const listed = features.filter(({ full }) => full < MANY).slice(0, MOST_LISTED)
  const worst = clients.filter(({ none }) => none > 0).slice(0, 5)
  return {
    features_used: String(features.length),
    supported_everywhere: `${everywhere} of ${features.length}`,
    overall: shares(overall),
    ...(worst.length > 0 && {
      weakest_clients: worst.map(({ name, none }) => `${name} without ${none}`).join(', '),
    }),
    ...Object.fromEntries(listed.map((feature) => [feature.title, describe(feature)])),
    data: `caniemail.com of ${date}; ${clients.length} clients, each counted once`,
    ...(limits.length > 0 && { not_looked_at: limits.join(' ') }),
  }
}

function describe(feature: FeatureSupport): string {
  const { uses, notIn } = feature
  const places = [
    uses.html > 0 ? `${uses.html} × in the HTML` : '',
    uses.inline > 0 ? `${uses.inline} × in style attributes` : '',
    uses.sheet > 0 ? `${uses.sheet} × in style sheets` : '',
  ].filter((place) => place !== '')
  const missing = notIn.length > 0 ? `; not in ${listClients(notIn)}` : ''
  return `${shares(feature)}; ${places.join(', ')}${missing}`
}

/** `Gmail (web, iOS), Outlook (Windows)`: the clients of one family together. */
function listClients(names: readonly string[]): string {
  const families = Map.groupBy(names, (name) => name.slice(0, name.lastIndexOf(' (')))
  return [...families]
    .map(([family, own]) => {
      const places = own.map((name) => name.slice(family.length + 2, -1)).join(', ')
      return places === '' ? family : `${family} (${places})`
    })
    .join(', ')
}

function shares({ full, partly, none }: Pick<FeatureSupport, 'full' | 'partly' | 'none'>): string {
  return `${percent(full)} in full, ${percent(partly)} partly, ${percent(none)} not`
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}
