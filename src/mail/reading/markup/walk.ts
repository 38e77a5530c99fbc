import {
  type ChildNode,
  type Document,
  type Element,
  hasChildren,
  isComment,
  isTag,
  isText,
} from 'domhandler'

export interface Visitor {
  /** Gives false to leave out what is inside. */
  enter?(element: Element): boolean
  /** Called for every element that was entered, also one left out. */
  leave?(element: Element): void
  text?(data: string): void
  comment?(data: string): void
}

/** Visits a tree in document order without recursion. */
export function walk(root: Document, visitor: Visitor): void {
  let node: ChildNode | null = root.firstChild
  while (node) {
    const inside: ChildNode | null = visit(node, visitor)
    node = inside ?? nextOf(node, root, visitor)
  }
}

/** Visits one node; gives its first child if there is something to visit inside. */
function visit(node: ChildNode, visitor: Visitor): ChildNode | null {
  if (isTag(node)) return visitor.enter?.(node) === false ? null : node.firstChild
  if (isText(node)) visitor.text?.(node.data)
  else if (isComment(node)) visitor.comment?.(node.data)
  else if (hasChildren(node)) return node.firstChild
  return null
}

/** Leaves a node, and every parent whose last child it was. */
function nextOf(node: ChildNode, root: Document, visitor: Visitor): ChildNode | null {
  let at: ChildNode = node
  while (true) {
    if (isTag(at)) visitor.leave?.(at)
    if (at.next) return at.next
    const parent: ChildNode | Document | null = at.parent as ChildNode | Document | null
    if (!parent || parent === root) return null
    at = parent as ChildNode
  }
}
