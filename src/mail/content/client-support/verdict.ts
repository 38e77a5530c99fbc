import data from '../../data/client-support.json' with { type: 'json' }
import type { HtmlDocument } from '../../reading/markup/html.ts'
import { readStyleElements } from '../../reading/markup/style-elements.ts'
import { countUses, type Uses } from './usage.ts'

/** One feature of HTML or CSS that the message uses, and what mail clients do with it. Shares are of the clients
 * of which something is known, each counted once. */
export interface FeatureSupport {
  slug: string
  title: string
  url: string
  uses: Uses
  full: number
  partly: number
  none: number
  /** Clients that do not support it. */
  notIn: string[]
  partlyIn: string[]
  /** A client without it loses nothing that the reader needs. */
  degrades: boolean
}

export interface ClientSupport {
  /** The worst first. */
  features: FeatureSupport[]
  /** Features that every client supports in full. */
  everywhere: number
  /** The mean of all features used. */
  overall: { full: number; partly: number; none: number }
  /** How many features each client does not support or supports partly, the worst client first. */
  clients: { name: string; none: number; partly: number }[]
  /** When the data were published, as YYYY-MM-DD. */
  date: string
  /** What was not looked at, in words. */
  limits: string[]
}

/** Hints, refinements and fallbacks: where they are missing, mail is still read as meant. */
const DEGRADES = new Set(
  [
    'html-meta-color-scheme html-target html-lang html-role html-doctype html-body html-loading-attribute html-link',
    'html-picture html-srcset html-semantics html-aria-describedby html-aria-labelledby html-aria-live html-aria-hidden',
    'html-aria-label html-hidden html-bdi css-accent-color css-user-select css-resize css-color-scheme css-cursor',
    'css-hyphens css-hyphenate-character css-hyphenate-limit-chars css-orphans css-widows css-tab-size css-text-wrap',
    'css-text-justify css-text-decoration-skip-ink css-text-decoration-thickness css-text-underline-offset',
    'css-text-underline-position css-outline-offset css-overflow-wrap css-word-break css-word-wrap css-at-font-face css-at-import',
    'css-at-keyframes css-animation css-transition css-at-media-hover css-at-media-prefers-color-scheme',
    'css-at-media-prefers-reduced-motion css-at-media-device-pixel-ratio css-at-supports css-pseudo-class-visited',
    'css-pseudo-class-focus css-pseudo-class-active css-pseudo-class-lang css-scroll-snap css-font-stretch',
    'css-function-light-dark css-filter css-backdrop-filter css-nesting',
  ].flatMap((line) => line.split(' ')),
)

const KNOWN: ReadonlySet<string> = new Set(data.features.flatMap(({ keys }) => keys))

/** Lays what the HTML uses over what mail clients support (caniemail.com). */
export function judgeClientSupport(html: HtmlDocument): ClientSupport {
  const sheets = readStyleElements(html.root)
  const counted = countUses(html.root, sheets, KNOWN)
  const used = usedFeatures(counted.uses)
  const features = used.map(({ feature, uses }) => ({ ...supportOf(feature), uses })).toSorted(worstFirst)
  const mean = (share: 'full' | 'partly' | 'none') =>
    features.reduce((sum, feature) => sum + feature[share], 0) / Math.max(features.length, 1)
  return {
    features,
    everywhere: features.filter(({ full }) => full === 1).length,
    overall: { full: mean('full'), partly: mean('partly'), none: mean('none') },
    clients: clientsOf(used),
    date: data.date,
    limits: [...new Set([...html.limits, ...sheets.flatMap(({ limits }) => limits), ...counted.limits])],
  }
}

type Feature = (typeof data.features)[number]

interface Used {
  feature: Feature
  uses: Uses
}

/** The features of the data that a message uses, in their order. */
function usedFeatures(counted: ReadonlyMap<string, Uses>): Used[] {
  const used: Used[] = []
  for (const feature of data.features) {
    let uses: Uses | undefined
    for (const key of feature.keys) {
      const own = counted.get(key)
      if (own) uses = uses ? add(uses, own) : own
    }
    if (uses) used.push({ feature, uses })
  }
  return used
}

function add(a: Uses, b: Uses): Uses {
  return { html: a.html + b.html, inline: a.inline + b.inline, sheet: a.sheet + b.sheet }
}

function clientsOf(used: readonly Used[]): ClientSupport['clients'] {
  const clients = data.clients.map((name) => ({ name, none: 0, partly: 0 }))
  for (const { feature } of used) {
    let at = 0
    for (const client of clients) {
      const support = feature.support[at]
      if (support === 'n') client.none += 1
      else if (support === 'a') client.partly += 1
      at += 1
    }
  }
  return clients.toSorted((a, b) => b.none - a.none || b.partly - a.partly)
}

type Support = Omit<FeatureSupport, 'uses'>
const supports = new Map<Feature, Support>()

/** What clients do with a feature, which no message changes. */
function supportOf(feature: Feature): Support {
  const known = supports.get(feature)
  if (known) return known
  const support = readSupport(feature)
  supports.set(feature, support)
  return support
}

function readSupport({ slug, title, support }: Feature): Support {
  const named = (letter: string) => data.clients.filter((_, at) => support[at] === letter)
  const notIn = named('n')
  const partlyIn = named('a')
  const full = named('y').length
  const known = Math.max(full + partlyIn.length + notIn.length, 1)
  return {
    slug,
    title,
    url: `https://www.caniemail.com/features/${slug}/`,
    full: full / known,
    partly: partlyIn.length / known,
    none: notIn.length / known,
    notIn,
    partlyIn,
    degrades: DEGRADES.has(slug),
  }
}

function worstFirst(a: FeatureSupport, b: FeatureSupport): number {
  return b.none - a.none || b.partly - a.partly || (a.slug < b.slug ? -1 : 1)
}
