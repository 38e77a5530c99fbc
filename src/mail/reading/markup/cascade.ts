import type { Document, Element } from 'domhandler'
import { remembered } from '../remembered.ts'
import { readColour } from './colour.ts'
import { classesOf, marksOf, type PlainSelector, readSelector, selects, splitSelectors } from './selector.ts'
import { type Declaration, type Rule, readDeclarations, readStylesheet } from './stylesheet.ts'
import { walk } from './walk.ts'

/** What style sheets and style attributes say about single elements; nothing is inherited here. */
export interface Cascade {
  /** The declared values by property, lower case; `font` and `background` also as their longhands. */
  valuesOf(element: Element): ReadonlyMap<string, string>
  /** Whether a rule for other screens, or one with a condition that cannot be told, sets the property of the element. */
  mayChange(element: Element, property: string): boolean
  limits: string[]
}

interface Entry {
  selector: PlainSelector
  declarations: readonly Declaration[]
  order: number
  /** Its own among all. */
  number: number
}

/** Comparisons of selectors with elements, and declarations taken over, for one message. */
const MOST_WORK = 1_000_000
const MOST_SHEETS = 100
const LONGEST_REMEMBERED = 1_000
const MOST_REMEMBERED = 500

const cascades = new WeakMap<Document, Cascade>()

/** Reads the style elements of a document, once however many ask. */
export function readCascade(root: Document): Cascade {
  const known = cascades.get(root)
  if (known) return known
  const cascade = cascadeOf(root)
  cascades.set(root, cascade)
  return cascade
}

const inline = remembered((style) => expand(readDeclarations(style)), LONGEST_REMEMBERED, MOST_REMEMBERED)
const inlineAlone = remembered((style) => resolve(NONE, inline(style)), LONGEST_REMEMBERED, MOST_REMEMBERED)
const NO_VALUES: ReadonlyMap<string, string> = new Map()

function cascadeOf(root: Document): Cascade {
  const { entries, conditional, limits } = collectRules(root)
  const matching = createMatcher(entries, limits)
  const known = new WeakMap<Element, ReadonlyMap<string, string>>()
  /** By the rules and the style: elements of one class are alike. */
  const resolved = new Map<string, ReadonlyMap<string, string>>()
  const valuesOf = (element: Element) => {
    const style = element.attribs['style']
    const found = matching(element)
    if (found.length === 0) return style ? inlineAlone(style) : NO_VALUES
    const key = `${found.map(({ number }) => number).join(' ')} ${style ?? ''}`
    const before = resolved.get(key)
    if (before) return before
    const values = resolve(found, style ? inline(style) : [])
    if (resolved.size < MOST_REMEMBERED) resolved.set(key, values)
    return values
  }
  return {
    valuesOf: (element) => {
      const before = known.get(element)
      if (before) return before
      const values = valuesOf(element)
      known.set(element, values)
      return values
    },
    mayChange: (element, property) => {
      const own = conditional.get(property)
      return own !== undefined && keysOf(element).some((key) => own.has(key))
    },
    limits,
  }
}

/** Finds the rules of an element, as long as there is work left that one message may cause. */
function createMatcher(entries: Rules['entries'], limits: string[]): (element: Element) => readonly Entry[] {
  const work = { left: MOST_WORK }
  return (element) => {
    if (work.left <= 0 || entries.size === 0) return NONE
    const found: Entry[] = []
    for (const key of keysOf(element)) {
      for (const entry of entries.get(key) ?? NONE) {
        if (!selects(entry.selector, element, work)) continue
        work.left -= entry.declarations.length
        found.push(entry)
      }
    }
    if (work.left > 0) return found
    limits.push('There are too many style rules and elements: not all were looked at.')
    return NONE
  }
}

const NONE: readonly Entry[] = []

function keysOf(element: Element): string[] {
  const id = element.attribs['id']
  const keys = ['*', element.name]
  for (const name of classesOf(element)) keys.push(`.${name}`)
  if (id) keys.push(`#${id}`)
  return keys
}

