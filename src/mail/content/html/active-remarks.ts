import type { Remark } from '../../remark.ts'
import type { ActiveContent } from './active.ts'

/** What is said of HTML that does more than show text and pictures. */
export type ActiveCode =
  | 'script'
  | 'frame'
  | 'embedded-object'
  | 'meta-refresh'
  | 'form'
  | 'event-handler'
  | 'base'
  | 'external-stylesheet'

const REFERENCE = 'Gmail sender guidelines (2026-03-21); caniemail.com'

type Words = [code: ActiveCode, noun: string, advice: string]

const COUNTED: Readonly<Partial<Record<keyof ActiveContent, Words>>> = {
  scripts: [
    'script',
    'script',
    'Take scripts out: no mail client runs them, and filters distrust mail that holds them.',
  ],
  frames: ['frame', 'frame', 'Take iframe and frame elements out, and link to the page instead.'],
  embeds: [
    'embedded-object',
    'embedded object',
    'Take object, embed and applet elements out, and link to the file instead.',
  ],
  refreshes: [
    'meta-refresh',
    'redirect by meta refresh',
    'Take the meta element with http-equiv="refresh" out.',
  ],
  forms: ['form', 'form', 'Link to a page with the form: most mail clients disable forms or warn of them.'],
  handlers: [
    'event-handler',
    'element with an event handler',
    'Take attributes such as onclick out: mail clients remove them.',
  ],
  bases: ['base', 'base element', 'Write every address in full: mail clients ignore the base element.'],
}

/** What is said of HTML that does more than show text and pictures. */
export function judgeActive(active: ActiveContent): Remark<ActiveCode>[] {
  const remarks: Remark<ActiveCode>[] = []
  for (const [kind, [code, noun, advice]] of Object.entries(COUNTED) as [keyof ActiveContent, Words][]) {
    const count = active[kind]
    if (typeof count !== 'number' || count === 0) continue
    remarks.push({
      code,
      says: `The HTML holds ${count === 1 ? `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}` : `${count} ${pluralOf(noun)}`}.`,
      advice,
      reference: REFERENCE,
    })
  }
  if (active.sheets.length > 0) {
    remarks.push({
      code: 'external-stylesheet',
      says: 'The HTML takes its styles from another place, which most mail clients do not fetch.',
      advice: 'Put the styles into style attributes and a style element of the message.',
      reference: REFERENCE,
    })
  }
  return remarks
}

function pluralOf(noun: string): string {
  return noun === 'redirect by meta refresh'
    ? 'redirects by meta refresh'
    : noun.startsWith('element ')
      ? noun.replace('element', 'elements')
      : `${noun}s`
}
