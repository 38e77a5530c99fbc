/** Joins the soft-broken lines of format=flowed text (RFC 3676 4). Line ends are LF. */
export function unflow(text: string, deleteSpace: boolean): string {
  const out: string[] = []
  let flowing: { depth: number; pieces: string[] } | undefined
  for (const line of text.split('\n')) {
    const depth = quoteDepth(line)
    const content = line.slice(depth).replace(/^ /, '')
    const signature = content === '-- '
    if (flowing && (flowing.depth !== depth || signature)) {
      out.push(finished(flowing))
      flowing = undefined
    }
    const soft = content.endsWith(' ') && !signature
    const piece = soft && deleteSpace ? content.slice(0, -1) : content
    if (flowing) flowing.pieces.push(piece)
    else flowing = { depth, pieces: [piece] }
    if (soft) continue
    out.push(finished(flowing))
    flowing = undefined
  }
  if (flowing) out.push(finished(flowing))
  return out.join('\n')
}

function finished({ depth, pieces }: { depth: number; pieces: string[] }): string {
  return depth === 0 ? pieces.join('') : `${'>'.repeat(depth)} ${pieces.join('')}`
}

function quoteDepth(line: string): number {
  let depth = 0
  while (line[depth] === '>') depth += 1
  return depth
}
