import type { Element } from 'domhandler'
import { VAGUE_LINK_WORDS } from '../../data/vague-link-words.ts'
import { remembered } from '../../reading/remembered.ts'
import { fold, wordsOf } from '../../reading/words/tokens.ts'
import type { Remark } from '../../remark.ts'
import { type AccessibilityCode, counted, type Observer } from './observer.ts'

const MAX_NAME = 200

const plain = remembered((text) => wordsOf(fold(text.slice(0, MAX_NAME))).join(' '))
const VAGUE = new Set(Object.values(VAGUE_LINK_WORDS).flatMap((words) => words.split('|').map(plain)))

/** A link is read out by its words alone: they must be there, and say where it leads. */
export function watchLinks(): Observer {
  let open: { element: Element; name: string } | undefined
  const count = { all: 0, empty: 0, vague: 0 }
  const close = () => {
    if (!open) return
    count.all += 1
    const name = open.name.trim()
    if (name === '') count.empty += 1
    else if (VAGUE.has(plain(name))) count.vague += 1
    open = undefined
  }
  return {
    enter({ element }) {
      const { name, attribs } = element
      if (name === 'a' && attribs['href'] !== undefined) {
        close()
        open = { element, name: (attribs['aria-label'] ?? attribs['title'] ?? '').slice(0, MAX_NAME) }
      } else if (open && open.name.length < MAX_NAME) {
        const words = attribs['aria-label'] ?? (name === 'img' ? (attribs['alt'] ?? attribs['title']) : '')
        if (words) open.name += ` ${words.slice(0, MAX_NAME)}`
      }
    },
    leave(element) {
      if (open?.element === element) close()
    },
    text(data) {
      if (open && open.name.length < MAX_NAME) open.name += data.slice(0, MAX_NAME)
    },
    remarks: () => remarksOf(count),
    evidence: () =>
      count.all > 0 ? { links: `${count.all}, ${count.empty} without words, ${count.vague} vague` } : {},
  }
}

function remarksOf({
  all,
  empty,
  vague,
}: {
  all: number
  empty: number
  vague: number
}): Remark<AccessibilityCode>[] {
  const remarks: Remark<AccessibilityCode>[] = []
  if (empty > 0) {
    remarks.push({
      code: 'link-without-words',
      says: `${counted(empty, 'link has', 'links have')} neither text nor an image with an alternative text (of ${all}).`,
      advice: 'Give every link words, or its image an alt text that says where the link leads.',
      reference: 'WCAG 2.2 2.4.4 Link Purpose (In Context)',
    })
  }
  if (vague > 0) {
    remarks.push({
      code: 'link-text-vague',
      says: `${counted(vague, 'link does not say where it leads', 'links do not say where they lead')}, such as "click here" (of ${all}).`,
      advice:
        'Let the words of a link name what it opens: people jump from link to link and hear nothing else.',
      reference: 'WCAG 2.2 2.4.4 Link Purpose (In Context)',
    })
  }
  return remarks
}
