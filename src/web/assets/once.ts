/** What is shown once is not to be found again: not by the back button out of the browser's memory, and not by loading
 * the page anew, which would send its form a second time. */
export function showOnce(part: ParentNode): void {
  const shown = part.querySelector<HTMLElement>('[data-once]')
  const instead = shown?.dataset['once']
  if (!shown || instead === undefined) return
  history.replaceState(null, '', instead)
  addEventListener('pagehide', () => {
    shown.replaceChildren()
    part.querySelector<HTMLElement>('[data-once-over]')?.removeAttribute('hidden')
  })
}
