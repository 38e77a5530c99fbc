/** A link to a folded check unfolds it, in browsers that do not do so by themselves. */
export function followHash(): void {
  const unfold = () => {
    const target = location.hash ? document.getElementById(location.hash.slice(1)) : null
    if (!(target instanceof HTMLDetailsElement) || target.open) return
    target.open = true
    target.scrollIntoView()
  }
  unfold()
  window.addEventListener('hashchange', unfold)
}
