import type { Case } from './corpus-case.ts'

/** A word that stands nowhere else. */
export const MARK = /zqx\d+mark/i

/** A case with words of its own put everywhere: names, subject, local parts, body, paths, file names, template fields. */
export function marked(given: Case): { marked: Case; marks: number } {
  let marks = 0
  const mark = () => {
    marks += 1
    return `zqx${marks}mark`
  }
  const text = given.unsigned.toString('latin1')
  const end = text.indexOf('\r\n\r\n')
  const header = markedHeader(text.slice(0, end), mark)
  const body = markedBody(text.slice(end), mark)
  const { mailFrom } = given.envelope
  const { scanners } = given.file
  const unsigned = Buffer.from(header + body, 'latin1')
  return {
    marked: {
      ...given,
      unsigned,
      envelope: { ...given.envelope, ...(mailFrom && { mailFrom: `${mark()}.${mailFrom}` }) },
      file: {
        ...given.file,
        ...(scanners && {
          scanners: {
            ...scanners,
            ...(typeof scanners.rspamd === 'string' && { rspamd: quoting(scanners.rspamd, mark()) }),
          },
        }),
      },
    },
    marks,
  }
}

type Mark = () => string

function markedHeader(header: string, mark: Mark): string {
  return header
    .split(/\r\n(?![ \t])/)
    .map((field) =>
      /^(?:content-|mime-version|date|list-unsubscribe-post|precedence|auto-submitted|received)/i.test(field)
        ? markedValues(field, mark)
        : markedField(field, mark),
    )
    .join('\r\n')
}

function markedField(field: string, mark: Mark): string {
  const named = field.replace(
    /(?<=^(?:From|Reply-To|To|List-Id): [^<@]*)"?(?= <)/i,
    (quote) => ` ${mark()}${quote}`,
  )
  const local = named.replace(/(?<=[<: ,])(?=[\w.]+@)/g, () => `${mark()}.`)
  return markedValues(/^subject:/i.test(local) ? `${local} ${mark()}` : local, mark)
}

/** What is quoted wherever it stands: addresses of pages, file names, fields of a template. */
function markedValues(text: string, mark: Mark): string {
  return text
    .replace(/(https?:\/\/[^\s"'<>/?#,]+)(\/?)/g, (_, host: string) => `${host}/${pathMark(host, mark)}/`)
    .replace(/((?:file)?name=")([^"]+")/gi, (_, key: string, rest: string) => `${key}${mark()}.${rest}`)
    .replace(/\{\{/g, () => `{{${mark()}_`)
    .replace(/%%\w+%%/g, () => `%%${mark().toUpperCase()}%%`)
}

/** The same for every page of a host, so that the ways out of the header and of the body stay the same. */
const paths = new Map<string, string>()
function pathMark(host: string, mark: Mark): string {
  const known = paths.get(host) ?? mark()
  paths.set(host, known)
  return known
}

const ENCODED = /^[A-Za-z0-9+/=]{30,}$/

function markedBody(body: string, mark: Mark): string {
  let words = 0
  return body
    .split('\r\n')
    .map((line) => {
      if (ENCODED.test(line) || /^(?:--\w|Content-|[A-Z-]+:)/.test(line)) return markedValues(line, mark)
      const inTags = line
        .replace(/(?<=\s(?:alt|title|class)=")/gi, () => `${mark()} `)
        .replace(/(?<=[ >]|^)[A-Za-z]{4,}(?=[ ,.]|$)(?![^<]*>)/g, (word) => {
          words += 1
          return words % 4 === 0 ? `${word} ${mark()}` : word
        })
      return markedValues(inTags, mark)
    })
    .join('\r\n')
}

/** Rspamd tells what a rule saw. */
function quoting(reply: string, word: string): string {
  return reply.replace(/"description":/g, `"options":["${word}"],"description":`)
}
