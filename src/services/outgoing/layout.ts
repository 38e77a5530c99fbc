import { plainName } from '../../core/mailbox.ts'
import { wrapped } from '../wrapped.ts'
import type { Sender, Words } from './messages.ts'

const CRLF = '\r\n'

/** Who sent it and how to reach them, under every message. */
const footOf = ({ siteName, baseUrl }: Sender) => ({ site: plainName(siteName), home: new URL(baseUrl).href })

/** The words as plain text. */
export function asText(words: Words, sender: Sender): string {
  const { site, home } = footOf(sender)
  const blocks = [
    ...words.before.map(wrapped),
    ...(words.action ? [`${words.action.label}:${CRLF}${words.action.link}`] : []),
    ...words.after.map(wrapped),
    `${site}${CRLF}${home}`,
  ]
  return `${blocks.join(CRLF + CRLF)}${CRLF}`
}

/** The words as HTML: legible without images, on a phone and in the dark. */
export function asHtml(words: Words, sender: Sender): string {
  const { site, home } = footOf(sender)
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escaped(words.subject)}</title>`,
    '</head>',
    `<body style="${BODY}">`,
    `<h1 style="${HEADING}">${escaped(words.subject)}</h1>`,
    ...words.before.map(paragraph),
    ...(words.action ? [button(words.action)] : []),
    ...words.after.map(paragraph),
    `<p style="${SMALL}"><a href="${escaped(home)}">${escaped(site)}</a></p>`,
    '</body>',
    '</html>',
    '',
  ].join(CRLF)
}

const BODY =
  'max-width:600px;margin:0;padding:24px;font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:24px'
const HEADING = 'margin:0 0 16px;font-size:22px;line-height:28px'
const SMALL = 'margin:32px 0 0;font-size:14px;line-height:20px'
const BUTTON =
  'display:inline-block;padding:12px 20px;border-radius:6px;background-color:#0b5394;color:#ffffff;text-decoration:none'

const paragraph = (text: string) => `<p style="margin:0 0 16px">${escaped(text)}</p>`

const button = ({ label, link }: { label: string; link: string }) =>
  `<p style="margin:0 0 16px"><a href="${escaped(link)}" style="${BUTTON}">${escaped(label)}</a></p>`

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
