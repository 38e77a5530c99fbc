/** Longer than anything that a field of ours takes. */
const LONGEST_TEXT = 1000
const LONGEST_SECRET = 4096
const MOST_BYTES = 32 * 1024
const MOST_VALUES = 100

/** What a form sent. A field that was not sent is empty. */
export interface Fields {
  /** Without blanks at its ends. */
  text(name: string): string
  /** As it was typed: a password may begin with a blank. */
  secret(name: string): string
  /** Each line of a text that holds something, without blanks at its ends; at most `most` of them. */
  lines(name: string, most: number): string[]
  /** Every value of boxes of one name. */
  all(name: string): string[]
  /** Whether a box was ticked, or a button of that name pressed. */
  has(name: string): boolean
}

/** Reads a form without files; one that is none, or longer than any of ours, counts as empty. */
export async function readFields(request: Request): Promise<Fields> {
  const type = request.headers.get('content-type') ?? ''
  const isForm = type.toLowerCase().startsWith('application/x-www-form-urlencoded')
  const declared = Number(request.headers.get('content-length') ?? 0)
  const body = isForm && declared <= MOST_BYTES ? await request.text() : ''
  const sent = new URLSearchParams(body.length <= MOST_BYTES ? body : '')
  return {
    text: (name) => (sent.get(name) ?? '').slice(0, LONGEST_TEXT).trim(),
    secret: (name) => (sent.get(name) ?? '').slice(0, LONGEST_SECRET),
    lines: (name, most) => linesOf(sent.get(name) ?? '', most),
    all: (name) => sent.getAll(name).slice(0, MOST_VALUES),
    has: (name) => sent.has(name),
  }
}

function linesOf(text: string, most: number): string[] {
  const lines = text.split('\n').map((line) => line.slice(0, LONGEST_TEXT).trim())
  return lines.filter((line) => line !== '').slice(0, most)
}
