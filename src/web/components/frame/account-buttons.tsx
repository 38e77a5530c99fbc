import type { Site } from '../../site.ts'
import type { Visitor } from '../../viewer.ts'

/** The other accounts of somebody, each a button that switches to it. */
export function AccountButtons({ site, visitor }: { site: Site; visitor: Visitor }) {
  const others = visitor.accounts.filter(({ id }) => id !== visitor.account?.id)
  if (others.length === 0) return null
  return (
    <form method="post" action={site.href.switchAccount} class="menu-links">
      <p class="quiet">Switch to</p>
      {others.map(({ id, name, role }) => (
        <button key={id} type="submit" name="account" value={id} class="menu-item">
          {name} <span class="quiet">{role}</span>
        </button>
      ))}
    </form>
  )
}
