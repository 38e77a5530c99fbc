import { namesIn, withoutNames } from './fill.ts'
import { isPlaceholder, PLACEHOLDERS } from './values.ts'

interface Template {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
}

const MOST_HEADERS = 20
const LONGEST_HEADER = 2_000
const LONGEST_BODY = 10_000
/** How a message is framed and whom it is for is not for a template to say (RFC 9110 7.6.1). */
const OURS =
  /^(?:host|connection|content-length|transfer-encoding|te|trailer|upgrade|expect|keep-alive|proxy-.*)$/i

/** What is wrong with a template, in a sentence for who wrote it. The URL is looked at by itself. */
export function templateFault({ url, headers, body }: Template): string | undefined {
  const [origin = ''] = /^[^/?#]*\/\/[^/?#]*/.exec(url) ?? []
  // The slashes before a host may be written otherwise, or be none.
  const host = URL.parse(url)?.hostname ?? ''
  if (origin.includes('{{') || /[{}]/.test(host))
    return 'A placeholder stands in the path or the query of a URL, not in its host.'
  return (
    namesFault(url, 'URL') ??
    headersFault(headers) ??
    (body.length > LONGEST_BODY ? `The body is longer than ${LONGEST_BODY} characters.` : bodyFault(body))
  )
}

function headersFault(headers: Template['headers']): string | undefined {
  const entries = Object.entries(headers)
  if (entries.length > MOST_HEADERS) return `A template has at most ${MOST_HEADERS} header fields.`
  for (const [name, value] of entries) {
    if (!/^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name))
      return `"${name.slice(0, 100)}" is no name of a header field.`
    if (OURS.test(name)) return `The header field ${name} cannot be set.`
    if (value.length > LONGEST_HEADER || !/^[\t\x20-\x7e]*$/.test(value))
      return `The header field ${name} has to be ASCII on one line, of at most ${LONGEST_HEADER} characters.`
    const fault = namesFault(value, `header field ${name}`)
    if (fault !== undefined) return fault
  }
  return undefined
}

function bodyFault(body: string): string | undefined {
  let fault: string | undefined
  try {
    JSON.parse(body, (key, value) => {
      if (key.includes('{{')) fault ??= 'A placeholder in the body stands in a value, not in a name.'
      if (typeof value === 'string') fault ??= namesFault(value, 'body')
      return value
    })
  } catch {
    return 'The body is no JSON. Placeholders stand inside strings, also for numbers: "priority": "{{priority}}".'
  }
  return fault
}

function namesFault(text: string, where: string): string | undefined {
  const unknown = namesIn(text).find((name) => !isPlaceholder(name))
  if (unknown !== undefined) {
    const known = PLACEHOLDERS.map((name) => `{{${name}}}`).join(', ')
    return `The ${where} has the unknown placeholder {{${unknown.slice(0, 60)}}}. There are ${known}, and below json any field of the payload, such as {{json.data.score}}.`
  }
  return /\{\{|\}\}/.test(withoutNames(text))
    ? `The ${where} has a placeholder that is not written as {{name}}.`
    : undefined
}
