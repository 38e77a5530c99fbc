const LONGEST = 120
/** Nothing that a file system, a header field or a terminal reads otherwise. */
const UNSAFE = /[^A-Za-z0-9._!@+-]+/g

/** A name to save a file of strangers by: never a path, never hidden. */
export function safeFileName(name: string, id: string, isMail: boolean): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const plain = last.replace(UNSAFE, '_').replace(/^[._-]+/, '')
  const bare = plain === '' ? `report-${id.replace(UNSAFE, '_')}${isMail ? '.eml' : ''}` : plain
  if (bare.length <= LONGEST) return bare
  const dot = bare.lastIndexOf('.')
  const ending = dot > 0 && bare.length - dot <= 8 ? bare.slice(dot) : ''
  return bare.slice(0, LONGEST - ending.length) + ending
}

const ZIP = ['PK\u0003\u0004', '.zip'] as const
const GZIP = ['\u001f\u008b', '.gz'] as const

/** The name with the ending of the archive that the octets are: what was read is named as its entry, what came is the archive. */
export function withEnding(name: string, bytes: Uint8Array): string {
  const begin = Buffer.from(bytes.subarray(0, 4)).toString('latin1')
  const archive = [ZIP, GZIP].find(([magic]) => begin.startsWith(magic))
  return !archive || name.toLowerCase().endsWith(archive[1]) ? name : name + archive[1]
}
