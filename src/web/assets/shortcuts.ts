/** `n` begins a test and `/` goes to the search, where no field has the focus. */
export function enableShortcuts(): void {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
      return
    if (event.key === '/') {
      const search = document.querySelector<HTMLInputElement>('input[data-search]')
      if (!search) return
      event.preventDefault()
      search.focus()
      search.select()
      return
    }
    if (event.key === 'n') document.querySelector<HTMLAnchorElement>('a[data-key="n"]')?.click()
  })
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
  )
}
