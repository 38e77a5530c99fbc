import { announce } from './announce.ts'

const ASK_AGAIN_MS = 10_000

interface TestState {
  version: string
  newest: 'none' | 'analysing' | 'scored' | 'failed'
}

type Enliven = (part: ParentNode) => void

/** Follows the test of this page: a waiting page turns into the report, a report says when there is a newer one. */
export function followTest(enliven: Enliven): void {
  const events = mainPart()?.dataset['events']
  if (!events) return
  let source: EventSource | undefined

  const open = () => {
    if (source && source.readyState !== EventSource.CLOSED) return
    source = new EventSource(events)
    source.addEventListener('state', (event) => void onState(JSON.parse(event.data), enliven))
    source.addEventListener('change', (event) => void onChange(JSON.parse(event.data), enliven))
    source.addEventListener('gone', () => {
      source?.close()
      void renew(enliven)
    })
    // The browser comes back by itself unless it was refused: then the page asks from time to time.
    source.addEventListener('error', () => {
      if (source?.readyState === EventSource.CLOSED) setTimeout(() => void askAgain(), ASK_AGAIN_MS)
    })
  }
  const askAgain = async () => {
    if (!(isReport() && document.hidden)) await renew(enliven)
    if (mainPart()?.dataset['events']) open()
  }

  // A report in a background tab needs no connection; a page that still waits does.
  document.addEventListener('visibilitychange', () => {
    if (document.hidden && isReport()) source?.close()
    else open()
  })
  window.addEventListener('pagehide', () => source?.close())
  window.addEventListener('pageshow', (event) => event.persisted && open())
  open()
}

/** What the test is when the stream begins: of interest where the page says something else. */
async function onState(state: TestState, enliven: Enliven): Promise<void> {
  if (state.version !== mainPart()?.dataset['version']) await onChange(state, enliven)
}

/** Something happened after the page was made. */
async function onChange(state: TestState, enliven: Enliven): Promise<void> {
  const main = mainPart()
  if (!main) return
  if (!isReport()) return renew(enliven)
  main.dataset['version'] = state.version
  notify(state)
  await renewMessages(enliven)
}

/** A reader is not pulled away from a report: a line above it says that there is more. */
function notify(state: TestState): void {
  const notice = document.querySelector<HTMLElement>('[data-notice]')
  if (!notice) return
  const words =
    state.newest === 'analysing'
      ? 'A newer message has arrived and is being analysed.'
      : 'There is a newer report for this address.'
  notice.textContent = words
  if (state.newest !== 'analysing') {
    const link = document.createElement('a')
    link.href = notice.dataset['latest'] ?? location.pathname
    link.textContent = 'Show it'
    notice.append(' ', link)
  }
  notice.hidden = false
  announce(words)
}

/** The list of messages as the page of the same message has it now. */
async function renewMessages(enliven: Enliven): Promise<void> {
  const list = document.querySelector('.messages')?.closest('section')
  const own = list?.querySelector<HTMLAnchorElement>('[aria-current]')
  const next = own && (await pageAt(own.href))
  const fresh = next?.querySelector('.messages')?.closest('section')
  // What another change has overtaken is left alone, like a list in which somebody moves with the keyboard.
  const isLate = next?.querySelector('main')?.dataset['version'] !== mainPart()?.dataset['version']
  if (!list || !fresh || isLate || list.contains(document.activeElement)) return
  list.replaceWith(document.adoptNode(fresh))
  enliven(fresh)
}

async function pageAt(address: string): Promise<Document | undefined> {
  const answer = await fetch(address, { headers: { accept: 'text/html' } }).catch(() => undefined)
  // 404 is a page worth showing: the test is gone.
  if (!answer || (!answer.ok && answer.status !== 404)) return undefined
  return new DOMParser().parseFromString(await answer.text(), 'text/html')
}

let isRenewing = false
let isOutdated = false

/** Renews the page once at a time: of two answers on their way, the older one could arrive last and stay. */
async function renew(enliven: Enliven): Promise<void> {
  isOutdated = true
  if (isRenewing) return
  isRenewing = true
  try {
    while (isOutdated) {
      isOutdated = false
      await renewOnce(enliven)
    }
  } finally {
    isRenewing = false
  }
}

/** Fetches this page again and puts its main part in place of the old one. */
async function renewOnce(enliven: Enliven): Promise<void> {
  const next = await pageAt(location.href)
  const main = mainPart()
  const fresh = next?.querySelector<HTMLElement>('main')
  if (!next || !main || !fresh || fresh.dataset['version'] === main.dataset['version']) return
  const hadFocus = main.contains(document.activeElement)
  main.replaceWith(document.adoptNode(fresh))
  if (hadFocus) fresh.focus({ preventScroll: true })
  document.title = next.title
  enliven(fresh)
  announce(fresh.querySelector('h1')?.textContent ?? document.title)
}

function mainPart(): HTMLElement | null {
  return document.querySelector('main')
}

function isReport(): boolean {
  return mainPart()?.dataset['report'] === 'yes'
}
