import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { extractLinks } from '../../../src/mail/reading/links/links.ts'
import { parseHtml } from '../../../src/mail/reading/markup/html.ts'
import { parseMessage } from '../../../src/mail/reading/parse.ts'
import { judgeWithholding } from '../../../src/mail/withholding/withholding.ts'
import { wrapped } from '../../analysis/message-scene.ts'

export interface Case {
  language: string
  secret: boolean
  subject: string
  body: string
}

const FOLDER = join(import.meta.dir, 'cases')

/** Every case of the text files, which say their own form. */
export function readCases(): Case[] {
  return readdirSync(FOLDER).flatMap((file) => {
    let language = ''
    const cases: Case[] = []
    for (const line of readFileSync(join(FOLDER, file), 'utf8').split('\n')) {
      if (/^[a-z]{2}$/.test(line)) language = line
      const parts = /^([+-]) (.*?) \| (.*)$/.exec(line)
      if (parts)
        cases.push({ language, secret: parts[1] === '+', subject: parts[2] ?? '', body: parts[3] ?? '' })
    }
    return cases
  })
}

const ANCHOR = /\[([^\]]+)\]\((https?:[^)]+)\)/g
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const lines = (body: string) => body.split(' / ')

/** The ways the same words are sent. */
export const FORMS = {
  text: (body: string) => ({ text: lines(body).join('\n\n').replace(ANCHOR, '$1:\n$2') }),
  html: (body: string) => ({
    html: `<html><body><table>${lines(body)
      .map((line) => `<tr><td><p>${escaped(line).replace(ANCHOR, '<a href="$2">$1</a>')}</p></td></tr>`)
      .join('')}</table></body></html>`,
  }),
  tracked: (body: string) => ({
    html: lines(body)
      .map((line) => {
        const followed = 'https://u123.ct.mailer.example/ls/click?upn=u001.a8Fh3kLq0aPzXwQ2'
        return `<div>${escaped(line).replace(ANCHOR, `<a href="${followed}">$1</a>`)}</div>`
      })
      .join(''),
  }),
} as const

/** A message of these words. */
export function rawOf(subject: string, body: { text?: string; html?: string }, fields: string[] = []) {
  const word = (text: string) => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`
  const part = (type: string, content: string) =>
    `Content-Type: text/${type}; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${wrapped(content)}\r\n`
  const { text, html } = body
  const content =
    text !== undefined && html !== undefined
      ? `Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\n${part('plain', text)}--b\r\n${part('html', html)}--b--\r\n`
      : html !== undefined
        ? part('html', html)
        : part('plain', text ?? '')
  const head = [
    'From: Sender <no-reply@sender.example>',
    `Subject: ${word(subject)}`,
    'MIME-Version: 1.0',
    ...fields,
  ]
  return `${head.join('\r\n')}\r\n${content}`
}

export function judgeWords(subject: string, body: { text?: string; html?: string }, fields: string[] = []) {
  return judgeRaw(rawOf(subject, body, fields))
}

export function judgeRaw(raw: string | Uint8Array) {
  const octets = typeof raw === 'string' ? Buffer.from(raw, 'utf8') : raw
  const message = parseMessage(octets)
  const parsed = message.html === undefined ? undefined : parseHtml(message.html)
  return judgeWithholding(message, parsed, extractLinks(parsed, message.text), octets)
}
