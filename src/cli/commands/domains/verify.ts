import { readName } from '../../../services/inspections/name.ts'
import type { Command } from '../../command.ts'
import { ACCOUNT_OPTION, type Deed, type Domains, forEach, refusalWords } from './each.ts'
import { FROM_OPTION } from './names.ts'

export const domainsVerify: Command = {
  name: 'domains verify',
  summary: 'Looks for the records of domains now',
  about:
    'Without a domain it looks for those of the account that are not verified. Fails when a domain is not verified afterwards. What the DNS does not answer changes nothing.',
  operands: [
    { name: 'domain', sentence: 'A domain of the account; - reads a list.', optional: true, several: true },
  ],
  options: { account: ACCOUNT_OPTION, from: FROM_OPTION, json: { sentence: 'Prints JSON.' } },
  configured: true,
  examples: [
    ['mailgauge domains verify example.org --account shop', 'Looks for one record.'],
    ['mailgauge domains verify --account shop', 'Looks for all that are still missing.'],
  ],
  run: forEach({
    deed: () => verify,
    otherwise: (domains) =>
      domains.filter(({ verified }) => !verified).map(({ domain }) => ({ typed: domain })),
  }),
}

/** The domain of the account that somebody wrote, in any spelling. */
export function written(typed: string, { named }: Pick<Domains, 'named'>) {
  const read = readName(typed)
  return 'kind' in read ? named(read.name) : undefined
}

/** Looks for the record now: what was seen, and the domain unless it is gone. */
export async function look(id: string, { actor, service }: Pick<Domains, 'actor' | 'service'>) {
  const looked = await service.verify(actor, id)
  if (!looked.ok) return { failed: true, says: refusalWords(looked.refusal) }
  const { verified, checked } = looked.value
  return { says: `${verified ? 'verified' : 'not verified'}. ${checked?.says ?? ''}`, domain: looked.value }
}

const verify: Deed = async (typed, domains) => {
  const domain = written(typed, domains)
  if (!domain) return { outcome: 'unknown', failed: true, says: 'is no domain of the account.' }
  const looked = await look(domain.id, domains)
  const isVerified = looked.domain?.verified === true
  return { outcome: isVerified ? 'verified' : 'not_verified', ...looked, failed: !isVerified }
}
