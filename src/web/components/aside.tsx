import { mayIn } from '../frame/entries.ts'
import type { Site } from '../site.ts'
import type { TestPage } from '../view.ts'
import { Address } from './address.tsx'
import { DomainName } from './domain/domain-name.tsx'
import { Messages } from './messages.tsx'
import { Moment } from './moment.tsx'
import { Samples } from './samples.tsx'

/** Beside a result: what else can be done with this test. */
export function Aside({ site, page }: { site: Site; page: TestPage }) {
  return (
    <aside class="aside" aria-label="This test">
      <Again site={site} page={page} />
      <Messages site={site} page={page} />
      <section class="panel" aria-labelledby="test">
        <h2 id="test">This test</h2>
        <ul class="plain">
          <li>
            <a href={site.href.json(page.token, page.shown?.id)}>Report as JSON</a>
          </li>
          {page.own && <Besides site={site} page={page} />}
          {page.changeable && !page.own && (
            <li>
              <a href={site.href.remove(page.token)}>Delete this test</a>
            </li>
          )}
        </ul>
        <WhoReads page={page} />
      </section>
    </aside>
  )
}

/** Where else the account sees this mail. */
function Besides({ site, page: { address, received, fromFile } }: { site: Site; page: TestPage }) {
  const domain = received && domainIn(received.from)
  const mail = `${site.href.mailLog}?${new URLSearchParams({ address: address.slice(0, address.lastIndexOf('@')) })}`
  return (
    <>
      {domain !== undefined && mayIn(site.visitor, 'domains.read') && (
        <li>
          <a href={site.href.domain(domain)}>
            <DomainName name={domain} />
          </a>{' '}
          and its DNS
        </li>
      )}
      {domain !== undefined && (
        <li>
          <a href={`${site.href.tests}?${new URLSearchParams({ domain })}`}>All tests of this domain</a>
        </li>
      )}
      {!fromFile && mayIn(site.visitor, 'mail_log.read') && (
        <li>
          <a href={mail}>Mail log of this address</a>
        </li>
      )}
    </>
  )
}

/** The domain of a sender as it is shown. Undefined: none that a link could lead to. */
function domainIn(from: string): string | undefined {
  const at = from.lastIndexOf('@')
  const name = from
    .slice(at + 1)
    .replace(/>$/, '')
    .trim()
    .toLowerCase()
  return at >= 0 && name.length <= 253 && /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u.test(name) ? name : undefined
}

/** Who can read it, and how long. */
export function WhoReads({ page: { own, createdAt, expiresAt } }: { page: TestPage }) {
  if (!own) {
    return (
      <p class="quiet">
        Whoever has this page’s address can read it. It expires on <Moment at={expiresAt} />.
      </p>
    )
  }
  const by = own.createdBy ?? (own.source === 'api' ? 'an API key' : undefined)
  return (
    <>
      <p class="quiet">
        Made {by !== undefined && <>by {by} </>}on <Moment at={createdAt} />. Expires on{' '}
        <Moment at={expiresAt} />, with its messages and reports.
      </p>
      {!own.shared && <p class="quiet">Only people of this account can read it.</p>}
    </>
  )
}

/** How another message comes. */
function Again({ site, page }: { site: Site; page: TestPage }) {
  if (page.fromFile) return <CheckAnother site={site} page={page} />
  return page.fromMonitor ? <OfMonitor site={site} page={page} /> : <SendAgain site={site} page={page} />
}

/** Each message to a monitor makes a test of its own; its address is for people of the account. */
function OfMonitor({ site, page: { own, address } }: { site: Site; page: TestPage }) {
  if (!own) return null
  return (
    <section class="panel" aria-labelledby="again">
      <h2 id="again">From a monitor</h2>
      <p>The next message to this address makes a test of its own.</p>
      <Address address={address} small />
      {own.monitorId !== undefined && (
        <p>
          <a href={site.href.monitor(own.monitorId)}>The monitor</a> shows all its messages.
        </p>
      )}
    </section>
  )
}

function SendAgain({ site, page }: { site: Site; page: TestPage }) {
  return (
    <section class="panel" aria-labelledby="again">
      <h2 id="again">Send again</h2>
      <p>Fix something, send to the same address, and compare.</p>
      <Address address={page.address} small />
      {page.changeable && <Samples site={site} token={page.token} />}
      <NewTestLink site={site} page={page} />
    </section>
  )
}

function NewTestLink({ site, page: { own } }: { site: Site; page: TestPage }) {
  const isOffered = own ? own.may.create : site.anonymousTests
  if (!isOffered) return null
  return (
    <p>
      <a href={own ? site.href.newTest : site.href.home}>New test</a> for other mail
    </p>
  )
}

function CheckAnother({ site, page: { own } }: { site: Site; page: TestPage }) {
  return (
    <section class="panel" aria-labelledby="again">
      <h2 id="again">From a file</h2>
      <p>
        A file does not show how the message was sent.{' '}
        <a href={own ? site.href.newTest : site.href.home}>Send it to a test address</a> for the rest.
      </p>
    </section>
  )
}
