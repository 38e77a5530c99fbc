import { describe, test } from 'bun:test'
import { answersSite } from '../../web/dmarc/answers-site.ts'
import { hasChromium } from '../browser.ts'
import { fitsPhones, isHarmless, isReadable } from './each-page.ts'

const pages = () => {
  const { site, paths } = answersSite()
  return { site, paths }
}

describe.skipIf(!hasChromium)('pages of what DMARC reports answer', () => {
  test('fit 320 pixels', () => fitsPhones(pages()))

  test.each(['light', 'dark'] as const)('everybody can use and read them in %s colours', (scheme) =>
    isReadable(pages(), scheme),
  )

  test('what strangers wrote runs nothing and turns nothing round', () => isHarmless(pages()))
})