interface Rules {
  entries: Map<string, Entry[]>
  count: number
  /** Classes and ids of rules that hold under a condition, by property. */
  conditional: Map<string, Set<string>>
  limits: string[]
}

function collectRules(root: Document): Rules {
  const rules: Rules = { entries: new Map(), count: 0, conditional: new Map(), limits: [] }
  let order = 0
  for (const { css, media } of sheetsOf(root)) {
    const sheet = readStylesheet(css)
    for (const limit of sheet.limits) if (!rules.limits.includes(limit)) rules.limits.push(limit)
    for (const rule of sheet.rules) {
      order += 1
      addRule(rules, rule, order, media === '' || isUnconditional(`@media ${media}`))
    }
  }
  return rules
}

function sheetsOf(root: Document): { css: string; media: string }[] {
  const sheets: { css: string; media: string }[] = []
  let open: { css: string; media: string } | undefined
  walk(root, {
    enter(element) {
      if (element.name !== 'style') return true
      open = { css: '', media: (element.attribs['media'] ?? '').trim().toLowerCase() }
      if (sheets.length < MOST_SHEETS) sheets.push(open)
      return true
    },
    leave(element) {
      if (element.name === 'style') open = undefined
    },
    text(data) {
      // Old mail hides its rules from old readers in a comment.
      if (open) open.css += data.replace(/<!--|-->/g, ' ')
    },
  })
  return sheets
}

/** `@media all` and `@media screen` hold for everybody who reads on a computer. */
function isUnconditional(within: string): boolean {
  return /^@media\s+(?:only\s+)?(?:all|screen)$/i.test(within)
}

function addRule(
  rules: Rules,
  { selector, within, declarations }: Rule,
  order: number,
  always: boolean,
): void {
  const expanded = expand(declarations)
  for (const one of splitSelectors(selector)) {
    const plain = always && within.every(isUnconditional) ? readSelector(one) : undefined
    if (plain) {
      const entry = { selector: plain, declarations: expanded, order, number: rules.count }
      rules.count += 1
      const known = rules.entries.get(plain.key)
      if (known) known.push(entry)
      else rules.entries.set(plain.key, [entry])
      continue
    }
    for (const { property } of expanded) {
      const marks = rules.conditional.get(property) ?? new Set<string>()
      for (const mark of marksOf(one)) marks.add(mark)
      rules.conditional.set(property, marks)
    }
  }
}

/** CSS Cascading Level 4, section 6: importance, the style attribute, specificity, order. */
function resolve(entries: readonly Entry[], inline: readonly Declaration[]): ReadonlyMap<string, string> {
  const values = new Map<string, string>()
  const ranks = new Map<string, number>()
  const take = ({ property, value, important }: Declaration, rank: number) => {
    const own = rank + (important ? 1e12 : 0)
    if (own < (ranks.get(property) ?? 0)) return
    ranks.set(property, own)
    values.set(property, value.toLowerCase())
  }
  for (const { declarations, selector, order } of entries)
    for (const declaration of declarations) take(declaration, selector.specificity * 1e6 + order)
  for (const declaration of inline) take(declaration, 1e11)
  return values
}

/** Adds the longhands of the two shorthands that decide whether text is seen. */
function expand(declarations: readonly Declaration[]): Declaration[] {
  return declarations.flatMap((declaration) => {
    const { property, value } = declaration
    if (property === 'font') {
      const size = /(?:^|\s)([\d.]+(?:px|pt|em|rem|%)?)(?:[\s/]|$)/.exec(value)?.[1]
      return size ? [declaration, { ...declaration, property: 'font-size', value: size }] : [declaration]
    }
    if (property !== 'background') return [declaration]
    const colour = value
      .slice(0, 200)
      .split(/\s+(?![^(]*\))/)
      .find((piece) => readColour(piece) !== undefined)
    const image = /url\(|gradient\(|image-set\(/i.test(value) ? 'some' : 'none'
    return [
      declaration,
      { ...declaration, property: 'background-color', value: colour ?? 'transparent' },
      { ...declaration, property: 'background-image', value: image },
    ]
  })
}
