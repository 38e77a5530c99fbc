import {
  type ImageCode,
  judgeBalance,
  judgeImages,
  weighLetters,
} from '../../../mail/content/images/remarks.ts'
import { innerParts, isInside } from '../../../mail/reading/images/parts.ts'
import { type Image, listImages, trackingPixels } from '../../../mail/reading/images/view.ts'
import { measureShown } from '../../../mail/reading/words/tokens.ts'
import { type Analyzer, conclude, neutral, priced } from '../../analyzer.ts'
import { WRITER } from '../../telling/people.ts'

const WEIGHT = 0.3
const COSTS = {
  'image-only': 0.2,
  'cid-unresolved': 0.2,
  'little-text': 0.1,
  'alt-missing-image-only': 0.1,
  'data-image': 0.1,
  'address-incomplete': 0.1,
  'alt-missing': 0,
  'size-missing': 0,
  'http-image': 0,
} satisfies Record<ImageCode, number>

/** Advice to those who make templates: whoever types mail has no say in it. */
const TEMPLATES = new Set<ImageCode>(['alt-missing', 'size-missing', 'http-image'])

/** Whether the message can be read without its images, and whether the images will be there. */
export const images: Analyzer = {
  name: 'images',
  group: 'content',
  title: 'Images',
  asks: 'Do images have text beside them, and alternatives?',
  why: 'Many mail programs show no images at first: without text such a message is empty.',
  who: WRITER,
  weight: WEIGHT,
  costs: COSTS,
  run({ message, facts }) {
    const html = facts.html()
    if (!html) {
      const words = measureShown(message).words
      return neutral(
        words < 20
          ? `Too little to judge: ${words} ${words === 1 ? 'word' : 'words'}.`
          : 'Plain text shows no images.',
      )
    }
    const all = listImages(html.root)
    const pixels = trackingPixels(all)
    const shown = all.filter(({ pixel }) => !pixel)
    if (shown.length === 0) return neutral('The HTML shows no images.', describePixels(pixels))
    const parts = innerParts(message.root)
    const unresolved = shown.filter(
      (image) =>
        !image.spacer && ['cid', 'relative', 'none'].includes(image.source) && !isInside(parts, image),
    )
    const typed = facts.kind().kind === 'personal'
    const photographs = typed && shown.every(({ source, linked }) => source === 'cid' && !linked)
    const letters = weighLetters(html.text)
    const known = { shown, unresolved, letters, photographs }
    return conclude(WEIGHT, {
      findings: priced(
        [...judgeBalance(known), ...judgeImages(known)].filter(({ code }) => !typed || !TEMPLATES.has(code)),
        COSTS,
      ),
      passed: 'The message can be read without its images, and they will be there.',
      evidence: { ...describe(shown, letters), ...describePixels(pixels) },
    })
  },
}

function describe(shown: readonly Image[], letters: number): Record<string, string> {
  const bySource = Map.groupBy(shown, ({ source }) => source)
  const hosts = hostsOf(shown)
  return {
    images: [...bySource].map(([source, some]) => `${some.length} ${SOURCES[source]}`).join(', '),
    text_characters: String(letters),
    ...(hosts && { image_hosts: hosts }),
  }
}

const SOURCES: Readonly<Record<Image['source'], string>> = {
  https: 'over https',
  http: 'over http',
  cid: 'sent along',
  data: 'in the HTML',
  relative: 'with an incomplete address',
  none: 'without address',
  other: 'of another scheme',
}

/** Pictures nobody sees tell the sender that a message was opened. */
function describePixels(pixels: readonly Image[]): Record<string, string> {
  const hosts = hostsOf(pixels)
  return hosts ? { tracking_pixels: String(pixels.length), tracked_by: hosts } : {}
}

function hostsOf(some: readonly Image[]): string {
  const hosts = [...new Set(some.map(({ host }) => host).filter((host) => host !== ''))]
  return hosts.slice(0, 10).join(', ') + (hosts.length > 10 ? ` and ${hosts.length - 10} more` : '')
}
