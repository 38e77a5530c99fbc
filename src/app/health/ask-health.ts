import { createProbe } from '../../net/probe/probe.ts'
import { FAILURE_WORDS } from '../../services/doctor/failure-words.ts'

/** Less than supervisors of containers wait by themselves. */
const WAIT_AT_MOST_MS = 5000
const LONGEST_REASON = 500

/** What a service said of itself, in a sentence. */
export interface Health {
  healthy: boolean
  says: string
}

/** Asks a service how it is, through no proxy and following nothing. */
export async function askHealth(url: URL): Promise<Health> {
  const address = url.hostname.replace(/^\[|\]$/g, '')
  const seen = await createProbe().web({ url: url.href, address, waitAtMost: WAIT_AT_MOST_MS })
  if (seen.kind === 'failure') {
    return { healthy: false, says: `No answer from ${url.origin}: ${FAILURE_WORDS[seen.reason]}.` }
  }
  if (seen.status === 200) return { healthy: true, says: `${url.href} answers: all is well.` }
  const reason = reasonIn(seen.body)
  const says =
    reason === undefined
      ? `${url.href} answers ${seen.status}, which Mailgauge does not answer there. Is it another program?`
      : `${url.href} answers ${seen.status}. ${reason}`
  return { healthy: false, says }
}

/** The sentence of an answer of ours. */
function reasonIn(body: string): string | undefined {
  try {
    const { error } = JSON.parse(body)
    return typeof error === 'string' ? error.slice(0, LONGEST_REASON) : undefined
  } catch {
    return undefined
  }
}
