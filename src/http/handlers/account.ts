import type { ACCOUNT_ROUTES } from '../../services/api-description/routes/account.ts'
import { answer } from '../answer.ts'
import type { HandlerDeps } from '../deps.ts'
import type { Handlers } from '../handler.ts'
import { toDomainBody, toWhoamiBody } from '../wire.ts'

/** What a key stands for, and the domains of its account. */
export function accountHandlers({ senderDomains }: HandlerDeps): Pick<Handlers, keyof typeof ACCOUNT_ROUTES> {
  return {
    whoami: async (_asked, actor) => answer(200, toWhoamiBody(actor)),
    listDomains: async (_asked, { accountId }) =>
      answer(200, { domains: (await senderDomains.list(accountId)).map(toDomainBody) }),
  }
}
