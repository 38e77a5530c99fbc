import { describe, test } from 'bun:test'
import { HOSTILE } from '../../web/dmarc/dmarc-site.ts'
import { changed, EVENTS_PATH, eventsSite, regressed } from '../../web/dmarc/events-site.ts'
import { hasChromium } from '../browser.ts'
import { fitsPhones, isHarmless, isReadable } from './each-page.ts'

const pages = () => ({
  site: eventsSite([regressed(), regressed(HOSTILE)], [changed(), changed(1), changed(40)]),
  paths: { events: EVENTS_PATH },
})
const none = () => ({ site: eventsSite([], []), paths: { 'events-none': EVENTS_PATH } })

describe.skipIf(!hasChromium)('the page of what changed', () => {
  test('fits 320 pixels', async () => {
    await fitsPhones(pages())
    await fitsPhones(none())
  })

  test.each(['light', 'dark'] as const)('everybody can use and read it in %s colours', async (scheme) => {
    await isReadable(pages(), scheme)
    await isReadable(none(), scheme)
  })

  test('what strangers wrote runs nothing and turns nothing round', () => isHarmless(pages()))
})
