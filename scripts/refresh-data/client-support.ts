import type { DataSet } from './data-set.ts'

interface Upstream {
  last_update_date: string
  nicenames: { family: Record<string, string>; platform: Record<string, string> }
  data: { slug: string; title: string; category: string; stats: Stats }[]
}
/** Family, platform, version: what was seen ("y", "n", "a", "u"), with notes after it; later versions come later. */
type Stats = Record<string, Record<string, Record<string, string>>>

/** Clients that fewer features were tested in are left out. */
const LEAST_TESTED = 200

/** Of each feature how it is recognised, and what the latest version of each client does with it. */
export const clientSupport: DataSet = {
  name: 'client-support',
  addresses: ['https://www.caniemail.com/api/data.json'],
  licence: 'MIT',
  note: 'Copyright (c) Rémi Parmentier. keys: how a feature is recognised (src/mail/content/client-support/). support: one letter for each client, in their order: y full, a partly, n not, u unknown.',
  read([text = '']) {
    const upstream = JSON.parse(inOrder(text)) as Upstream
    const clients = clientsOf(upstream)
    const known = upstream.data.map((feature) => ({ ...feature, keys: recognise(feature) }))
    const features = known.filter(({ keys }) => keys.length > 0)
    if (clients.length < 30 || features.length < 250)
      throw new Error(`only ${features.length} features of ${clients.length} clients`)
    return {
      date: upstream.last_update_date.slice(0, 10),
      clients: clients.map(({ label }) => label),
      features: features.map(({ slug, title, keys, stats }) => ({
        slug,
        title: title.trim(),
        keys,
        support: clients.map(({ family, platform }) => latest(stats[family]?.[platform])).join(''),
      })),
      notRecognised: known.filter(({ keys }) => keys.length === 0).map(({ slug }) => slug),
    }
  },
}

/** JSON.parse would sort keys that are whole numbers ("2019") before all others: versions must stay in order. */
function inOrder(text: string): string {
  return text.replace(/"(\d+)"(\s*:)/g, '"v$1"$2')
}

function clientsOf({ data, nicenames }: Upstream) {
  const tested = new Map<string, number>()
  for (const { stats } of data) {
    for (const [family, platforms] of Object.entries(stats)) {
      for (const platform of Object.keys(platforms)) {
        const key = `${family} ${platform}`
        tested.set(key, (tested.get(key) ?? 0) + 1)
      }
    }
  }
  const kept = [...tested].filter(([, count]) => count >= LEAST_TESTED).map(([key]) => key)
  return kept.map((key) => {
    const [family = '', platform = ''] = key.split(' ')
    const place = PLATFORMS[platform] ?? nicenames.platform[platform] ?? platform
    return { family, platform, label: `${nicenames.family[family] ?? family} (${place})` }
  })
}

const PLATFORMS: Record<string, string> = { 'desktop-webmail': 'web', 'mobile-webmail': 'mobile web' }

function latest(versions: Record<string, string> | undefined): string {
  const last =
    Object.values(versions ?? {})
      .at(-1)
      ?.trim()
      .charAt(0) ?? 'u'
  return 'yan'.includes(last) ? last : 'u'
}

/** The keys under which src/mail/content/client-support/ counts what a message uses. */
function recognise({ slug, title, category }: Upstream['data'][number]): string[] {
  const listed = KEYS[slug]
  if (listed) return listed.split(' ')
  const words = title
    .trim()
    .replace(/ (?:shorthand|property)$/, '')
    .replace(/^CSS (.*) function$/, '$1')
  const unit = /^(\S+) unit$/.exec(words)?.[1]
  const call = /^([a-z-]+)\(\)$/.exec(words)?.[1]
  const pseudo = /^::?([a-z-]+)(?:\(\))?$/.exec(words)?.[1]
  const element = /^<([a-z0-9]+)> element$/.exec(words)?.[1]
  const typed = /^<([a-z]+) type="([a-z]+)"> element$/.exec(words)
  const attribute = /^([a-z-]+) attribute$/.exec(words)?.[1]
  if (category === 'css' && /^[a-z-]+$/.test(words)) return [`property:${words}`]
  if (category === 'css' && unit) return [`unit:${unit}`]
  if (category === 'css' && call) return [`function:${call}`]
  if (category === 'css' && pseudo) return [`pseudo:${pseudo}`]
  if (category === 'html' && element) return [`element:${element}`]
  if (category === 'html' && typed) return [`element:${typed[1]}[type=${typed[2]}]`]
  if (category === 'html' && attribute) return [`attribute:${attribute}`]
  return []
}

const sides = (names: string) => names.split(' ').flatMap((name) => [`${name}-start`, `${name}-end`])
const properties = (names: string | string[]) =>
  (Array.isArray(names) ? names : names.split(' ')).map((name) => `property:${name}`).join(' ')
const each = (kind: string, names: string) =>
  names
    .split(' ')
    .map((name) => `${kind}:${name}`)
    .join(' ')

