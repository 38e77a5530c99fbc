import type { ParsedMessage } from '../../reading/message.ts'

/** The fields of DKIM2 as its drafts name them. */
const SIGNATURE = 'dkim2-signature'
const INSTANCE = 'message-instance'
const DRAFT = 'draft-ietf-dkim-dkim2-spec-09'

/** What is there of DKIM2, in words; it is a draft, so nothing of it is judged. Absent: nothing. */
export function dkim2Standing(message: Pick<ParsedMessage, 'all'>): string | undefined {
  const signatures = message.all(SIGNATURE).length
  const instances = message.all(INSTANCE).length
  if (signatures + instances === 0) return undefined
  const found = [
    ...(signatures > 0 ? [`DKIM2-Signature (${signatures})`] : []),
    ...(instances > 0 ? [`Message-Instance (${instances})`] : []),
  ]
  return `${found.join(' and ')}, not judged: DKIM2 is a draft (${DRAFT}), and takes the place of no DKIM signature yet`
}
