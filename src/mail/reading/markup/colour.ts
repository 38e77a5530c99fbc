import { colord, extend } from 'colord'
import a11y from 'colord/plugins/a11y'
import names from 'colord/plugins/names'
import { remembered } from '../remembered.ts'

extend([a11y, names])

/** A colour of sRGB: red, green and blue 0 to 255, alpha 0 to 1. */
export interface Colour {
  readonly r: number
  readonly g: number
  readonly b: number
  readonly a: number
}

export const WHITE: Colour = { r: 255, g: 255, b: 255, a: 1 }
export const BLACK: Colour = { r: 0, g: 0, b: 0, a: 1 }

const LONGEST = 64

/** Reads a CSS colour, or one of the old attributes `color` and `bgcolor`. Absent: not a colour that can be told. */
export function readColour(value: string | undefined): Colour | undefined {
  return value ? colourOf(value.slice(0, LONGEST + 1)) : undefined
}

/** One object for each spelling, which nobody changes. */
const colourOf = remembered((value): Readonly<Colour> | undefined => {
  const text = value.trim().toLowerCase()
  if (!text || text.length > LONGEST) return undefined
  const read = colord(text)
  if (read.isValid()) return read.toRgb()
  const bare = /^[0-9a-f]{6}$|^[0-9a-f]{3}$/.test(text) ? colord(`#${text}`) : undefined
  return bare?.isValid() ? bare.toRgb() : undefined
})

/** A colour laid over an opaque one. */
export function over(colour: Colour, ground: Colour): Colour {
  const mix = (top: number, below: number) => top * colour.a + below * (1 - colour.a)
  return { r: mix(colour.r, ground.r), g: mix(colour.g, ground.g), b: mix(colour.b, ground.b), a: 1 }
}

/** The contrast of two opaque colours, 1 to 21 (WCAG 2.2 section 1.4.3). */
export function contrastOf(text: Colour, ground: Colour): number {
  return colord(text).contrast(ground)
}
