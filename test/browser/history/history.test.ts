import { describe, expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { CHECK_WORDS } from '../../../src/analysis/telling/check-words.ts'
import { chance } from '../../support/chance.ts'
import { counted, siteWith } from '../../web/history/history-site.ts'
import { violations } from '../axe.ts'
import { hasChromium, listen, openPage, sharedBrowser } from '../browser.ts'
import { faintTexts } from '../contrast.ts'

/** A folder to which every page is drawn. */
const SHOTS = process.env['MAILGAUGE_SHOTS']

/** A year of mail with gaps, a bad month, and mail that could not be analysed. */
function aYear() {
  const random = chance(7)
  const names = [...CHECK_WORDS.keys()].slice(0, 14)
  return Array.from({ length: 395 }, (_, ago) => {
    const good = ago > 60 && ago < 90 ? 55 : 88
    const scored = 1 + Math.floor(random() * 40)
    const scores: Record<string, number> = {}
    for (let at = 0; at < scored; at += 1) {
      const tenths = Math.max(0, Math.min(100, Math.round(good + (random() - 0.6) * 30)))
      scores[tenths] = (scores[tenths] ?? 0) + 1
    }
    const failed = random() < 0.06 ? 3 : 0
    const checks = Object.fromEntries(
      names
        .map((name, at) => [name, Math.floor((scored * (14 - at)) / 20)] as const)
        .filter(([, n]) => n > 0),
    )
    return counted(ago, { scored, failed, scores, checks })
  }).filter((_, ago) => ago % 7 !== 3 && !(ago > 9 && ago < 15) && !(ago > 200 && ago < 240))
}

const SITES = {
  year: siteWith(aYear(), ['shop.example', `${'very-'.repeat(11)}long.${'label.'.repeat(20)}example`]),
  new: siteWith([], []),
  day: siteWith([counted(0)]),
}
const LONG = `${'x'.repeat(63)}.${'y'.repeat(63)}.example`
const PAGES: readonly (readonly [keyof typeof SITES, string])[] = [
  ['year', '/'],
  ['year', '/history'],
  ['year', '/history?days=7'],
  ['year', '/history?days=90'],
  ['year', '/history?days=395'],
  ['year', `/history?days=30&domain=${LONG}`],
  ['year', `/history?domain=${encodeURIComponent('"><img src=x>')}`],
  ['day', '/history'],
  ['new', '/history?days=395'],
  ['new', `/history?days=7&domain=${LONG}`],
]

async function onEachPage(
  options: Parameters<typeof openPage>[1],
  look: (page: Page, name: string) => Promise<void>,
) {
  for (const [which, { site }] of Object.entries(SITES)) {
    const { base, stop } = listen(site)
    const { page, close } = await openPage(await sharedBrowser(), options)
    await page.context().addCookies([{ name: 'mailgauge', value: 'member', url: base }])
    for (const [of, path] of PAGES) {
      if (of !== which) continue
      await page.goto(base + path)
      await look(page, `${which} ${path}`)
    }
    await close()
    await stop()
  }
}

const openAll = (page: Page) =>
  page.evaluate('document.querySelectorAll("details").forEach((details) => { details.open = true })')

async function draw(page: Page, name: string): Promise<void> {
  if (!SHOTS) return
  mkdirSync(SHOTS, { recursive: true })
  const file = name.replace(/[^a-z0-9]+/gi, '-').slice(0, 60)
  await page.screenshot({ path: join(SHOTS, `${file}.png`), fullPage: true })
}

describe.skipIf(!hasChromium)('the history', () => {
  test.each(['light', 'dark'] as const)('is readable in %s colours', async (colorScheme) => {
    await onEachPage({ colorScheme, viewport: { width: 1000, height: 800 } }, async (page, name) => {
      await draw(page, `${colorScheme} ${name}`)
      await openAll(page)
      expect([name, await faintTexts(page)]).toEqual([name, []])
      expect([name, await violations(page)]).toEqual([name, []])
    })
  })

  test('fits 320 pixels, and its words keep their size', async () => {
    await onEachPage({ viewport: { width: 320, height: 640 } }, async (page, name) => {
      await draw(page, `320 ${name}`)
      await openAll(page)
      expect([name, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([name, 320])
      const small = await page.evaluate(
        '[...document.querySelectorAll(".chart-drawing text")].filter((text) => parseFloat(getComputedStyle(text).fontSize) < 12 || text.getBoundingClientRect().height < 10 || text.getBoundingClientRect().left < 0 || text.getBoundingClientRect().right > 320).map((text) => text.textContent)',
      )
      expect([name, small]).toEqual([name, []])
      expect([name, await page.evaluate(OVERLAPPING)]).toEqual([name, []])
    })
  })

  test('is printed with its charts', async () => {
    await onEachPage({ viewport: { width: 720, height: 1000 } }, async (page, name) => {
      await page.emulateMedia({ media: 'print' })
      await draw(page, `print ${name}`)
      const drawn = await page.evaluate(
        '[...document.querySelectorAll(".chart-drawing")].every((one) => one.getBoundingClientRect().width > 300)',
      )
      expect([name, drawn]).toEqual([name, true])
    })
  })
})

/** Texts of one drawing that stand on each other. */
const OVERLAPPING = `[...document.querySelectorAll('.chart-drawing')].flatMap((drawing) => {
  const boxes = [...drawing.querySelectorAll('text')].map((text) => [text.textContent, text.getBoundingClientRect()])
  return boxes.flatMap(([words, a], at) => boxes.slice(at + 1).filter(([, b]) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom - 1 && b.top < a.bottom - 1).map(([other]) => words + ' on ' + other))
})`