/** What the title does not tell. */
const KEYS: Record<string, string> = {
  'css-animation': properties(
    'animation animation-name animation-duration animation-delay animation-iteration-count animation-direction animation-timing-function animation-fill-mode animation-play-state',
  ),
  'css-at-font-face': 'at:font-face',
  'css-at-import': 'at:import',
  'css-at-keyframes': each('at', 'keyframes -webkit-keyframes'),
  'css-at-media': 'at:media',
  'css-at-media-device-pixel-ratio': each(
    'media',
    '-webkit-device-pixel-ratio -webkit-min-device-pixel-ratio -webkit-max-device-pixel-ratio',
  ),
  'css-at-media-hover': each('media', 'hover any-hover'),
  'css-at-media-orientation': 'media:orientation',
  'css-at-media-prefers-color-scheme': 'media:prefers-color-scheme',
  'css-at-media-prefers-reduced-motion': 'media:prefers-reduced-motion',
  'css-at-supports': 'at:supports',
  'css-block-inline-size': 'property:block-size',
  'css-border': properties(
    'border border-top border-right border-bottom border-left border-width border-style border-color',
  ),
  'css-border-image': properties('border-image border-image-source border-image-slice border-image-width'),
  'css-border-inline-block': properties('border-inline border-block'),
  'css-border-inline-block-individual': properties(sides('border-inline border-block')),
  'css-border-inline-block-longhand': properties(
    'border-inline-width border-inline-style border-inline-color border-block-width border-block-style border-block-color',
  ),
  'css-border-radius': properties(
    'border-radius border-top-left-radius border-top-right-radius border-bottom-left-radius border-bottom-right-radius',
  ),
  'css-border-radius-logical': properties(
    'border-start-start-radius border-start-end-radius border-end-start-radius border-end-end-radius',
  ),
  'css-color-scheme': 'property:color-scheme',
  'css-column-layout-properties': properties(
    'columns column-fill column-rule column-rule-color column-rule-style column-rule-width column-span column-width',
  ),
  'css-comments': 'css-comment',
  'css-conic-gradient': each('function', 'conic-gradient repeating-conic-gradient'),
  'css-display-flex': each('declaration', 'display=flex display=inline-flex'),
  'css-display-grid': each('declaration', 'display=grid display=inline-grid'),
  'css-display-none': 'declaration:display=none',
  'css-flex-direction': each('declaration', 'flex-direction=column flex-direction=column-reverse'),
  'css-flex-wrap': each('declaration', 'flex-wrap=wrap flex-wrap=wrap-reverse'),
  'css-gap': properties('gap column-gap row-gap grid-gap'),
  'css-grid-template': properties(
    'grid-template grid-template-areas grid-template-columns grid-template-rows',
  ),
  'css-important': 'important',
  'css-inset': 'property:inset',
  'css-intrinsic-size': each('keyword', 'fit-content min-content max-content'),
  'css-left-right-top-bottom': properties('left right top bottom'),
  'css-linear-gradient': each('function', 'linear-gradient repeating-linear-gradient'),
  'css-margin': properties('margin margin-top margin-right margin-bottom margin-left'),
  'css-margin-block-start-end': properties(sides('margin-block')),
  'css-margin-inline-block': properties('margin-inline margin-block'),
  'css-margin-inline-start-end': properties(sides('margin-inline')),
  'css-modern-color': each('function', 'lch oklch lab oklab'),
  'css-nesting': 'nesting',
  'css-outline': properties('outline outline-color outline-style outline-width'),
  'css-overflow': properties('overflow overflow-x overflow-y'),
  'css-padding': properties('padding padding-top padding-right padding-bottom padding-left'),
  'css-padding-block-start-end': properties(sides('padding-block')),
  'css-padding-inline-block': properties('padding-inline padding-block'),
  'css-padding-inline-start-end': properties(sides('padding-inline')),
  'css-pseudo-class-lang': 'pseudo:lang',
  'css-radial-gradient': each('function', 'radial-gradient repeating-radial-gradient'),
  'css-scroll-snap': properties('scroll-snap-type scroll-snap-align scroll-snap-stop'),
  'css-selector-adjacent-sibling': 'selector:adjacent-sibling',
  'css-selector-attribute': 'selector:attribute',
  'css-selector-chaining': 'selector:chaining',
  'css-selector-child': 'selector:child',
  'css-selector-class': 'selector:class',
  'css-selector-descendant': 'selector:descendant',
  'css-selector-general-sibling': 'selector:general-sibling',
  'css-selector-grouping': 'selector:grouping',
  'css-selector-id': 'selector:id',
  'css-selector-type': 'selector:type',
  'css-selector-universal': 'selector:universal',
  'css-sytem-ui': each('keyword', 'system-ui ui-serif ui-sans-serif ui-rounded ui-monospace'),
  'css-text-emphasis': properties('text-emphasis text-emphasis-color text-emphasis-style'),
  'css-transition': properties(
    'transition transition-property transition-duration transition-delay transition-timing-function',
  ),
  'css-unit-initial': 'keyword:initial',
  'css-unit-percent': 'unit:%',
  'css-variables': 'variable function:var',
  'html-address': 'element:address',
  'html-anchor-links': 'link:#',
  'html-base': 'element:base',
  'html-comments': 'html-comment',
  'html-doctype': 'doctype',
  'html-h1-h6': each('element', 'h1 h2 h3 h4 h5 h6'),
  'html-image-maps': 'element:map',
  'html-lists': each('element', 'ul ol dl'),
  'html-mailto-links': 'link:mailto',
  'html-meta-color-scheme': each('element', 'meta[name=color-scheme] meta[name=supported-color-schemes]'),
  'html-semantics': each(
    'element',
    'article aside details figcaption figure footer header main mark nav section summary time',
  ),
  'html-srcset': each('attribute', 'srcset sizes'),
  'html-svg': 'element:svg',
  'image-apng': 'image:apng',
  'image-avif': 'image:avif',
  'image-base64': 'image:data',
  'image-bmp': 'image:bmp',
  'image-gif': 'image:gif',
  'image-heif': each('image', 'heif heic'),
  'image-ico': 'image:ico',
  'image-jpg': each('image', 'jpg jpeg'),
  'image-mp4': 'image:mp4',
  'image-png': 'image:png',
  'image-svg': 'image:svg',
  'image-tiff': each('image', 'tif tiff'),
  'image-webp': 'image:webp',
}
