import { runChild } from './children.ts'

export interface HttpLoad {
  port: number
  /** Asked for in turn. */
  paths: string[]
  authorization?: string
  connections: number
  seconds: number
  /** At a steady rate. Absent: as fast as answers come. */
  perSecond?: number
}

export interface HttpLoadResult {
  perSecond: number
  requests: number
  errors: number
  /** Processor time of the client as a share of one processor. */
  client: number
  /** Milliseconds that half, and 99 of 100, of the requests took at most. */
  p50: number
  p99: number
}

/** Asks a server in a process of its own. */
export async function httpLoad(load: HttpLoad): Promise<HttpLoadResult> {
  const result = await runChild<HttpLoadResult>('http-load', load)
  if (result.errors > 0) throw new Error(`${result.errors} of ${result.requests} answers were not 200`)
  return result
}
