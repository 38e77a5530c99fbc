import type { ComponentChildren } from 'preact'
import { dateOfDay } from '../../../services/aggregates/window.ts'
import { Layout } from '../../layout.tsx'
import { type DmarcPlace, WINDOWS, windowOf, withQuery } from '../../pages/dmarc/asked.ts'
import { longDay } from '../chart/slots.ts'
import { DomainName } from '../domain/domain-name.tsx'

type Tab = 'overview' | 'sources' | 'policy' | 'events' | 'reports' | 'files' | 'import'

interface FrameProps {
  place: DmarcPlace
  title: string
  /** The place among the pages of the domain's reports. */
  tab: Tab
  /** It is below that one. */
  below?: boolean
  lede?: ComponentChildren
  /** Seconds after which it is asked for again. */
  again?: number | undefined
  children: ComponentChildren
}

/** A page of a domain's DMARC reports: where it stands, its neighbours, its content. */
export function DmarcPage({ place, title, tab, below = false, lede, again, children }: FrameProps) {
  const { site, domain } = place
  const { href } = site
  return (
    <Layout site={site} title={`${title} · ${domain.domain}`} {...(again !== undefined && { again })}>
      <div class="stack dmarc">
        <header>
          <nav class="eyebrow crumbs" aria-label="Where this page stands">
            <a href={href.domains}>Domains</a>
            <a href={href.domain(domain.id)}>
              <DomainName name={domain.domain} />
            </a>
            {tab !== 'overview' && <a href={href.domainDmarc(domain.id)}>DMARC reports</a>}
            {below && tab === 'sources' && <a href={href.domainDmarcSources(domain.id)}>Sources</a>}
            {below && tab === 'reports' && <a href={href.domainDmarcReports(domain.id)}>Reports</a>}
            {below && tab === 'files' && <a href={href.domainDmarcFiles(domain.id)}>Files</a>}
          </nav>
          <h1>{title}</h1>
          {lede !== undefined && <p class="lede">{lede}</p>}
        </header>
        {!below && <Tabs place={place} tab={tab} />}
        {children}
      </div>
    </Layout>
  )
}

function Tabs({ place: { site, domain, asked, mayChange }, tab }: { place: DmarcPlace; tab: Tab }) {
  const { href } = site
  const window = windowOf(asked)
  const tabs: readonly (readonly [Tab, string, string])[] = [
    ['overview', 'Overview', withQuery(href.domainDmarc(domain.id), window)],
    ['sources', 'Sources', withQuery(href.domainDmarcSources(domain.id), window)],
    [
      'policy',
      'Policy history',
      withQuery(href.domainDmarcPolicy(domain.id), { days: LONG_WINDOW, ...window }),
    ],
    ['events', 'What changed', href.domainDmarcEvents(domain.id)],
    ['reports', 'Reports', withQuery(href.domainDmarcReports(domain.id), window)],
    ['files', 'Files', href.domainDmarcFiles(domain.id)],
    ...(mayChange ? [['import', 'Import', href.domainDmarcImport(domain.id)] as const] : []),
  ]
  return (
    <nav class="windows tabs" aria-label="DMARC reports">
      {tabs.map(([name, words, to]) => (
        <a key={name} href={to} aria-current={name === tab ? 'page' : undefined}>
          {words}
        </a>
      ))}
      <a href={withQuery(href.domainTls(domain.id), window)}>TLS reports</a>
    </nav>
  )
}

/** A policy changes seldom: its history begins with a year. */
const LONG_WINDOW = '366'

const WINDOW_WORDS: Readonly<Record<(typeof WINDOWS)[number], string>> = {
  7: '7 days',
  30: '30 days',
  90: '90 days',
  366: '12 months',
}

/** The windows that one press leads to, on the same page with the same conditions. */
export function Windows({ place: { asked }, path }: { place: DmarcPlace; path: string }) {
  const { from, to, days, ...kept } = asked.kept
  return (
    <nav class="windows" aria-label="Time">
      {WINDOWS.map((one) => (
        <a
          key={one}
          href={withQuery(path, { ...kept, days: String(one) })}
          aria-current={one === asked.days ? 'true' : undefined}
        >
          {WINDOW_WORDS[one]}
        </a>
      ))}
    </nav>
  )
}

/** 24 Oct 2026 to 22 Nov 2026. */
export function spanWords({ asked: { window } }: Pick<DmarcPlace, 'asked'>): string {
  const [from, to] = [dateOfDay(window.from), dateOfDay(window.to)]
  return from === to ? longDay(to) : `${longDay(from)} to ${longDay(to)}`
}
