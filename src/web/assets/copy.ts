import { announce } from './announce.ts'

const SAID_MS = 2000

/** Shows the copy buttons, which are of no use without this script. */
export function enableCopying(part: ParentNode): void {
  for (const button of part.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
    button.hidden = false
    button.addEventListener('click', () => void copyFrom(button))
  }
}

async function copyFrom(button: HTMLButtonElement): Promise<void> {
  const before = button.dataset['says'] ?? button.textContent ?? ''
  button.dataset['says'] = before
  const text = button.dataset['copy'] || button.previousElementSibling?.textContent || ''
  const done = await copied(text, button)
  const said = done ? 'Copied' : 'Press Ctrl+C'
  button.textContent = said
  button.classList.toggle('copy-done', done)
  announce(done ? 'Copied.' : 'Selected. Copy it with Ctrl+C.')
  setTimeout(() => {
    button.textContent = before
    button.classList.remove('copy-done')
  }, SAID_MS)
}

/** The clipboard where the browser allows it (https, loopback), else the older way over a selection. */
async function copied(text: string, button: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    select(button.previousElementSibling ?? button.parentElement)
    return copiedBy(text)
  }
}

/** What is selected only has the browser copy at all: what is copied is the text. */
function copiedBy(text: string): boolean {
  const put = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
  }
  document.addEventListener('copy', put)
  try {
    return document.execCommand('copy')
  } finally {
    document.removeEventListener('copy', put)
  }
}

function select(element: Element | null): void {
  const selection = getSelection()
  if (!element || !selection) return
  const range = document.createRange()
  range.selectNodeContents(element)
  selection.removeAllRanges()
  selection.addRange(range)
}
