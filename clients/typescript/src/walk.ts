/** What pages of a window have in common. */
interface WindowPage {
  window: { from: string; to: string }
  total: number
}

interface WindowQuery {
  days?: number
  from?: string
  to?: string
  limit?: number
  offset?: number
}

const LARGEST_PAGE = 200

/** Everything of a window from `offset` on, page by page. The window stays that of the first page, though a day may end meanwhile. */
export async function* walkWindow<Query extends WindowQuery, Page extends WindowPage, Item>(
  query: Query,
  read: (query: Query) => Promise<Page>,
  itemsOf: (page: Page) => readonly Item[],
  idOf: (item: Item) => string,
): AsyncGenerator<Item, void, undefined> {
  const { days: _, limit = 50, offset = 0, ...rest } = query
  const size = Math.min(LARGEST_PAGE, Math.max(1, Math.trunc(limit)))
  let asked = { ...query, limit: size, offset }
  let before = new Set<string>()
  for (;;) {
    const page = await read(asked)
    const items = itemsOf(page)
    // A report that came meanwhile moves the last ones of a page onto the next.
    for (const item of items) if (!before.has(idOf(item))) yield item
    if (items.length < size || asked.offset + size >= page.total) return
    before = new Set(items.map(idOf))
    const { from, to } = page.window
    asked = { ...rest, from, to, limit: size, offset: asked.offset + size } as Query &
      Required<Pick<WindowQuery, 'limit' | 'offset'>>
  }
}
