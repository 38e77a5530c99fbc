import { type Entry, entriesOf } from '../../frame/entries.ts'
import type { Site } from '../../site.ts'
import type { Visitor } from '../../viewer.ts'

/** Where to go from every page. For those who are signed in it is a menu on a phone. */
export function SiteNav({ site }: { site: Site }) {
  const { visitor } = site
  if (!visitor) {
    return (
      <nav class="site-nav" aria-label="Site">
        {site.anonymousTests && (
          <>
            <a href={site.href.home}>New test</a>
            <a href={site.href.check}>Check a domain</a>
            <a href={site.href.bounce}>Bounce</a>
          </>
        )}
        <a href={site.href.docs}>API</a>
      </nav>
    )
  }
  const places = placesOf(site, visitor)
  const current = places.find((place) => place.current !== undefined)
  return (
    <>
      <nav class="site-nav site-nav-wide" aria-label="Site">
        {places.map((place) => (
          <PlaceLink key={place.href} place={place} />
        ))}
      </nav>
      <details class="menu site-menu">
        <summary>
          <span class="menu-name">Menu</span>
          {current && <span class="unseen">, you are at {current.words}</span>}
        </summary>
        <nav class="menu-panel" aria-label="Site">
          <ul class="plain menu-links">
            {places.map((place) => (
              <li key={place.href}>
                <PlaceLink place={place} item />
              </li>
            ))}
          </ul>
        </nav>
      </details>
    </>
  )
}

interface Place {
  words: string
  href: string
  /** page: it is the page itself. true: the page belongs to it. */
  current?: 'page' | 'true'
  /** The key that leads there. */
  key?: string
}

function placesOf({ anonymousTests, href }: Site, visitor: Visitor): Place[] {
  const entries = entriesOf('site', visitor)
  const offered = [
    ...(visitor.account || !anonymousTests ? [] : [{ words: 'New test', href: href.home }]),
    ...entries,
    ...(anonymousTests
      ? [
          { words: 'Check', href: href.check },
          { words: 'Bounce', href: href.bounce },
        ]
      : []),
    { words: 'API', href: href.docs },
  ]
  // Of a page below another place's, the place is the one with the longer address.
  const nearest = offered
    .filter((place) => isAt(place, visitor.path))
    .toSorted((a, b) => b.href.length - a.href.length)[0]
  return offered.map((place) => ({
    words: place.words,
    href: place.href,
    ...(place === nearest && { current: place.href === visitor.path ? 'page' : 'true' }),
    ...(place.href === href.newTest && { key: 'n' }),
  }))
}

function isAt({ href }: Pick<Entry, 'href'>, path: string): boolean {
  return path === href || (href !== '/' && path.startsWith(`${href}/`))
}

function PlaceLink({ place, item = false }: { place: Place; item?: boolean }) {
  const { words, href, current, key } = place
  return (
    <a
      href={href}
      class={item ? 'menu-item' : undefined}
      {...(current && { 'aria-current': current })}
      {...(key && !item && { 'data-key': key })}
    >
      {words}
    </a>
  )
}
