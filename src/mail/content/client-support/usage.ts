import { type Document, type Element, isDirective } from 'domhandler'
import {
  type Declaration,
  type Rule,
  readDeclarations,
  type Stylesheet,
} from '../../reading/markup/stylesheet.ts'
import { walk } from '../../reading/markup/walk.ts'
import { remembered } from '../../reading/remembered.ts'
import { declarationKeys } from './declaration-keys.ts'
import { imageKeys } from './image-keys.ts'
import { selectorKeys } from './selector-keys.ts'

/** How often something is used, by place. */
export interface Uses {
  /** Elements and attributes. */
  html: number
  /** style attributes. */
  inline: number
  /** <style> elements. */
  sheet: number
}
type Place = keyof Uses

/** Elements behind this many are not looked at. */
const MAX_ELEMENTS = 20_000

/** Counts what a message uses, for the keys that are known. */
export function countUses(
  root: Document,
  sheets: readonly Stylesheet[],
  known: ReadonlySet<string>,
): { uses: ReadonlyMap<string, Uses>; limits: string[] } {
  const tally = new Tally(known)
  for (const node of root.children) {
    if (isDirective(node) && /^!doctype\s{1,20}html\s{0,20}$/i.test(node.data)) tally.add('doctype', 'html')
  }
  const limits = countElements(root, tally)
  for (const sheet of sheets) countSheet(sheet, tally)
  return { uses: tally.uses, limits }
}

class Tally {
  readonly uses = new Map<string, Uses>()
  private readonly known: ReadonlySet<string>
  /** Keys of declarations and of whole style attributes met before: mail repeats them by the hundred. */
  private readonly met = new Map<string, readonly string[]>()
  private readonly styles = new Map<string, readonly string[]>()

  constructor(known: ReadonlySet<string>) {
    this.known = known
  }

  add(key: string, place: Place): void {
    if (!this.known.has(key)) return
    const uses = this.uses.get(key)
    if (uses) uses[place] += 1
    else this.uses.set(key, { html: 0, inline: 0, sheet: 0, [place]: 1 })
  }

  declare(declaration: Declaration, place: Place): void {
    for (const key of this.keysOf(declaration)) this.add(key, place)
  }

  declareAll(style: string, place: Place): void {
    let keys = this.styles.get(style)
    if (!keys) {
      keys = readDeclarations(style).flatMap((declaration) => this.keysOf(declaration))
      this.styles.set(style, keys)
    }
    for (const key of keys) this.add(key, place)
  }

  private keysOf(declaration: Declaration): readonly string[] {
    const { property, value, important } = declaration
    const written = `${property}:${value}${important ? '!' : ''}`
    let keys = this.met.get(written)
    if (!keys) {
      keys = [...declarationKeys(declaration)].filter((key) => this.known.has(key))
      this.met.set(written, keys)
    }
    return keys
  }
}

function countElements(root: Document, tally: Tally): string[] {
  let elements = 0
  walk(root, {
    enter(element) {
      elements += 1
      if (elements > MAX_ELEMENTS) return false
      countElement(element, tally)
      return true
    },
    comment() {
      tally.add('html-comment', 'html')
    },
  })
  return elements > MAX_ELEMENTS ? [`Only the first ${MAX_ELEMENTS} elements were looked at.`] : []
}

const elementKey = remembered((name) => `element:${name}`)
const attributeKey = remembered((name) => `attribute:${name}`)

function countElement({ name, attribs }: Element, tally: Tally): void {
  const lower = (attribute: string) => attribs[attribute]?.trim().slice(0, 60).toLowerCase()
  tally.add(elementKey(name), 'html')
  if (attribs['type']) tally.add(`element:${name}[type=${lower('type')}]`, 'html')
  if (name === 'meta') tally.add(`element:meta[name=${lower('name')}]`, 'html')
  if (name === 'img') for (const key of imageKeys(attribs['src'] ?? '')) tally.add(key, 'html')
  if (name === 'a' || name === 'area') tally.add(linkKey(lower('href') ?? ''), 'html')
  for (const attribute in attribs) tally.add(attributeKey(attribute), 'html')
  if (attribs['style']) tally.declareAll(attribs['style'], 'inline')
}

function linkKey(address: string): string {
  if (address.startsWith('mailto:')) return 'link:mailto'
  return address.length > 1 && address.startsWith('#') ? 'link:#' : ''
}

function countSheet({ rules, atRules, comments }: Stylesheet, tally: Tally): void {
  if (comments > 0) tally.add('css-comment', 'sheet')
  for (const { name, prelude } of atRules) {
    tally.add(`at:${name}`, 'sheet')
    if (name === 'media') {
      for (const word of new Set(prelude.toLowerCase().match(/[a-z-]{4,60}/g)))
        tally.add(`media:${word}`, 'sheet')
    }
  }
  for (const rule of rules) countRule(rule, tally)
}

function countRule({ selector, within, declarations }: Rule, tally: Tally): void {
  for (const declaration of declarations) tally.declare(declaration, 'sheet')
  if (within.some((around) => !around.startsWith('@'))) tally.add('nesting', 'sheet')
  if (selector === '' || /^@(?:-[a-z]{1,10}-)?keyframes/.test(within.at(-1) ?? '')) return
  for (const key of selectorKeys(selector)) tally.add(key, 'sheet')
}
