import type { ComponentChildren } from 'preact'
import { signInFor } from '../frame/next.ts'
import { Layout } from '../layout.tsx'
import { page, UNLISTED } from '../respond.ts'
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

/** `token`: as it was asked for; nothing but its form may change the page. */
export function noSuchTest(site: Site, token?: string): Response {
  const signIn = token !== undefined && site.hasPeople && !site.visitor && signInFor(site.href.test(token))
  return page(
    <Plain site={site} title="There is no such test">
      <p class="lede">It has expired, it was deleted, or its address is not complete.</p>
      <p>
        Expired tests cannot be brought back: their messages and reports are gone. If you copied the address
        of this page, compare its last characters with the original.
      </p>
      {signIn && (
        <p>
          If it is a test of your account, <a href={signIn}>sign in</a> to see it.
        </p>
      )}
    </Plain>,
    404,
    UNLISTED,
  )
}

export function noSuchMessage(site: Site, token: string): Response {
  return page(
    <Plain site={site} title="There is no such message">
      <p class="lede">
        The test is there, but the message that this address names is not one of its messages.
      </p>
      <p>
        <a href={site.href.test(token)}>Show the test’s latest report</a>
      </p>
    </Plain>,
    404,
    UNLISTED,
  )
}

export function noSuchPage(site: Site): Response {
  return page(
    <Plain site={site} title="There is no such page">
      <p class="lede">Nothing is at this address.</p>
    </Plain>,
    404,
    UNLISTED,
  )
}

export function deletedPage(site: Site): Response {
  return page(
    <Plain site={site} title="The test is deleted">
      <p class="lede">Its messages and reports are gone, and its address accepts no more mail.</p>
    </Plain>,
    200,
    UNLISTED,
  )
}

/** A request that is turned away, with what to do instead. */
export function refusedPage(
  site: Site,
  status: number,
  words: { title: string; says: string },
  headers: Record<string, string> = {},
): Response {
  return page(
    <Plain site={site} title={words.title}>
      <p class="lede">{words.says}</p>
    </Plain>,
    status,
    { ...UNLISTED, ...headers },
  )
}

export function brokenPage(site: Site): Response {
  return page(
    <Plain site={site} title="Something went wrong here">
      <p class="lede">This is a fault of the service, not of your message. It is in the service’s log.</p>
      <p>Mail that was accepted is safe. Try again in a moment.</p>
    </Plain>,
    500,
    UNLISTED,
  )
}
