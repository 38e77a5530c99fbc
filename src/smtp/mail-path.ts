/** A mailbox or the null path, with the parameters that followed it. */
export interface MailPath {
  /** As given, without angle brackets and source route; '' for the null path. */
  address: string
  /** Upper-case keywords; true where a keyword has no value. */
  parameters: Record<string, string | true>
  /** A keyword that was given twice. */
  duplicate?: string
}

const LONGEST_PATH = 512

/** Reads `MAIL FROM:<path> [parameters]` or `RCPT TO:<path> [parameters]` (RFC 5321 4.1.2). Undefined: malformed. */
export function parseMailPath(verb: 'MAIL FROM' | 'RCPT TO', command: Uint8Array): MailPath | undefined {
  const text = decode(command)
  const colon = text?.indexOf(':') ?? -1
  if (text === undefined || text.slice(0, Math.max(colon, 0)).trim().toUpperCase() !== verb) return undefined
  const argument = text.slice(colon + 1).trim()
  const end = endOfPath(argument)
  if (end === undefined || hasUnsafe(argument)) return undefined
  const address = withoutRoute(argument.slice(1, end))
  if (!isAcceptable(address, verb)) return undefined
  const after = argument.slice(end + 1)
  if (after !== '' && !after.startsWith(' ')) return undefined
  return withParameters(address, after.split(' ').filter(Boolean))
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decode(bytes: Uint8Array): string | undefined {
  try {
    return UTF8.decode(bytes)
  } catch {
    return undefined
  }
}

/** Control characters, and invisible ones that have no place in an address. */
function hasUnsafe(text: string): boolean {
  return /[\p{Cc}\u200B\u2060\uFEFF]/u.test(text)
}

/** The index of the closing bracket; brackets within a quoted string do not count. */
function endOfPath(argument: string): number | undefined {
  if (!argument.startsWith('<')) return undefined
  let quoted = false
  for (let i = 1; i < argument.length && i <= LONGEST_PATH; i++) {
    const character = argument[i]
    if (quoted && character === '\\') i += 1
    else if (character === '"') quoted = !quoted
    else if (!quoted && character === '>') return i
  }
  return undefined
}

/** RFC 5321 appendix C: a source route is accepted and ignored. */
function withoutRoute(path: string): string {
  if (!path.startsWith('@')) return path
  const colon = path.indexOf(':')
  return colon < 0 ? path : path.slice(colon + 1)
}

function isAcceptable(address: string, verb: 'MAIL FROM' | 'RCPT TO'): boolean {
  if (address === '') return verb === 'MAIL FROM'
  if (verb === 'RCPT TO' && address.toLowerCase() === 'postmaster') return true
  const at = address.lastIndexOf('@')
  return at > 0 && isLocalPart(address.slice(0, at)) && isDomain(address.slice(at + 1))
}

/** Lenient where real senders are: dots may stand anywhere, and 64 octets are no bound. */
function isLocalPart(text: string): boolean {
  if (text.startsWith('"')) return text.length >= 2 && closesAtEnd(text)
  return !/[\s<>()[\],;:\\"@]/.test(text)
}

function closesAtEnd(text: string): boolean {
  for (let i = 1; i < text.length; i++) {
    if (text[i] === '\\') i += 1
    else if (text[i] === '"') return i === text.length - 1
  }
  return false
}

function isDomain(text: string): boolean {
  if (text.startsWith('[')) return /^\[[0-9A-Za-z.:-]{2,60}\]$/.test(text)
  if (text.length > 255) return false
  return text.split('.').every((label) => /^[\w\-\u0080-\u{10FFFF}]{1,63}$/u.test(label))
}

function withParameters(address: string, words: readonly string[]): MailPath | undefined {
  const parameters: Record<string, string | true> = {}
  let duplicate: string | undefined
  for (const word of words) {
    const equals = word.indexOf('=')
    const keyword = (equals < 0 ? word : word.slice(0, equals)).toUpperCase()
    if (!/^[A-Z0-9][A-Z0-9-]*$/.test(keyword)) return undefined
    if (Object.hasOwn(parameters, keyword)) duplicate ??= keyword
    parameters[keyword] = (equals < 0 ? '' : word.slice(equals + 1)) || true
  }
  return { address, parameters, ...(duplicate !== undefined && { duplicate }) }
}

const asBytes = (command: Buffer | string) => (typeof command === 'string' ? Buffer.from(command) : command)

/** The address of MAIL or RCPT as smtp-server asks for it; false: it cannot be read. */
export function parseAddressCommand(verb: string, command: Buffer | string) {
  const read = parseMailPath(verb === 'mail from' ? 'MAIL FROM' : 'RCPT TO', asBytes(command))
  if (!read) return false
  const { address, parameters, duplicate } = read
  const args = Object.keys(parameters).length > 0 ? parameters : (false as const)
  return { address, args, ...(duplicate !== undefined && { duplicate }) }
}
