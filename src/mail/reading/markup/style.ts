import { remembered } from '../remembered.ts'

/** What inline styles say about being seen at all. */
export interface StyleView {
  /** display:none, opacity:0, or no room: nothing inside is seen. */
  gone: boolean
  /** visibility, inherited until somebody inside sets it again. Absent: not set. */
  hidden?: boolean
  /** A font size of zero, inherited likewise. Absent: no size is set. */
  zeroFont?: boolean
}

const NOTHING: StyleView = { gone: false }
const MAX_STYLE = 4_000
const MOST_REMEMBERED = 500

/** Reads the declarations that decide whether an element is seen. */
export function viewStyle(style: string | undefined): StyleView {
  return style ? readView(style.slice(0, MAX_STYLE)) : NOTHING
}

const readView = remembered((style: string): StyleView => {
  const values = new Map<string, string>()
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':')
    if (colon < 1) continue
    const value = declaration.slice(colon + 1).replace(/!\s*important/i, '')
    values.set(declaration.slice(0, colon).trim().toLowerCase(), value.trim().toLowerCase())
  }
  const visibility = values.get('visibility')
  const size = values.get('font-size') ?? fontSizeOf(values.get('font'))
  const clipped = values.get('overflow') === 'hidden'
  const noRoom =
    isZero(values.get('max-height')) || isZero(values.get('height')) || isZero(values.get('max-width'))
  return {
    gone: values.get('display') === 'none' || isZero(values.get('opacity')) || (clipped && noRoom),
    ...(visibility !== undefined && { hidden: visibility === 'hidden' || visibility === 'collapse' }),
    ...(size !== undefined && { zeroFont: isZero(size) }),
  }
}, MOST_REMEMBERED)

function isZero(value: string | undefined): boolean {
  return value !== undefined && /^\+?(?:0+(?:\.0+)?|\.0+)(?:[a-z]{1,4}|%)?$/.test(value)
}

/** The size in the shorthand: `font: 0/0 a`. */
function fontSizeOf(font: string | undefined): string | undefined {
  return font === undefined ? undefined : /(?:^|\s)([\d.]+(?:px|pt|em|rem|%)?)(?:[\s/]|$)/.exec(font)?.[1]
}
