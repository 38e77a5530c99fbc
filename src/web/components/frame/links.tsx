import type { Entry } from '../../frame/entries.ts'

/** Pages of an area as a list; the one at `path` is marked as the current one. */
export function Links({ entries, path }: { entries: readonly Entry[]; path: string }) {
  if (entries.length === 0) return null
  return (
    <ul class="plain menu-links">
      {entries.map(({ href, words }) => (
        <li key={href}>
          <a class="menu-item" href={href} {...(path === href && { 'aria-current': 'page' })}>
            {words}
          </a>
        </li>
      ))}
    </ul>
  )
}
