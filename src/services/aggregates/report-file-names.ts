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
