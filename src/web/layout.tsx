import type { ComponentChildren } from 'preact'
import { Header } from './components/frame/header.tsx'
import { VisitBanner } from './components/frame/visit-banner.tsx'
import type { Site } from './site.ts'

/** Words for whoever asks for a page only to show that there is a link to it: a chat, a mail program. */
export interface Unfurled {
  title: string
  description: string
}

interface LayoutProps {
  site: Site
  /** Without the site's name, which is added. */
  title: string
  /** Seconds after which a browser without JavaScript asks again. */
  refresh?: number
  /** Seconds after which the page is asked for again, with the script too. */
  again?: number
  /** An address to which the page leads by itself. */
  goesTo?: string
  /** What a chat shows of a link to the page, and a search of the page. */
  unfurled?: Unfurled
  /** The stream that tells of changes, and the state that this page shows. */
  live?: { events: string; version: string; report: boolean }
  children: ComponentChildren
}

/** The frame of every page. */
export function Layout(props: LayoutProps) {
  const { site, title, again, refresh = again, goesTo, unfurled, live, children } = props
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>{title === site.name ? title : `${title} · ${site.name}`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {unfurled && <Unfurling site={site} unfurled={unfurled} />}
        <link rel="icon" href={site.href.favicon} type="image/svg+xml" />
        <link rel="stylesheet" href={site.stylesheet} />
        <script type="module" src={site.script} />
        {goesTo !== undefined && <meta http-equiv="refresh" content={`0;url=${goesTo}`} />}
        {refresh !== undefined && (
          <noscript>
            <meta http-equiv="refresh" content={String(refresh)} />
          </noscript>
        )}
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to the content
        </a>
        {site.smtpServer && (
          <aside class="banner" aria-label="Evaluation">
            <strong>Evaluation mode.</strong> Web and SMTP answer on this machine only.
          </aside>
        )}
        <VisitBanner site={site} />
        <Header site={site} />
        <main
          id="main"
          tabindex={-1}
          data-events={live?.events}
          data-version={live?.version}
          data-report={live?.report ? 'yes' : undefined}
          data-again={again}
        >
          {children}
        </main>
        <p class="announcement" role="status" data-announcement />
        <Footer site={site} />
      </body>
    </html>
  )
}

/** Open Graph, without an address of its own: whoever asks knows that of the page. */
function Unfurling({ site, unfurled: { title, description } }: { site: Site; unfurled: Unfurled }) {
  return (
    <>
      <meta name="description" content={description} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={site.name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta name="twitter:card" content="summary" />
    </>
  )
}

function Footer({ site }: { site: Site }) {
  return (
    <footer class="site-footer">
      <p>
        The score measures how a message is made and sent. It does not promise the inbox: receivers also weigh
        the sender’s history and what their own users do.
      </p>
      <p class="quiet">Mailgauge {site.version}</p>
    </footer>
  )
}
