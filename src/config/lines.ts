/** Finds the line on which a key of a TOML text stands, as well as reading line by line can tell. */
export function lineFinder(text: string): (path: readonly string[]) => number | undefined {
  const lines = new Map<string, number>()
  let table: string[] = []
  for (const [index, line] of text.split('\n').entries()) {
    const header = /^\s*\[\[?([^\]]+)\]/.exec(line)?.[1]
    const key = /^\s*([\w."' -]+?)\s*=/.exec(line)?.[1]
    if (header !== undefined) table = keysOf(header)
    const path = header !== undefined ? table : key !== undefined ? [...table, ...keysOf(key)] : undefined
    if (path) note(lines, path, index + 1)
  }
  return (path) => lines.get(path.join('\0'))
}

/** A dotted key also stands for the tables above it, unless they have a line of their own. */
function note(lines: Map<string, number>, path: readonly string[], line: number): void {
  for (let depth = 1; depth <= path.length; depth += 1) {
    const key = path.slice(0, depth).join('\0')
    if (!lines.has(key)) lines.set(key, line)
  }
}

function keysOf(dotted: string): string[] {
  return dotted.split('.').map((key) => key.trim().replace(/^["']|["']$/g, ''))
}
