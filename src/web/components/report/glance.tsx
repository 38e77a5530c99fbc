import { groupTitle } from '../../check-names.ts'
import type { Category } from '../../sections.ts'
import { loss } from '../../wording.ts'

export function categoryAnchor(group: string): string {
  return `group-${group}`
}

/** How each group of checks ended: the whole report in one look. */
export function Glance({ categories }: { categories: readonly Category[] }) {
  return (
    <nav aria-label="Checks by group">
      <ul class="glance">
        {categories.map((category) => (
          <li key={category.group}>
            <a class={`glance-link glance-${stateOf(category)}`} href={`#${categoryAnchor(category.group)}`}>
              <span class="glance-name">{groupTitle(category.group)}</span>
              <span class="glance-mark">{markOf(category)}</span>
              <span class="glance-counts">{countsOf(category)}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function stateOf({ cost, undetermined, unmet }: Category): 'cost' | 'open' | 'fine' {
  if (cost.length > 0) return 'cost'
  return undetermined.length + unmet.length > 0 ? 'open' : 'fine'
}

function markOf(category: Category): string {
  if (category.cost.length > 0) return loss(-category.lost)
  if (category.undetermined.length > 0) return '?'
  return category.unmet.length > 0 ? '!' : '✓'
}

/** 2 to fix, 1 open, 5 fine. */
export function countsOf({ cost, undetermined, unmet, noted, fine }: Category): string {
  const parts = [
    [cost.length, 'to fix'],
    [undetermined.length, 'open'],
    [unmet.length, 'could be better'],
    [noted, 'for information'],
    [fine, 'fine'],
  ] as const
  return parts
    .filter(([n]) => n > 0)
    .map(([n, words]) => `${n} ${words}`)
    .join(', ')
}
