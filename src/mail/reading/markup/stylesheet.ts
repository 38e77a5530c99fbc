import { ident } from 'css-tree/utils'
import { remembered } from '../remembered.ts'
import { type CssToken, type CssTokenType, eachCssToken } from './css-tokens.ts'

export interface Declaration {
  /** Lower case; custom properties as written. */
  readonly property: string
  /** Without comments and !important. */
  readonly value: string
  readonly important: boolean
}

export interface Rule {
  /** As written, without comments; empty for the declarations of an at-rule (@font-face, @page). */
  selector: string
  /** The at-rules and, where rules are nested, the outer selectors around it, outermost first. */
  within: readonly string[]
  declarations: Declaration[]
}

export interface AtRule {
  /** Lower case, without the @. */
  name: string
  prelude: string
}

export interface Stylesheet {
  rules: readonly Rule[]
  atRules: readonly AtRule[]
  comments: number
  /** What was not looked at, in words. */
  limits: readonly string[]
}

/** CSS behind this many characters is not looked at. */
const MAX_CHARACTERS = 500_000
const MAX_STYLE = 10_000
const MAX_RULES = 5_000
const MAX_AT_RULES = 1_000
const MAX_DECLARATIONS = 50_000
/** Blocks nested deeper than this are passed over. */
const MAX_NESTING = 16
const MAX_PRELUDE = 4_000
const MAX_VALUE = 4_000

/** At-rules whose blocks hold declarations; the blocks of all others hold rules. */
const HOLD_DECLARATIONS = new Set([
  'font-face',
  'page',
  'viewport',
  '-ms-viewport',
  'property',
  'counter-style',
])

/** Style sheets and attributes of a sender come again in every message; these are remembered. */
const REMEMBERED = { sheet: { longest: 20_000, most: 20 }, style: { longest: 1_000, most: 500 } }

/** Reads a style sheet (CSS Syntax Level 3, with nesting) in one pass without recursion; never throws. */
export const readStylesheet: (css: string) => Readonly<Stylesheet> = remembered(
  readWhole,
  REMEMBERED.sheet.longest,
  REMEMBERED.sheet.most,
)

function readWhole(css: string): Stylesheet {
  const reader = new Reader({ holds: 'rules', within: [] })
  eachCssToken(css.slice(0, MAX_CHARACTERS), (token) => reader.take(token))
  const sheet = reader.finish()
  if (css.length > MAX_CHARACTERS)
    sheet.limits.push(`Only the first ${MAX_CHARACTERS} characters of a style sheet were looked at.`)
  return sheet
}

/** Reads the declarations of a style attribute. */
export const readDeclarations: (style: string) => readonly Declaration[] = remembered(
  readStyle,
  REMEMBERED.style.longest,
  REMEMBERED.style.most,
)

function readStyle(style: string): Declaration[] {
  const rule: Rule = { selector: '', within: [], declarations: [] }
  const reader = new Reader({ holds: 'declarations', within: [], rule })
  eachCssToken(style.slice(0, MAX_STYLE), (token) => reader.take(token))
  reader.finish()
  return rule.declarations
}

interface Written extends Stylesheet {
  rules: Rule[]
  atRules: AtRule[]
  limits: string[]
}

interface Block {
  holds: 'rules' | 'declarations'
  within: readonly string[]
  rule?: Rule
}

const CLOSERS: Partial<Record<CssTokenType, CssTokenType>> = {
  '(': ')',
  function: ')',
  '[': ']',
  '{': '}',
}

class Reader {
  private readonly sheet: Written = { rules: [], atRules: [], comments: 0, limits: [] }
  private readonly blocks: Block[] = []
  private readonly outermost: Block
  /** What stands since the last `;`, `{` or `}`. */
  private pending: CssToken[] = []
  /** The closing tokens of brackets open inside what is pending. */
  private readonly open: CssTokenType[] = []
  private declarations = 0

  constructor(outermost: Block) {
    this.outermost = outermost
  }

  take(token: CssToken): void {
    const { type } = token
    if (type === 'comment') {
      this.sheet.comments += 1
      return
    }
    if (type === 'cdo-cdc') return
    if (this.open.length > 0) {
      if (type === this.open.at(-1)) this.open.pop()
      else this.openBracket(type)
      this.pending.push(token)
    } else if (type === '{' && !this.inCustomProperty()) this.beginBlock()
    else if (type === '}') this.endBlock()
    else if (type === ';') this.endStatement()
    else if (type !== 'space' || this.pending.length > 0) {
      this.openBracket(type)
      this.pending.push(token)
    }
  }

