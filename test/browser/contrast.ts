import type { Page } from 'playwright-core'

/** Texts whose colour stands out from their ground by less than 4.5 to 1 (WCAG 2.2, 1.4.3), as `words: ratio`. */
export async function faintTexts(page: Page): Promise<string[]> {
  return (await page.evaluate(SCRIPT)) as string[]
}

const SCRIPT = `(() => {
  const parts = (colour) => (colour.match(/[\\d.]+/g) || []).map(Number)
  const channel = (value) => (value <= 10.31475 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4)
  const luminance = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b)
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = parts(getComputedStyle(at).backgroundColor)
      if (colour.length === 3 || colour[3] > 0) return colour
    }
    return [255, 255, 255]
  }
  const faint = []
  for (const element of document.querySelectorAll('body *')) {
    const words = [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data.trim()).join(' ').trim()
    if (words === '' || !element.checkVisibility() || ['SCRIPT', 'NOSCRIPT', 'title'].includes(element.tagName)) continue
    const style = getComputedStyle(element)
    const colour = parts(element instanceof SVGElement ? style.fill : style.color)
    const [light, dark] = [luminance(colour), luminance(ground(element))].toSorted((a, b) => b - a)
    const ratio = (light + 0.05) / (dark + 0.05)
    if (ratio < 4.5) faint.push(words.slice(0, 40) + ': ' + ratio.toFixed(2))
  }
  return faint
})()`
