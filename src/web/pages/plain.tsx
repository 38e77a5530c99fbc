import type { ComponentChildren } from 'preact'
import { Layout } from '../layout.tsx'
import type { Site } from '../site.ts'

interface PlainProps {
  site: Site
  title: string
  children: ComponentChildren
}

/** A page of a few sentences. */
function Plain({ site, title, children }: PlainProps) {
  return (
    <Layout site={site} title={title}>
      <div class="narrow stack">
        <h1>{title}</h1>
        {children}
        <p>
          <a class="button button-quiet" href={site.href.home}>
            {site.anonymousTests ? 'Create a test address' : 'To the start page'}
          </a>
        </p>
      </div>
    </Layout>
  )
}

export function NoSuchTest({ site }: { site: Site }) {
  return (
    <Plain site={site} title="There is no such test">
      <p class="lede">It has expired, it was deleted, or its address is not complete.</p>
      <p>
        Expired tests cannot be brought back: their messages and reports are gone. If you copied the address
        of this page, compare its last characters with the original.
      </p>
    </Plain>
  )
}

export function NoSuchMessage({ site, token }: { site: Site; token: string }) {
  return (
    <Plain site={site} title="There is no such message">
      <p class="lede">The test is there, but the message this address names does not belong to it.</p>
      <p>
        <a href={site.href.test(token)}>Show the test’s latest report</a>
      </p>
    </Plain>
  )
}

export function NoSuchPage({ site }: { site: Site }) {
  return (
    <Plain site={site} title="There is no such page">
      <p class="lede">Nothing is at this address.</p>
    </Plain>
  )
}

export function Deleted({ site }: { site: Site }) {
  return (
    <Plain site={site} title="The test is deleted">
      <p class="lede">Its messages and reports are gone, and its address takes no more mail.</p>
    </Plain>
  )
}

/** A request that is refused, with what to do instead. */
export function Turned({ site, title, says }: { site: Site; title: string; says: string }) {
  return (
    <Plain site={site} title={title}>
      <p class="lede">{says}</p>
    </Plain>
  )
}

export function Broken({ site }: { site: Site }) {
  return (
    <Plain site={site} title="Something went wrong here">
      <p class="lede">This is a fault of the service, not of your message. It has been written to the log.</p>
      <p>Mail that was accepted is safe. Try again in a moment.</p>
    </Plain>
  )
}
