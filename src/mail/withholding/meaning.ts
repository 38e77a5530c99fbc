import { BIT, CONCEPTS } from './concepts.ts'
import { addFeatures, type Places } from './places.ts'
import type { Segment } from './segments.ts'
import type { Window } from './window.ts'

const SHARE = 0.35

/** What is meant by the sentences around a carrier, whatever the language: a code's noun says more in the sentence itself. */
export function addMeaning(places: Places, window: Window): void {
  addFeatures(places, meaningFeatures(window), SHARE)
}

function* meaningFeatures({ carrier, head, own, before, behind, wide, label }: Window): Generator<string> {
  const kind = carrier.kind === 'perhaps' ? 'token' : carrier.kind
  const here = conceptsOf(own)
  const subject = conceptsOf(head)
  const clicked = conceptsOf(label)
  yield* together('c', here, kind)
  yield* together('s', subject, kind)
  if (carrier.anchor) yield* together('a', clicked, kind)
  const around = new Set<string>()
  for (const [mark, segments] of [['p', before], ['f', behind]] as const) {
    for (const concept of conceptsOf(...segments)) {
      around.add(concept)
      yield `m ${mark} ${concept}`
      yield `m ${kind} ${mark} ${concept}`
    }
  }
  for (const concept of conceptsOf(...wide)) yield `m w ${concept}`
  for (const one of around) {
    for (const other of here) yield `m n ${one}+${other}`
    for (const other of subject) yield `m ns ${one}+${other}`
    for (const other of clicked) yield `m na ${one}+${other}`
  }
  for (const one of subject) {
    for (const other of here) yield `m sc ${one}+${other}`
    for (const other of clicked) yield `m sa ${one}+${other}`
  }
}

function* together(mark: string, concepts: readonly string[], kind: string): Generator<string> {
  for (const [index, one] of concepts.entries()) {
    yield `m ${mark} ${one}`
    yield `m ${kind} ${mark} ${one}`
    for (const other of concepts.slice(index + 1)) yield `m ${mark} ${one}+${other}`
  }
}

/** What sentences speak of. */
function conceptsOf(...segments: readonly Segment[]): string[] {
  const bits = segments.reduce((all, segment) => all | segment.bits, 0)
  const found: string[] = CONCEPTS.filter((concept) => (bits & BIT[concept]) !== 0)
  return found.length > 0 ? found : ['nothing']
}
