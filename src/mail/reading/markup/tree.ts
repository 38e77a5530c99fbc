import { type ChildNode, type Document, DomHandler } from 'domhandler'
import { Parser } from 'htmlparser2'

/** HTML behind this many characters is not looked at: no real mail has them, and mail clients clip long before. */
export const MAX_CHARACTERS = 2_000_000
/** Elements deeper than this become siblings of the deepest, as browsers do it. */
export const MAX_DEPTH = 512
/** Parsing stops once the tree has this many nodes. */
export const MAX_NODES = 300_000

const CHUNK = 32_768

export interface MarkupTree {
  root: Document
  depth: number
  nesting: Nesting
  limits: string[]
}

/** How tags pair; where elements were read as flat, or not to the end, nothing is counted. */
export interface Nesting {
  /** Elements closed by something else than their own end tag, though theirs is required (HTML 13.1.2.4). */
  unclosed: number
  /** End tags of elements that are not open. */
  stray: number
}

/** Elements that may end without an end tag. */
const END_TAG_OPTIONAL = new Set(
  'html head body p li dt dd option optgroup tr td th thead tbody tfoot colgroup caption rt rp'.split(' '),
)

/** Builds a tree of HTML within the bounds above. */
export function buildMarkup(html: string): MarkupTree {
  const handler = new CountingHandler()
  const parser = new ShallowParser(handler, { decodeEntities: true })
  const limits: string[] = []
  const size = Math.min(html.length, MAX_CHARACTERS)
  if (size < html.length)
    limits.push(`Only the first ${MAX_CHARACTERS} characters of the HTML were looked at.`)
  let at = 0
  while (at < size && handler.nodes < MAX_NODES) {
    parser.write(html.slice(at, Math.min(at + CHUNK, size)))
    at += CHUNK
  }
  if (at < size) limits.push(`Only the first ${MAX_NODES} nodes of the HTML were looked at.`)
  parser.end()
  if (parser.flattened)
    limits.push(`HTML nested deeper than ${MAX_DEPTH} elements was read as if it were not.`)
  const nesting =
    limits.length === 0 ? { unclosed: handler.unclosed, stray: parser.stray } : { unclosed: 0, stray: 0 }
  return { root: handler.root, depth: handler.deepest, nesting, limits }
}

class CountingHandler extends DomHandler {
  nodes = 0
  deepest = 0
  closed = 0
  unclosed = 0
  /** The element about to be closed is a void one. */
  endsItself = false

  get depth(): number {
    return this.tagStack.length - 1
  }

  override onopentag(name: string, attributes: Record<string, string>): void {
    super.onopentag(name, attributes)
    if (this.depth > this.deepest) this.deepest = this.depth
  }

  override onclosetag(name?: string, implied?: boolean): void {
    this.closed += 1
    if (implied && !this.endsItself && name !== undefined && !END_TAG_OPTIONAL.has(name)) this.unclosed += 1
    this.endsItself = false
    super.onclosetag()
  }

  protected override addNode(node: ChildNode): void {
    this.nodes += 1
    super.addNode(node)
  }
}

/** Past the bound every element counts as void: it is noted and never opened, so that no list of open elements,
 * which the parser searches for every closing tag, grows with the message. */
class ShallowParser extends Parser {
  flattened = false
  stray = 0
  private readonly handler: CountingHandler
  private closing = false
  /** The end tag of a void element: nothing to close, and no fault worth a word. */
  private endsVoid = false
  private asked = false
  private verdict = false

  constructor(handler: CountingHandler, options: { decodeEntities: boolean }) {
    super(handler, options)
    this.handler = handler
  }

  /** Asked twice for each opening tag, before and after it is handed to the tree: both answers must be the same. */
  protected override isVoidElement(name: string): boolean {
    if (super.isVoidElement(name)) {
      if (this.closing) this.endsVoid = true
      else this.handler.endsItself = true
      return true
    }
    if (this.closing || name === '') return false
    this.asked = !this.asked
    if (this.asked) this.verdict = this.handler.depth >= MAX_DEPTH
    this.flattened ||= this.verdict
    return this.verdict
  }

  override onclosetag(start: number, endIndex: number): void {
    this.closing = true
    const before = this.handler.closed
    super.onclosetag(start, endIndex)
    if (this.handler.closed === before && !this.endsVoid) this.stray += 1
    this.endsVoid = false
    this.closing = false
  }
}
