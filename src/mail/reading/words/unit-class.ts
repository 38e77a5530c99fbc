const UNKNOWN = 0
const INSIDE = 1
const OUTSIDE = 2

/** Whether the character at a place of a text is of a class. */
export type UnitClass = (text: string, at: number) => boolean

/**
 * The characters that a pattern for one of them finds, each looked up once: asked again of every letter of a message, a
 * table is many times faster. At both halves of a pair the pair tells.
 */
export function unitClass(pattern: RegExp): UnitClass {
  const units = new Uint8Array(65_536)
  return (text, at) => {
    if (at >= text.length) return false
    const unit = text.charCodeAt(at)
    if (unit >= 0xd800 && unit <= 0xdfff) return pattern.test(pairAt(text, at))
    if (units[unit] === UNKNOWN) units[unit] = pattern.test(String.fromCharCode(unit)) ? INSIDE : OUTSIDE
    return units[unit] === INSIDE
  }
}

function pairAt(text: string, at: number): string {
  const isSecond = text.charCodeAt(at) >= 0xdc00 && at > 0
  const pair = isSecond ? text.codePointAt(at - 1) : text.codePointAt(at)
  return pair !== undefined && pair > 0xffff ? String.fromCodePoint(pair) : text.charAt(at)
}
