/** Shows the buttons that print the page, which are of no use without this script. */
export function enablePrinting(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-print]')) {
    button.hidden = false
    button.addEventListener('click', () => print())
  }
}
