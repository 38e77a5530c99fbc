import type { FetchFailureReason } from './ports.ts'

/** One request with a body to an address that a person typed. */
export interface PostRequest {
  url: string
  method: 'POST' | 'PUT'
  headers: Readonly<Record<string, string>>
  body: string
}

/** no-address: the DNS answered that the name has none. */
export type PostFailureReason = FetchFailureReason | 'no-address'

/** What a post came to. `says`: why none was, in a sentence for whoever typed the address. `tookMs`: milliseconds. */
export type Posted = { tookMs: number } & (
  | {
      kind: 'response'
      status: number
      /** Names in lower case; of each value the first 8,000 characters. */
      headers: Readonly<Record<string, string>>
      /** Its first 8,000 characters. Not masked: it may repeat what was sent. */
      body: string
    }
  | { kind: 'failure'; reason: PostFailureReason; says: string }
)

/** Posts over HTTP to checked addresses only: the address that was judged is the one connected to, no redirect is followed, no proxy of
 * the environment used. Bounded in size and time; never throws. */
export interface Poster {
  post(request: PostRequest): Promise<Posted>
}
