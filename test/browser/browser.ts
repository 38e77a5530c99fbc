import { setDefaultTimeout } from 'bun:test'
import { existsSync } from 'node:fs'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'
import { atEnd } from '../support/at-end.ts'
import type { siteUnderTest } from '../web/site-under-test.ts'

const CHROMIUM = '/usr/bin/chromium'

/** Absent: the browser tests are skipped, with this said once. */
export const hasChromium = existsSync(CHROMIUM)
if (!hasChromium) console.warn(`Browser tests are skipped: there is no ${CHROMIUM}.`)

/** A name that is not loopback to the browser, so that plain http counts as plain http. */
export const PLAIN_HTTP_HOST = 'gauge.test'

// A browser on a busy machine takes its time.
setDefaultTimeout(300_000)

export const WITHOUT_SCRIPTS = '--blink-settings=scriptEnabled=false'

/** `WITHOUT_SCRIPTS`: as with scripts turned off in the settings, which Playwright's own switch does not do to noscript. */
export function launch(...more: string[]): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      '--disable-gpu',
      '--disable-quic',
      `--host-resolver-rules=MAP ${PLAIN_HTTP_HOST} 127.0.0.1`,
      ...more,
    ],
  })
}

let shared: Promise<Browser> | undefined

/** One browser for every file: what a test opens in a context of its own, it closes. */
export function sharedBrowser(): Promise<Browser> {
  shared ??= launch().then((browser) => {
    atEnd(() => closed(browser))
    return browser
  })
  return shared
}

/** The site on a port of its own. */
export function listen(site: { app: Pick<ReturnType<typeof siteUnderTest>['app'], 'handle'> }) {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 120,
    fetch: (request) => site.app.handle(request),
  })
  return {
    base: `http://127.0.0.1:${server.port}`,
    plainHttp: `http://${PLAIN_HTTP_HOST}:${server.port}`,
    stop: () => server.stop(true),
  }
}

export interface Watched {
  page: Page
  /** What a page of ours must never do: break its policy, fail in its script, or ask another origin. */
  complaints: string[]
  close(): Promise<void>
}

export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Watched> {
  const context = await browser.newContext({ viewport: { width: 1100, height: 800 }, ...options })
  context.setDefaultTimeout(240_000)
  const page = await context.newPage()
  const complaints: string[] = []
  const origins = new Set<string>()
  page.on('pageerror', (error) => complaints.push(`script: ${error.message}`))
  page.on('console', (message) => {
    if (/Content Security Policy|violat/i.test(message.text())) complaints.push(message.text())
  })
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol === 'data:') return
    origins.add(origin)
    if (origins.size > 1) complaints.push(`asked ${request.url()}`)
  })
  return { page, complaints, close: () => closed(context) }
}

const LONGEST_CLOSE_MS = 10_000

/** Chromium now and then never answers when a context is closed while a page of it is on its way: it ends with its process then. */
async function closed(opened: Browser | BrowserContext): Promise<void> {
  await Promise.race([opened.close(), Bun.sleep(LONGEST_CLOSE_MS)])
}
