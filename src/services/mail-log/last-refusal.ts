import type { RefusedMail } from '../../core/mail-log.ts'
import type { Store } from '../../store/store.ts'

/** The last mail to the address with this local part that was not taken: of who sent it nothing. */
export async function lastRefusal(
  { mailLog }: Pick<Store, 'mailLog'>,
  localPart: string,
): Promise<RefusedMail | undefined> {
  const line = await mailLog.lastRefusal(localPart)
  if (!line) return undefined
  const { outcome, lastAt, count, expiresAt, reply } = line
  return { outcome, lastAt, count, ...(expiresAt && { expiresAt }), ...(reply && { code: reply.code }) }
}