  finish(): Written {
    this.endStatement()
    return this.sheet
  }

  private get block(): Block {
    return this.blocks.at(-1) ?? this.outermost
  }

  private openBracket(type: CssTokenType): void {
    const closer = CLOSERS[type]
    if (closer) this.open.push(closer)
  }

  /** `--name: { … }` is one value. */
  private inCustomProperty(): boolean {
    return this.block.holds === 'declarations' && (this.pending[0]?.text.startsWith('--') ?? false)
  }

  private beginBlock(): void {
    const first = this.pending[0]
    const isAtRule = first?.type === 'at-keyword'
    const prelude = textOf(this.pending.slice(isAtRule ? 1 : 0), MAX_PRELUDE)
    this.pending = []
    const { within, rule } = this.block
    if (this.blocks.length >= MAX_NESTING) {
      this.limit('Rules nested deeper than 16 blocks were not looked at.')
      this.open.push('}')
      return
    }
    const around = rule?.selector ? [...within, rule.selector] : within
    if (isAtRule) {
      const name = nameOf(first)
      this.noteAtRule(name, prelude)
      const inside = [...around, `@${name} ${prelude}`.trim()]
      const holdsDeclarations = HOLD_DECLARATIONS.has(name) || this.block.holds === 'declarations'
      this.blocks.push(
        holdsDeclarations
          ? { holds: 'declarations', within: inside, rule: this.newRule('', inside) }
          : { holds: 'rules', within: inside },
      )
    } else {
      this.blocks.push({ holds: 'declarations', within: around, rule: this.newRule(prelude, around) })
    }
  }

  private newRule(selector: string, within: readonly string[]): Rule {
    const rule: Rule = { selector, within, declarations: [] }
    if (this.sheet.rules.length < MAX_RULES) this.sheet.rules.push(rule)
    else this.limit(`Only the first ${MAX_RULES} rules of a style sheet were looked at.`)
    return rule
  }

  private endBlock(): void {
    this.endStatement()
    this.blocks.pop()
  }

  private endStatement(): void {
    const { pending } = this
    if (pending.length === 0) return
    this.pending = []
    this.open.length = 0
    const [first] = pending
    if (first?.type === 'at-keyword') this.noteAtRule(nameOf(first), textOf(pending.slice(1), MAX_PRELUDE))
    else if (this.block.holds === 'declarations') this.addDeclaration(pending)
  }

  private addDeclaration(tokens: readonly CssToken[]): void {
    const colon = tokens.findIndex(({ type }) => type === ':')
    const name = tokens.slice(0, Math.max(colon, 0)).filter(({ type }) => type !== 'space')
    const last = name.at(-1)
    if (last?.type !== 'ident' || name.length > 2) return
    if (this.declarations >= MAX_DECLARATIONS) {
      this.limit(`Only the first ${MAX_DECLARATIONS} declarations of a style sheet were looked at.`)
      return
    }
    this.declarations += 1
    const property = ident.decode(last.text)
    const { value, important } = readValue(tokens.slice(colon + 1))
    this.block.rule?.declarations.push({
      property: property.startsWith('--') ? property : property.toLowerCase(),
      value,
      important,
    })
  }

  private noteAtRule(name: string, prelude: string): void {
    if (this.sheet.atRules.length < MAX_AT_RULES) this.sheet.atRules.push({ name, prelude })
  }

  private limit(words: string): void {
    if (!this.sheet.limits.includes(words)) this.sheet.limits.push(words)
  }
}

function nameOf({ text }: CssToken): string {
  return ident.decode(text.slice(1)).toLowerCase()
}

function readValue(tokens: readonly CssToken[]): { value: string; important: boolean } {
  const solid = tokens.filter(({ type }) => type !== 'space').slice(-2)
  const important =
    solid.length === 2 && solid[0]?.text === '!' && solid[1]?.text.toLowerCase() === 'important'
  const bang = important ? tokens.findLastIndex(({ text }) => text === '!') : tokens.length
  return { value: textOf(tokens.slice(0, bang), MAX_VALUE), important }
}

function textOf(tokens: readonly CssToken[], most: number): string {
  let text = ''
  for (const token of tokens) {
    text += token.type === 'space' ? ' ' : token.text
    if (text.length >= most) break
  }
  return text.slice(0, most).trim()
}
