/** Says something to those who hear the page rather than see it. */
export function announce(words: string): void {
  const place = document.querySelector('[data-announcement]')
  if (place) place.textContent = words
}
