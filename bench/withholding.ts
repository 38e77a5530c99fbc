/** How well the decision to withhold a message's words fares on labelled messages: recall and precision, by file. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseHtml } from '../src/mail/html.ts'
import { extractLinks } from '../src/mail/links.ts'
import { parseMessage } from '../src/mail/parse.ts'
import { judgeWithholding } from '../src/mail/withholding.ts'

interface Labelled {
  id: string
  withhold: boolean
  subject: string
  text: string
  html: string
}

const FOLDER = join(import.meta.dir, '..', 'test', 'mail', 'withholding', 'labelled')

const base64 = (text: string) => Buffer.from(text).toString('base64').replace(/.{76}/g, '$&\r\n')

function part(type: string, content: string): string {
  return `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(content)}\r\n`
}

function isWithheld({ subject, text, html }: Labelled): boolean {
  const parts = [...(text ? [part('text/plain', text)] : []), ...(html ? [part('text/html', html)] : [])]
  const [only = ''] = parts
  const body =
    parts.length === 1
      ? only
      : `Content-Type: multipart/alternative; boundary=b\r\n\r\n${parts.map((one) => `--b\r\n${one}`).join('')}--b--\r\n`
  const head = `From: a@example.org\r\nSubject: =?utf-8?B?${Buffer.from(subject).toString('base64')}?=\r\n`
  const message = parseMessage(Buffer.from(`${head}MIME-Version: 1.0\r\n${body}`))
  const document = message.html === undefined ? undefined : parseHtml(message.html)
  return judgeWithholding(message, document, extractLinks(document, message.text)) !== undefined
}

/** Files whose names begin with held-out were never used to fit the points. */
for (const group of ['held-out', '']) {
  let found = 0
  let missed = 0
  let wrong = 0
  const files = readdirSync(FOLDER).filter((file) => file.startsWith('held-out') === (group !== ''))
  for (const file of files) {
    const messages = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Labelled[]
    const judged = messages.map((message) => ({ ...message, withheld: isWithheld(message) }))
    found += judged.filter((one) => one.withhold && one.withheld).length
    missed += judged.filter((one) => one.withhold && !one.withheld).length
    wrong += judged.filter((one) => !one.withhold && one.withheld).length
    const faults = judged.filter((one) => one.withhold !== one.withheld).map(({ id }) => id)
    if (faults.length > 0) console.log(`${file}: ${faults.join(' ')}`)
  }
  const recall = (found / (found + missed)).toFixed(3)
  const precision = (found / (found + wrong)).toFixed(3)
  console.log(`${group || 'fitted on'}: recall ${recall}, precision ${precision}\n`)
}
