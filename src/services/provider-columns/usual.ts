/** As many columns as fit beside each other. */
export const USUAL_COLUMNS = 5

/** What stands before the name of a provider in that of its check. */
const CHECK = 'provider-'

/** Whose readers are likely where a domain is of this part of the world; its own providers before those of everywhere. */
interface Region {
  /** Top-level domains, those of regions and cities among them; all are in the Public Suffix List that comes with tldts. */
  topLevel: readonly string[]
  /** Domains of its mailbox providers. */
  domains: readonly string[]
  columns: readonly string[]
}

const WORLD = ['gmail', 'yahoo', 'outlook', 'apple', 'gmx']

const REGIONS: readonly Region[] = [
  {
    topLevel: ['de', 'bayern', 'berlin', 'cologne', 'hamburg', 'koeln', 'nrw', 'ruhr', 'saarland'],
    domains: ['gmx.net', 'gmx.de', 'web.de', 't-online.de', 'magenta.de', 'freenet.de'],
    columns: ['gmail', 'outlook', 'apple', 'gmx', 'tonline'],
  },
  {
    topLevel: ['at', 'ch', 'li', 'swiss', 'tirol', 'wien', 'zuerich'],
    domains: ['gmx.at', 'gmx.ch', 'bluewin.ch'],
    columns: ['gmail', 'outlook', 'apple', 'gmx', 'tonline'],
  },
  {
    topLevel: [
      'fr',
      'alsace',
      'bzh',
      'corsica',
      'gf',
      'gp',
      'mq',
      'nc',
      'paris',
      'pf',
      'pm',
      're',
      'wf',
      'yt',
    ],
    domains: ['laposte.net', 'gmx.fr'],
    columns: ['gmail', 'yahoo', 'outlook', 'laposte', 'orange'],
  },
]

/** The providers that most readers of mail from this domain are likely to be at, by the names of their checks, in the order of `known`.
 * A name that tells nothing has those of everywhere. */
export function usualColumns(from: string | undefined, known: readonly string[]): string[] {
  const labels = (from ?? '').toLowerCase().replace(/\.$/, '').split('.')
  const topLevel = labels.at(-1) ?? ''
  const organisation = labels.slice(-2).join('.')
  const region =
    REGIONS.find(({ domains }) => domains.includes(organisation)) ??
    REGIONS.find((one) => one.topLevel.includes(topLevel))
  const wanted = new Set((region?.columns ?? WORLD).map((name) => CHECK + name))
  const found = known.filter((check) => wanted.has(check))
  const others = known.filter((check) => !wanted.has(check)).slice(0, USUAL_COLUMNS - found.length)
  return known.filter((check) => found.includes(check) || others.includes(check))
}

const MOST_NAMED = 40

/** Those of `known` that are named, once each and in its order: gmail, or gmail,gmx. Absent: none is. */
export function namedColumns(named: readonly string[], known: readonly string[]): string[] | undefined {
  const names = new Set(named.flatMap((one) => one.slice(0, 1_000).split(',')).slice(0, MOST_NAMED))
  const found = known.filter((check) => names.has(columnName(check)))
  return found.length > 0 ? found : undefined
}

/** A provider as addresses and forms call it: gmail. */
export function columnName(check: string): string {
  return check.slice(CHECK.length)
}

/** Whether a check is that of a mailbox provider. */
export function isProviderCheck(name: string): boolean {
  return name.startsWith(CHECK)
}
