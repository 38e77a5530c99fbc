import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FORMS, rawOf } from './cases.ts'

/** Words in one of the ways they may be sent. */
export interface Form {
  text?: string
  html?: string
}

/** One labelled message in the forms it may be sent in. */
export interface Labelled {
  /** File and place in it. */
  id: string
  language: string
  withhold: boolean
  /** What kind of mail it is, as its author called it. */
  kind: string
  subject: string
  fields: string[]
  forms: Form[]
  raws: string[]
}

const FOLDER = join(import.meta.dir, 'labelled')

/** Files whose names begin so are never fitted on. */
const HELD_OUT = 'held-out'

interface Whole {
  id: string
  lang: string
  withhold: boolean
  kind?: string
  subject: string
  text: string
  html: string
}

interface Line {
  lang: string
  withhold: boolean
  kind?: string
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
    .flatMap((file) => readFile(join(FOLDER, file), file))
}

/** The labelled messages of one file, in either form of writing. */
export function readFile(path: string, name: string): Labelled[] {
  const text = readFileSync(path, 'utf8')
  if (path.endsWith('.json')) return (JSON.parse(text) as Whole[]).map((one) => whole(name, one))
  const lines = text.split('\n').filter((line) => line !== '')
  return lines.map((line, index) => fromLine(`${name}:${index + 1}`, JSON.parse(line) as Line))
}

function whole(file: string, { id, lang, withhold, kind = '', subject, text, html }: Whole): Labelled {
  const forms = [
    { ...(text && { text }), ...(html && { html }) },
    ...(text && html ? [{ text }, { html }] : []),
  ]
  const raws = forms.map((form) => rawOf(subject, form))
  return { id: `${file}:${id}`, language: lang, withhold, kind, subject, fields: [], forms, raws }
}

function fromLine(id: string, { lang, withhold, kind = '', subject, body, headers = {} }: Line): Labelled {
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const forms = formsOf(body)
  const raws = forms.map((form) => rawOf(subject, form, fields))
  return { id, language: lang, withhold, kind, subject, fields, forms, raws }
}

/** A body written in one line as plain text, as HTML, and as HTML whose links lead through a click tracker. */
export function formsOf(body: string): Form[] {
  const pictures = /!\[([^\]]*)\]\((https?:[^)]+)\)/g
  return [
    FORMS.text(body.replace(pictures, '[$1]')),
    FORMS.html(body.replace(pictures, '[$1]($2)')),
    FORMS.tracked(body.replace(pictures, '[$1]($2)')),
  ]
}
