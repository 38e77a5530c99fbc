/**
 * The mail of the benches: newsletters, plain text and mail with an attachment, of a given size, as a shop, a club and a colleague
 * write them. Each number makes another message, the same at every run. `bun bench/messages.ts newsletter 10240 7` prints one.
 */
import { dkimSign } from 'mailauth/lib/dkim/sign.js'
import { DOMAINS, SELECTOR } from './harness/zone.ts'

export const KINDS = ['newsletter', 'plain', 'attachment'] as const
export type Kind = (typeof KINDS)[number]

const WORDS =
  'the garden opens again on Saturday and we would like to show you what grew over the winter while nobody was looking because every bed was planted anew with herbs roses apples beans pumpkins and a long row of lavender that smells as far as the station where the bus from town arrives twice an hour until the evening please bring good shoes since the path behind the old barn is still wet after last week your order number was packed this morning by our team in the warehouse near the harbour it will reach you before Thursday if the weather allows otherwise we write again the invoice is attached as usual payment within thirty days thank you for reading this far our next issue tells how to store seeds how to sharpen a spade and which mushrooms are better left alone questions answers stories recipes from readers in seven countries members pay half price children come for free and dogs are welcome on a lead this year we meet at the library instead of the hall because the roof is being repaired the committee met twice and decided to buy a second hand printer a kettle and three new chairs the minutes are on our website together with photographs of the summer party where the band played until midnight new arrivals cotton shirts linen trousers wool socks in blue green red and grey sizes from small to very large returns are easy within a month reply to this message or call us between nine and five'.split(
    ' ',
  )
const GERMAN =
  'der Garten öffnet am Samstag wieder und wir freuen uns auf viele Besucher bitte bringen Sie feste Schuhe mit weil der Weg hinter der Scheune noch nass ist die Mitglieder zahlen die Hälfte und Kinder kommen umsonst hinein Fragen beantworten wir gern am Telefon zwischen neun und fünf Uhr'.split(
    ' ',
  )

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function chance(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Chance = () => number

const pick = <T>(from: readonly T[], next: Chance): T => from[Math.floor(next() * from.length)] as T

function sentence(next: Chance): string {
  const words = next() < 0.1 ? GERMAN : WORDS
  const begin = Math.floor(next() * words.length)
  const length = 5 + Math.floor(next() * 14)
  const said = Array.from({ length }, (_, at) => words[(begin + at) % words.length])
  if (next() < 0.2) said.push(`${Math.floor(next() * 900) + 10}`)
  if (next() < 0.1) said.push(`on ${1 + Math.floor(next() * 28)} March`)
  const text = said.join(' ')
  return `${text[0]?.toUpperCase()}${text.slice(1)}${pick(['.', '.', '.', '?', ':'], next)}`
}

const paragraph = (next: Chance) =>
  Array.from({ length: 2 + Math.floor(next() * 4) }, () => sentence(next)).join(' ')

/** Lines of at most 72 characters. */
function wrapped(text: string): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + word.length > 71) {
      lines.push(line)
      line = ''
    }
    line += line === '' ? word : ` ${word}`
  }
  return [...lines, line].join('\r\n')
}

const bytesOf = (text: string) => Buffer.byteLength(text)

/** Pieces until they hold so many bytes. */
function filled(bytes: number, piece: () => string): string {
  let text = ''
  for (let held = 0; held < bytes; ) {
    const one = piece()
    text += one
    held += bytesOf(one)
  }
  return text
}

function plainText(bytes: number, next: Chance): string {
  return filled(bytes, () => {
    const text = wrapped(paragraph(next))
    if (next() < 0.15) return `> ${text.replaceAll('\r\n', '\r\n> ')}\r\n\r\n`
    const link = next() < 0.1 ? `\r\nhttps://www.${DOMAINS[0]}/news/${Math.floor(next() * 1e6)}` : ''
    return `${text}${link}\r\n\r\n`
  })
}

const CELL =
  'style="padding:12px 16px;font-family:Arial,Helvetica,sans-serif;font-size:15px;line-height:22px;color:#333333"'

/** A row of offers: pictures, names, prices and buttons, each with a link of its own. */
function offers(domain: string, next: Chance): string {
  const cells = Array.from({ length: 3 }, () => {
    const id = Math.floor(next() * 1e7)
    const link = `https://www.${domain}/p/${id}?utm_source=news&amp;utm_medium=email`
    return [
      `<td width="200" valign="top" ${CELL}><a href="${link}"><img src="https://www.${domain}/i/${id}.jpg" width="168" height="120" alt="${pick(WORDS, next)} ${pick(WORDS, next)}" border="0"></a>`,
      `<br><a href="${link}" style="color:#1a4d2e"><b>${pick(WORDS, next)} ${pick(WORDS, next)}</b></a><br>${Math.floor(next() * 90) + 9}.90 EUR</td>`,
    ].join('\r\n')
  })
  return `<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" align="center"><tr>\r\n${cells.join('\r\n')}\r\n</tr></table>\r\n`
}

function article(domain: string, next: Chance): string {
  const link = `https://www.${domain}/a/${Math.floor(next() * 1e7)}?utm_source=news&amp;utm_medium=email`
  return [
    '<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" align="center"><tr>',
    `<td valign="top" ${CELL}><h2 style="margin:0 0 8px 0;font-size:20px;color:#1a4d2e">${sentence(next)}</h2>`,
    `<p style="margin:0 0 12px 0">${paragraph(next)}</p>`,
    `<a href="${link}" style="display:inline-block;padding:10px 18px;background-color:#1a4d2e;color:#ffffff;text-decoration:none">Read on</a></td>`,
    '</tr></table>\r\n',
  ].join('\r\n')
}

