import type { Command } from '../../command.ts'
import { ACCOUNT_OPTION, type Deed, forEach, refusalWords } from './each.ts'
import { FROM_OPTION } from './names.ts'
import { written } from './verify.ts'

export const domainsDelete: Command = {
  name: 'domains delete',
  summary: 'Deletes domains from an account',
  about:
    'A domain that is added again gets another record. Fails when one of them is no domain of the account.',
  operands: [
    { name: 'domain', sentence: 'A domain of the account; - reads a list.', optional: true, several: true },
  ],
  options: { account: ACCOUNT_OPTION, from: FROM_OPTION, json: { sentence: 'Prints JSON.' } },
  configured: true,
  run: forEach({ deed: () => remove }),
}

const remove: Deed = async (typed, domains) => {
  const domain = written(typed, domains)
  if (!domain) return { outcome: 'unknown', failed: true, says: 'is no domain of the account.' }
  const deleted = await domains.service.delete(domains.actor, domain.id)
  return deleted.ok
    ? { outcome: 'deleted', failed: false, says: 'deleted.' }
    : { outcome: 'refused', failed: true, says: refusalWords(deleted.refusal) }
}
