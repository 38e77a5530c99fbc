import { domainToASCII } from 'node:url'
import { parse } from 'tldts'
import { remembered } from '../remembered.ts'

/** Endings of files and names of software that are top-level domains too. */
const FILE_ENDINGS = new Set([
  ...['zip', 'mov', 'md', 'sh', 'py', 'rs', 'pl', 'ps', 'cc', 'pm', 'so', 'ai', 'app', 'bat', 'java', 'php'],
  ...['doc', 'ms', 'is', 'it', 'in', 'as', 'net'],
])

/** An address anywhere in the text, up to the first sign that ends its host. */
const ADDRESS = /\bhttps?:\/\/(?:[^\s/@?#<>"']{1,200}@)?([^\s/?#:<>"'()[\]]{1,253})/iu
const WWW = /(?:^|[\s("'<])(www\.[^\s/?#:<>"'()[\]]{1,253})/iu
/** A text that is a name and nothing else. */
const BARE = /^([\p{L}\p{N}](?:[\p{L}\p{N}.-]{0,251})\.\p{L}{2,63})(?:[/?#]\S{0,400})?$/u

/** Up to the last letter that may end an address. Looking for the marks behind it would begin anew at each mark of a run. */
const TO_LAST = /^.*[^\s"')\]>›»,;:!.]/su
const TO_LAST_LABEL = /^.*[^.…]/su

/** The host that the text of a link names, in A-labels. Absent: the text is no address. */
export const shownHost: (text: string) => string | undefined = remembered((text) => {
  const trimmed = TO_LAST.exec(text.replace(/^[\s"'([<‹«]+/u, ''))?.[0] ?? ''
  if (trimmed.includes('@') && !/^https?:/i.test(trimmed)) return undefined
  const written = ADDRESS.exec(trimmed)?.[1] ?? WWW.exec(trimmed)?.[1]
  if (written !== undefined) return known(written)
  const bare = BARE.exec(trimmed)?.[1]
  return bare === undefined ? undefined : knownHost(bare)
})

/** A name without an address around it, in A-labels. Absent: it ends like a file or like no site. */
export function knownHost(name: string): string | undefined {
  return FILE_ENDINGS.has(name.slice(name.lastIndexOf('.') + 1).toLowerCase()) ? undefined : known(name)
}

/** Only names under a top-level domain that exists are sites. */
function known(written: string): string | undefined {
  const host = domainToASCII(TO_LAST_LABEL.exec(written)?.[0] ?? '')
  const { domain, isIcann } = host === '' ? {} : parse(host, { allowPrivateDomains: false })
  return domain && isIcann ? host : undefined
}