const STYLE =
  'body{margin:0;padding:0;background:#f4f4f0}a{color:#1a4d2e}.wrap{max-width:600px;margin:0 auto}h1{font-family:Georgia,serif;font-size:28px}@media (max-width:600px){.wrap{width:100%!important}td{display:block;width:auto}}'

function page(bytes: number, domain: string, next: Chance): string {
  const head = `<!DOCTYPE html>\r\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${sentence(next)}</title>\r\n<style>${STYLE}</style></head><body><div class="wrap"><h1>${sentence(next)}</h1>\r\n`
  const foot = `<p ${CELL}>You get this because you signed up at ${domain}. <a href="https://www.${domain}/unsubscribe/${Math.floor(next() * 1e9)}">Unsubscribe</a><br>${domain}, 12 Mill Lane, Oakham</p></div></body></html>\r\n`
  return (
    head +
    filled(bytes - bytesOf(head) - bytesOf(foot), () =>
      next() < 0.5 ? article(domain, next) : offers(domain, next),
    ) +
    foot
  )
}

/** Octets that do not compress, as a PDF's streams are. */
function attached(bytes: number, next: Chance): string {
  const octets = Buffer.from(Uint8Array.from({ length: Math.floor(bytes * 0.73) }, () => next() * 256))
  octets.write('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')
  return octets.toString('base64').replaceAll(/.{76}/g, '$&\r\n')
}

const BOUNDARY = '=_bench_part'
const TEXT = 'Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n'
const HTML = 'Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n'
/** Of the header and what stands between the parts. */
const AROUND = 1500

/** The header's own fields of this kind, and the body. */
function content(kind: Kind, bytes: number, domain: string, next: Chance): string {
  const room = Math.max(500, bytes - AROUND)
  if (kind === 'plain') return `${TEXT}\r\n${plainText(room, next)}`
  if (kind === 'attachment') {
    const text = plainText(Math.min(3000, room * 0.3), next)
    const file = `Content-Type: application/pdf; name="report.pdf"\r\nContent-Disposition: attachment; filename="report.pdf"\r\nContent-Transfer-Encoding: base64\r\n`
    return `Content-Type: multipart/mixed; boundary="${BOUNDARY}"\r\n\r\n--${BOUNDARY}\r\n${TEXT}\r\n${text}\r\n--${BOUNDARY}\r\n${file}\r\n${attached(room - Math.min(3000, room * 0.3) - 200, next)}\r\n--${BOUNDARY}--\r\n`
  }
  const list = `List-Unsubscribe: <https://www.${domain}/u/${Math.floor(next() * 1e9)}>\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\nList-Id: News <news.${domain}>\r\n`
  return `${list}Content-Type: multipart/alternative; boundary="${BOUNDARY}"\r\n\r\n--${BOUNDARY}\r\n${TEXT}\r\n${plainText(room * 0.25, next)}\r\n--${BOUNDARY}\r\n${HTML}\r\n${page(room * 0.75, domain, next)}\r\n--${BOUNDARY}--\r\n`
}

/** A message as it was written, not signed. */
export function message(kind: Kind, bytes: number, number: number): { raw: Buffer; domain: string } {
  const next = chance(number * 7919 + bytes + KINDS.indexOf(kind))
  const domain = pick(DOMAINS, next)
  const header = [
    `From: ${pick(['Garden Club', 'Mary Fields', 'Harbour Books'], next)} <news@${domain}>`,
    'To: Reader <reader@example.net>',
    `Subject: ${sentence(next)}`,
    `Date: ${new Date(Date.now() - 60_000).toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${number}.${Math.floor(next() * 1e12).toString(36)}@${domain}>`,
    'MIME-Version: 1.0',
  ].join('\r\n')
  return { raw: Buffer.from(`${header}\r\n${content(kind, bytes, domain, next)}`), domain }
}

/** The message, signed as its sender's own server would. */
export async function signedMessage(
  kind: Kind,
  bytes: number,
  number: number,
  privateKeyPem: string,
): Promise<Buffer> {
  const { raw, domain } = message(kind, bytes, number)
  const key = { signingDomain: domain, selector: SELECTOR, privateKey: privateKeyPem }
  const { signatures } = await dkimSign(raw, {
    ...key,
    canonicalization: 'relaxed/relaxed',
    algorithm: 'rsa-sha256',
    signatureData: [key],
  })
  if (signatures === '') throw new Error('The message could not be signed')
  return Buffer.concat([Buffer.from(signatures), raw])
}

/** Numbered messages of one kind and size. */
export function signedMessages(
  kind: Kind,
  bytes: number,
  count: number,
  privateKeyPem: string,
): Promise<Buffer[]> {
  return Promise.all(
    Array.from({ length: count }, (_, number) => signedMessage(kind, bytes, number, privateKeyPem)),
  )
}

if (import.meta.main) {
  const [kind = 'newsletter', bytes = '10240', number = '0'] = process.argv.slice(2)
  process.stdout.write(message(kind as Kind, Number(bytes), Number(number)).raw)
}
