import { beforeAll, describe, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { previewMessage } from '../../src/mail/preview/preview.ts'
import { parseHtml } from '../../src/mail/reading/markup/html.ts'
import { ATTACKS } from '../mail/preview/attacks.ts'
import { until } from '../support/until.ts'
import { hasChromium, sharedBrowser } from './browser.ts'

const POLICY = /<meta http-equiv="Content-Security-Policy"[^>]*>/
const ADDRESS = 'http://mail.test/'
const LAST = 'http://last.test/picture.png'

/** Everything that a browser did with documents besides showing them; waited for until it is as much as expected. */
async function deeds(browser: Browser, documents: readonly string[], expected = 0): Promise<string[]> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const done: string[] = []
  let body = ''
  await page.route('**', (route) => {
    const url = route.request().url()
    if (url === ADDRESS) return route.fulfill({ contentType: 'text/html; charset=utf-8', body })
    done.push(`asked ${url}`)
    return route.abort()
  })
  page.on('dialog', async (dialog) => {
    done.push(`ran ${dialog.message()}`)
    await dialog.dismiss()
  })
  for (const shown of documents) {
    body = shown
    await page.goto(ADDRESS, { waitUntil: 'load' })
    await page.mouse.move(50, 50)
    const alive = await page.evaluate(() => document.links.length + document.forms.length + frames.length)
    if (alive > 0) done.push('there are links, forms or frames')
  }
  // What a page does by itself comes a moment after it was loaded.
  await until(() => done.length >= expected)
  // Asked for last, so that what the documents asked for has been asked by then.
  body = `<img src="${LAST}">`
  await page.goto(ADDRESS)
  await until(() => done.includes(`asked ${LAST}`))
  await context.close()
  return done.filter((deed) => deed !== `asked ${LAST}`)
}

describe.skipIf(!hasChromium)('the preview in a browser without sandbox and policy', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await sharedBrowser()
  })

  test('the attacks do something where they are let through', async () => {
    expect((await deeds(browser, [ATTACKS.slice(0, 20).join('\n')], 6)).length).toBeGreaterThan(5)
  })

  test('runs, asks and follows nothing', async () => {
    const previews = ATTACKS.map((attack) => {
      const html = parseHtml(`${attack}<p class="a">text</p>`)
      return previewMessage(new Uint8Array(), { attachments: [] }, html).document.replace(POLICY, '')
    })
    expect(await deeds(browser, previews)).toEqual([])
  }, 300_000)
})

const NEWSLETTER = `<html><head><style>.btn{color:#ffffff;text-decoration:none}.phone{display:none}</style></head>
<body bgcolor="#1b2a41" text="#ffee00" background="https://img.example/tile.png" topmargin="0" leftmargin="0">
<table bgcolor="#324a5f" width="300" cellpadding="7"><tr><td id="cell" valign="bottom" align="right" background="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGP4z8CAB+GTG8HSALfKY52fTcuYAAAAAElFTkSuQmCC">
<p id="hero" style="background:#d62839 url(https://img.example/hero.jpg) no-repeat"><a id="button" class="btn" href="https://shop.example/">Shop now</a></p>
<img id="wide" src="https://img.example/a.png" width="600" height="200" alt="A" style="width:100%;max-width:120px;height:auto">
<img id="phone" class="phone" src="https://img.example/b.png" width="600" height="200" alt="B"></td></tr></table></body></html>`

describe.skipIf(!hasChromium)('a newsletter in the preview', () => {
  test.each(['light', 'dark'] as const)(
    'keeps its grounds and its sizes, in a %s browser',
    async (colorScheme) => {
      const browser = await sharedBrowser()
      const context = await browser.newContext({ colorScheme })
      const page = await context.newPage()
      const asked: string[] = []
      page.on('request', (request) => {
        if (!/^(?:data|about):/.test(request.url())) asked.push(request.url())
      })
      await page.setContent(
        previewMessage(new Uint8Array(), { attachments: [] }, parseHtml(NEWSLETTER)).document,
      )
      const seen = await page.evaluate(() => {
        const style = (selector: string) =>
          getComputedStyle(document.querySelector(selector) ?? document.body)
        const wide = document.querySelector('#wide')?.getBoundingClientRect()
        return {
          body: [style('body').backgroundColor, style('body').color, style('body').marginLeft],
          table: style('table').backgroundColor,
          cell: [
            style('#cell').verticalAlign,
            style('#cell').paddingLeft,
            style('#cell').backgroundImage.slice(0, 15),
          ],
          hero: [style('#hero').backgroundColor, style('#hero').backgroundImage],
          button: [style('#button').color, style('#button').textDecorationLine],
          wide: [wide?.width, wide?.height],
          phone: style('#phone').display,
        }
      })
      expect(seen).toEqual({
        body: ['rgb(27, 42, 65)', 'rgb(255, 238, 0)', '0px'],
        table: 'rgb(50, 74, 95)',
        cell: ['bottom', '7px', 'url("data:image'],
        hero: ['rgb(214, 40, 57)', 'none'],
        button: ['rgb(255, 255, 255)', 'none'],
        wide: [120, 40],
        phone: 'none',
      })
      expect(asked).toEqual([])
      await context.close()
    },
  )
})
