import type { ComponentChildren } from 'preact'
import { Layout } from '../../layout.tsx'
import { type DmarcPlace, windowOf, withQuery } from '../../pages/dmarc/asked.ts'
import { DomainName } from '../domain/domain-name.tsx'

type Tab = 'overview' | 'reports'

interface FrameProps {
  place: DmarcPlace
  title: string
  tab: Tab
  /** It is below that one. */
  below?: boolean
  lede?: ComponentChildren
  children: ComponentChildren
}

/** A page of a domain's TLS reports: where it stands, its neighbours, its content. */
export function TlsPage({ place, title, tab, below = false, lede, children }: FrameProps) {
  const { site, domain } = place
  const { href } = site
  return (
    <Layout site={site} title={`${title} · ${domain.domain}`}>
      <div class="stack dmarc">
        <header>
          <nav class="eyebrow crumbs" aria-label="Where this page stands">
            <a href={href.domains}>Domains</a>
            <a href={href.domain(domain.id)}>
              <DomainName name={domain.domain} />
            </a>
            {(tab !== 'overview' || below) && <a href={href.domainTls(domain.id)}>TLS reports</a>}
            {below && <a href={href.domainTlsReports(domain.id)}>Reports</a>}
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

function Tabs({ place: { site, domain, asked }, tab }: { place: DmarcPlace; tab: Tab }) {
  const { href } = site
  const window = windowOf(asked)
  const tabs: readonly (readonly [Tab, string, string])[] = [
    ['overview', 'Overview', withQuery(href.domainTls(domain.id), window)],
    ['reports', 'Reports', withQuery(href.domainTlsReports(domain.id), window)],
  ]
  return (
    <nav class="windows tabs" aria-label="TLS reports">
      {tabs.map(([name, words, to]) => (
        <a key={name} href={to} aria-current={name === tab ? 'page' : undefined}>
          {words}
        </a>
      ))}
      <a href={href.domainDmarcFiles(domain.id)}>Files</a>
      <a href={withQuery(href.domainDmarc(domain.id), window)}>DMARC reports</a>
    </nav>
  )
}
