const TOKEN =
  /[ \t\r\n]*(?:([[\]{},:])|("(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-]))/uy

type Expected = 'value' | 'first value' | 'key' | 'first key' | 'colon' | 'more' | 'end'

/** The number of the line from which on a text is no JSON; undefined where it is JSON. */
export function lineOfJsonFault(text: string): number | undefined {
  const open: string[] = []
  let expected: Expected = 'value'
  let at = 0
  while (expected !== 'end') {
    TOKEN.lastIndex = at
    const found = TOKEN.exec(text)
    const next: Expected | undefined = found
      ? after(expected, found[1] ?? (found[2] === undefined ? 'word' : 'text'), open)
      : undefined
    if (!found || next === undefined) return lineAt(text, at)
    at = TOKEN.lastIndex
    expected = next
  }
  return /^[ \t\r\n]*$/.test(text.slice(at)) ? undefined : lineAt(text, at)
}

/** What has to follow a token; undefined where it may not stand. */
function after(expected: Expected, token: string, open: string[]): Expected | undefined {
  if (token === '}' || token === ']') return closed(expected, token, open)
  if (expected === 'value' || expected === 'first value') return value(token, open)
  if (expected === 'colon') return token === ':' ? 'value' : undefined
  if (expected !== 'more') return token === 'text' ? 'colon' : undefined
  if (token !== ',') return undefined
  return open.at(-1) === '{' ? 'key' : 'value'
}

function value(token: string, open: string[]): Expected | undefined {
  if (token === 'word' || token === 'text') return ended(open)
  if (token !== '{' && token !== '[') return undefined
  open.push(token)
  return token === '{' ? 'first key' : 'first value'
}

function closed(expected: Expected, token: '}' | ']', open: string[]): Expected | undefined {
  const first = token === '}' ? 'first key' : 'first value'
  if (expected !== 'more' && expected !== first) return undefined
  return open.pop() === (token === '}' ? '{' : '[') ? ended(open) : undefined
}

const ended = (open: readonly string[]): Expected => (open.length > 0 ? 'more' : 'end')

const lineAt = (text: string, at: number) => {
  const before = text.slice(0, at)
  const blank = /^\s*/.exec(text.slice(at))?.[0] ?? ''
  return (before + blank).split(/\r\n|\r|\n/).length
}
