import { type Colour, contrastOf, over } from '../../reading/markup/colour.ts'
import type { Look } from '../../reading/markup/hidden.ts'
import { lettersOf } from '../../reading/words/words.ts'
import type { Observer } from './observer.ts'

/** WCAG 2.2 1.4.3: the least contrast of text, and of large text. */
const LEAST = 4.5
const LEAST_LARGE = 3
/** 18 point, or 14 point bold, in pixels. */
const LARGE = 24
const LARGE_BOLD = 18.66
const MOST_PAIRS = 500
const MOST_NAMED = 5

interface Pair {
  text: string
  ground: string
  contrast: number
  enough: boolean
  letters: number
}

/** Text must stand out from its ground, where both colours can be told. */
export function watchContrast(isBold: () => boolean): Observer {
  const pairs = new Map<string, Pair>()
  const pairOf = pairsByColour(pairs)
  let undecided = 0
  return {
    text(data, look) {
      const letters = lettersOf(data)
      if (letters === 0) return
      const pair = pairOf(look, isBold())
      if (pair) pair.letters += letters
      else undecided += letters
    },
    remarks() {
      const poor = poorOf(pairs)
      const worst = poor[0]
      if (!worst) return []
      const letters = poor.reduce((sum, pair) => sum + pair.letters, 0)
      return [
        {
          code: 'contrast-low',
          says: `${letters} letters stand out too little from their ground, ${worst.text} on ${worst.ground} least (${ratio(worst.contrast)}).`,
          advice: `Choose darker or lighter colours: text needs a contrast of ${LEAST}:1, large text of ${LEAST_LARGE}:1.`,
          reference: 'WCAG 2.2 1.4.3 Contrast (Minimum)',
        },
      ]
    },
    evidence() {
      const poor = poorOf(pairs)
      const named = poor.slice(0, MOST_NAMED).map(describe).join(', ')
      return {
        ...(poor.length > 0 && { low_contrast: named }),
        ...(undecided > 0 && {
          contrast_not_decided: `${undecided} letters, over pictures or in other colours`,
        }),
      }
    },
  }
}

type Sizes = { large?: Pair | undefined; small?: Pair | undefined }

/** Colours are the same objects all over a message: by them a pair is found without spelling it out. */
function pairsByColour(pairs: Map<string, Pair>): (look: Look, bold: boolean) => Pair | undefined {
  const known = new Map<Colour, Map<Colour, Sizes>>()
  return ({ colour, ground, size }, bold) => {
    if (!colour || !ground) return undefined
    const onGround = known.get(ground) ?? new Map<Colour, Sizes>()
    if (onGround.size === 0) known.set(ground, onGround)
    const sizes = onGround.get(colour) ?? {}
    onGround.set(colour, sizes)
    const large = size >= LARGE || (bold && size >= LARGE_BOLD)
    const name = large ? 'large' : 'small'
    sizes[name] ??= pairIn(pairs, colour, ground, large)
    return sizes[name]
  }
}

function pairIn(pairs: Map<string, Pair>, colour: Colour, ground: Colour, large: boolean): Pair | undefined {
  const key = `${hex(colour)} ${colour.a} ${hex(ground)} ${large}`
  const known = pairs.get(key)
  if (known || pairs.size >= MOST_PAIRS) return known
  const shown = over(colour, ground)
  const contrast = contrastOf(shown, ground)
  const enough = contrast >= (large ? LEAST_LARGE : LEAST)
  const pair = { text: hex(shown), ground: hex(ground), contrast, enough, letters: 0 }
  pairs.set(key, pair)
  return pair
}

function poorOf(pairs: ReadonlyMap<string, Pair>): Pair[] {
  return [...pairs.values()].filter(({ enough }) => !enough).toSorted((a, b) => a.contrast - b.contrast)
}

function describe({ text, ground, contrast, letters }: Pair): string {
  return `${text} on ${ground} ${ratio(contrast)} (${letters} letters)`
}

function hex({ r, g, b }: Colour): string {
  return `#${[r, g, b].map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}

/** Rounded down: what is not enough must not look as if it were. */
function ratio(contrast: number): string {
  return `${(Math.floor(contrast * 10) / 10).toFixed(1)}:1`
}
