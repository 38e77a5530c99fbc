import { readUri, SIZE_LIMIT } from '../destinations.ts'
import type { DmarcRecord } from '../tags.ts'

/** One address of a rua= list. */
export interface NamedUri {
  /** As it was written, without blanks around it. */
  uri: string
  /** The mail address it leads to, as far as one can be told. */
  address?: string
  /** Why receivers send nothing there. */
  fault?: string
}

/** Addresses of one list that are looked at. */
const MOST_URIS = 500

/** The addresses that a record names in rua= or ruf=. */
export function namedUris(record: DmarcRecord, tag: 'rua' | 'ruf'): NamedUri[] {
  const value = record.tags[tag]
  if (value === undefined || value === '') return []
  return value.split(',', MOST_URIS).map((written): NamedUri => {
    const uri = written.trim()
    const read = readUri(tag, uri)
    const address = addressIn(uri)
    return {
      uri,
      ...(address !== undefined && { address }),
      ...(!('domain' in read) && { fault: read.says }),
    }
  })
}

const LONGEST = 1_000

/** The mail address that a URI means, in lower case: percent-encoded, with a size limit or without its scheme (RFC 6068). */
export function addressIn(uri: string): string | undefined {
  const bare = uri
    .slice(0, LONGEST)
    .replace(SIZE_LIMIT, '')
    .replace(/^mailto:/i, '')
  const [path = ''] = bare.split('?', 1)
  const address = decoded(path).toLowerCase().replace(/\.$/, '')
  return /^[^\s:@,<>"]{1,64}@[^\s:@,<>"]{1,253}$/.test(address) ? address : undefined
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
