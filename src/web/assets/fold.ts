/** A link to a folded check unfolds it and what it lies in, in browsers that do not do so by themselves. */
export function followHash(): void {
  const unfold = () => {
    const target = location.hash ? document.getElementById(location.hash.slice(1)) : null
    const folded = foldsAround(target).filter((details) => !details.open)
    if (!target || folded.length === 0) return
    for (const details of folded) details.open = true
    target.scrollIntoView()
  }
  unfold()
  window.addEventListener('hashchange', unfold)
}

function foldsAround(element: Element | null): HTMLDetailsElement[] {
  const folds: HTMLDetailsElement[] = []
  for (let at = element?.closest('details'); at; at = at.parentElement?.closest('details')) folds.push(at)
  return folds
}
