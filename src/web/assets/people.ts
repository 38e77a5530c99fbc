/** Menus close by Escape, by a click beside them, and when another one opens. */
export function closeMenus(): void {
  const menus = [...document.querySelectorAll<HTMLDetailsElement>('details.menu')]
  if (menus.length === 0) return
  document.addEventListener('click', ({ target }) => {
    for (const menu of menus) if (!(target instanceof Node && menu.contains(target))) menu.open = false
  })
  document.addEventListener('keydown', ({ key }) => {
    const open = key === 'Escape' ? menus.find((menu) => menu.open) : undefined
    if (!open) return
    open.open = false
    open.querySelector('summary')?.focus()
  })
}

/** What is wrong with a form is read first. */
export function showProblems(): void {
  document.querySelector<HTMLElement>('[data-focus]')?.focus()
}

/** A code that came behind the # of a link, where no server and no log sees it: it goes into its field, and out of the address. */
export function fillFromFragment(): void {
  takeFragment()
  // The link may be opened where its page is open already.
  window.addEventListener('hashchange', takeFragment)
}

function takeFragment(): void {
  const field = document.querySelector<HTMLInputElement>('input[data-fragment]')
  const code = field && new URLSearchParams(location.hash.slice(1)).get(field.dataset['fragment'] ?? '')
  if (!code) return
  field.value = code
  history.replaceState(null, '', location.pathname + location.search)
}
