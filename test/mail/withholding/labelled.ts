import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FORMS, rawOf } from './cases.ts'

/** One labelled message in the forms it may be sent in. */
export interface Labelled {
  /** File and place in it. */
  id: string
  language: string
  withhold: boolean
  raws: string[]
}

const FOLDER = join(import.meta.dir, 'labelled')

/** Files whose names begin so are never fitted on. */
const HELD_OUT = 'held-out'

interface Whole {
  id: string
  lang: string
  withhold: boolean
  subject: string
  text: string
  html: string
}

interface Line {
  lang: string
  withhold: boolean
  subject: string
  /** Lines parted by ` / `, links as [text](address), pictures as ![text](address). */
  body: string
  headers?: Record<string, string>
}

/** Every labelled message: those that are fitted on, or those that are held out. */
export function readLabelled(heldOut: boolean): Labelled[] {
  return readdirSync(FOLDER)
    .filter((file) => file.startsWith(HELD_OUT) === heldOut && /\.jsonl?$/.test(file))
    .toSorted()
    .flatMap((file) => {
      const text = readFileSync(join(FOLDER, file), 'utf8')
      if (file.endsWith('.json')) return (JSON.parse(text) as Whole[]).map((one) => whole(file, one))
      const lines = text.split('\n').filter((line) => line !== '')
      return lines.map((line, index) => fromLine(`${file}:${index + 1}`, JSON.parse(line) as Line))
    })
}

function whole(file: string, { id, lang, withhold, subject, text, html }: Whole): Labelled {
  const forms = [
    { ...(text && { text }), ...(html && { html }) },
    ...(text && html ? [{ text }, { html }] : []),
  ]
  return { id: `${file}:${id}`, language: lang, withhold, raws: forms.map((form) => rawOf(subject, form)) }
}

function fromLine(id: string, { lang, withhold, subject, body, headers = {} }: Line): Labelled {
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const pictures = /!\[([^\]]*)\]\((https?:[^)]+)\)/g
  const forms = [
    FORMS.text(body.replace(pictures, '[$1]')),
    FORMS.html(body.replace(pictures, '[$1]($2)')),
    FORMS.tracked(body.replace(pictures, '[$1]($2)')),
  ]
  return { id, language: lang, withhold, raws: forms.map((form) => rawOf(subject, form, fields)) }
}
