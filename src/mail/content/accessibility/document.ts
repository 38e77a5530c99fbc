import { type Document, type Element, isText } from 'domhandler'
import { walk } from '../../reading/markup/walk.ts'
import type { Remark } from '../../remark.ts'
import type { AccessibilityCode } from './observer.ts'

/** BCP 47, as far as its form goes. */
const LANGUAGE = /^[a-z]{2,8}(?:-[a-z0-9]{1,8}){0,8}$/i

interface Head {
  /** The first lang of <html>, <body> or what stands around the message inside. */
  lang?: string
  title?: string
  zoomForbidden: boolean
}

/** What the document says of itself before its text begins. */
export function judgeDocument(root: Document): {
  remarks: Remark<AccessibilityCode>[]
  evidence: Record<string, string>
} {
  const { lang, title, zoomForbidden } = readHead(root)
  const remarks: Remark<AccessibilityCode>[] = []
  const isLanguage = lang !== undefined && LANGUAGE.test(lang)
  if (!isLanguage) {
    remarks.push({
      code: lang === undefined ? 'lang-missing' : 'lang-wrong',
      says:
        lang === undefined ? 'The HTML does not say its language.' : 'The lang attribute names no language.',
      advice:
        'Write the language on <html> and on the element around the text, such as lang="en": screen readers choose their voice by it.',
      reference: 'WCAG 2.2 3.1.1 Language of Page; RFC 5646',
    })
  }
  if (!title?.trim()) {
    remarks.push({
      code: 'title-missing',
      says: 'The HTML has no title.',
      advice:
        'Put a <title> into <head>, such as the subject: it is read out first, and shown where mail opens in a tab.',
      reference: 'WCAG 2.2 2.4.2 Page Titled',
    })
  }
  if (zoomForbidden) {
    remarks.push({
      code: 'zoom-forbidden',
      says: 'The viewport forbids enlarging the text.',
      advice: 'Leave user-scalable=no and maximum-scale out of <meta name="viewport">.',
      reference: 'WCAG 2.2 1.4.4 Resize Text',
    })
  }
  // The primary subtag alone: the rest may be anybody's words.
  const language = isLanguage ? /^[a-z]{2,3}(?![a-z])/.exec(lang.toLowerCase())?.[0] : undefined
  return { remarks, evidence: language === undefined ? {} : { language } }
}

/** How many elements from the outside a lang attribute may stand to hold for the message. */
const OUTER = 12

function readHead(root: Document): Head {
  const head: Head = { zoomForbidden: false }
  let elements = 0
  walk(root, {
    enter(element) {
      const { name, attribs } = element
      if (name === 'head' || name === 'title' || name === 'meta') readHeadElement(element, head)
      else if (name !== 'style' && name !== 'script') elements += 1
      const lang = attribs['lang'] ?? attribs['xml:lang']
      if (lang !== undefined && elements <= OUTER) head.lang ??= lang.trim()
      return name !== 'title' && name !== 'style'
    },
  })
  return head
}

function readHeadElement({ name, attribs, children }: Element, head: Head): void {
  if (name === 'title') {
    head.title ??= children.map((child) => (isText(child) ? child.data.slice(0, 1_000) : '')).join('')
  }
  if (name === 'meta' && attribs['name']?.trim().toLowerCase() === 'viewport') {
    const content = attribs['content']?.slice(0, 500).toLowerCase().replaceAll(' ', '') ?? ''
    head.zoomForbidden ||= /user-scalable=(?:no|0)|maximum-scale=1(?:\.0+)?(?![.\d])/.test(content)
  }
}
