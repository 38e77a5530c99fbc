import { expect } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { violations } from '../axe.ts'
import { listen, openPage, sharedBrowser } from '../browser.ts'
import { faintTexts } from '../contrast.ts'

/** A folder to which every page is drawn. */
const SHOTS = process.env['MAILGAUGE_SHOTS']

const openAll = (page: Page) =>
  page.evaluate('document.querySelectorAll("main details").forEach((one) => { one.open = true })')

const LEVELS = '[...document.querySelectorAll("h1,h2,h3,h4")].map((one) => Number(one.tagName[1]))'
const IDS = '[...document.querySelectorAll("[id]")].map((one) => one.id)'

interface Pages {
  site: Parameters<typeof listen>[0]
  paths: Readonly<Record<string, string>>
}

async function onEachPage(
  { site, paths }: Pages,
  how: string,
  options: BrowserContextOptions,
  look: (page: Page, name: string) => Promise<void>,
) {
  const { base, stop } = listen(site)
  const { page, complaints, close } = await openPage(await sharedBrowser(), options)
  await page.context().addCookies([{ name: 'mailgauge', value: 'admin', url: base }])
  for (const [name, path] of Object.entries(paths)) {
    await page.goto(base + path)
    if (SHOTS) {
      mkdirSync(SHOTS, { recursive: true })
      await page.screenshot({ path: join(SHOTS, `${name}-${how}.png`), fullPage: true })
    }
    await look(page, name)
  }
  expect(complaints).toEqual([])
  await close()
  await stop()
}

/** Whether nothing on pages is wider than a narrow phone. */
export async function fitsPhones(pages: Pages): Promise<void> {
  await onEachPage(pages, '320', { viewport: { width: 320, height: 640 } }, async (page, name) => {
    await openAll(page)
    expect([name, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([name, 320])
  })
}

/** Whether everybody can use and read pages in these colours. */
export async function isReadable(pages: Pages, colorScheme: 'light' | 'dark'): Promise<void> {
  const options = { colorScheme, viewport: { width: 1100, height: 800 } }
  await onEachPage(pages, colorScheme, options, async (page, name) => {
    await openAll(page)
    expect([name, await violations(page)]).toEqual([name, []])
    expect([name, await faintTexts(page)]).toEqual([name, []])
    expect([name, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([name, 1100])
    const levels = (await page.evaluate(LEVELS)) as number[]
    expect([name, levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1)]).toEqual([name, []])
    const ids = (await page.evaluate(IDS)) as string[]
    expect([name, ids.filter((id, at) => ids.indexOf(id) !== at)]).toEqual([name, []])
  })
}

/** Whether what strangers wrote neither runs nor turns the text round. */
export async function isHarmless(pages: Pages): Promise<void> {
  await onEachPage(pages, 'hostile', {}, async (page, name) => {
    expect([name, await page.evaluate('document.querySelectorAll("main img, main script").length')]).toEqual([
      name,
      0,
    ])
    const text = (await page.textContent('html')) ?? ''
    expect([name, /[\u202a-\u202e\u2066-\u2069]/.test(text)]).toEqual([name, false])
  })
}
