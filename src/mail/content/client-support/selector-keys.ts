import { type CssToken, type CssTokenType, eachCssToken } from '../../reading/markup/css-tokens.ts'

const COMBINATORS = new Map([
  ['>', 'selector:child'],
  ['+', 'selector:adjacent-sibling'],
  ['~', 'selector:general-sibling'],
])
const OPENING = new Set<CssTokenType>(['(', 'function', '['])
const CLOSING = new Set<CssTokenType>([')', ']'])

/** The features that a list of selectors uses, as keys. What stands inside brackets is left out. */
export function selectorKeys(selector: string): Set<string> {
  const reader = new SelectorReader()
  eachCssToken(selector, (token) => reader.take(token))
  return reader.keys
}

class SelectorReader {
  readonly keys = new Set<string>()
  private depth = 0
  private classes = 0
  private before = ''
  private gap = false

  take(token: CssToken): void {
    const { type, text } = token
    if (type === 'comment') return
    if (type === 'space') {
      this.gap = this.before !== ''
      return
    }
    if (CLOSING.has(type)) this.depth = Math.max(0, this.depth - 1)
    else {
      if (this.depth === 0) this.readPart(token)
      if (OPENING.has(type)) this.depth += 1
    }
    this.before = this.isJoint(text) ? '' : text
    this.gap = false
  }

  private isJoint(text: string): boolean {
    return text === ',' || COMBINATORS.has(text)
  }

  private readPart({ type, text }: CssToken): void {
    if (this.isJoint(text)) {
      this.keys.add(COMBINATORS.get(text) ?? 'selector:grouping')
      this.classes = 0
      return
    }
    if (this.gap) {
      this.keys.add('selector:descendant')
      this.classes = 0
    }
    const key = this.keyOf(type, text)
    if (key) this.keys.add(key)
  }

  private keyOf(type: CssTokenType, text: string): string | undefined {
    if (type === 'hash') return 'selector:id'
    if (type === '[') return 'selector:attribute'
    if (text === '*') return 'selector:universal'
    if (type === 'function') return `pseudo:${text.slice(0, -1).toLowerCase()}`
    if (type !== 'ident') return undefined
    if (this.before === ':') return `pseudo:${text.toLowerCase()}`
    if (this.before !== '.') return 'selector:type'
    this.classes += 1
    return this.classes > 1 ? 'selector:chaining' : 'selector:class'
  }
}
