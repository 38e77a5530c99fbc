import type { Admin } from '../app/admin.ts'
import type { Config } from '../config/config.ts'
import { didYouMean } from '../config/suggest.ts'
import type { Account } from '../core/access/account.ts'
import type { ApiKey } from '../core/access/api-key.ts'
import { EXIT, fail, type Invocation, withConfig } from './command.ts'

/** Makes a `run` that gets accounts and keys, and closes them again. `make`: a missing database is made, and that is said. */
export function withAdmin(
  make: boolean,
  run: (invocation: Invocation, admin: Admin, config: Config) => Promise<number>,
): Invocation['commands'][number]['run'] {
  return withConfig(async (invocation, config) => {
    const admin = await invocation.deps.openAdmin(config, make)
    if ('refused' in admin) return fail(invocation.io, admin.refused)
    try {
      const code = await run(invocation, admin, config)
      if (admin.madeIn !== undefined && code === EXIT.done) {
        invocation.io.say(
          `There was no data in ${admin.madeIn}: it was made now. A service with other data knows nothing of this.\n`,
        )
      }
      return code
    } finally {
      await admin.close()
    }
  })
}

/** The account of that name, or why there is none. */
export async function accountNamed(admin: Admin, name: string): Promise<Account | string> {
  const account = await admin.accounts.byName(name)
  if (account) return account
  const names = (await admin.accounts.list()).map((known) => known.name)
  return `There is no account "${name}"${didYouMean(name, names, (known) => `"${known}"`)} mailgauge account list shows them, mailgauge account create creates one.`
}

/** The account that is named, or the only one; else why none is meant. */
export async function accountMeant(admin: Admin, named: string | undefined): Promise<Account | string> {
  if (named !== undefined) return accountNamed(admin, named)
  const [only, ...others] = await admin.accounts.list()
  if (!only) return 'There is no account. mailgauge account create creates one.'
  if (others.length === 0) return only
  const names = [only, ...others].map(({ name }) => `"${name}"`)
  const rest = names.length > MOST_ACCOUNTS ? ` and ${names.length - MOST_ACCOUNTS} more` : ''
  return `There are several accounts: ${names.slice(0, MOST_ACCOUNTS).join(', ')}${rest}. Name one with --account.`
}

const MOST_ACCOUNTS = 20

/** The key that a person names by its id, by its first characters, or by the whole key. */
export async function keyNamed(admin: Admin, written: string): Promise<ApiKey | string> {
  const keys = await admin.apiKeys.list()
  const byId = keys.find(({ id }) => id === written)
  if (byId) return byId
  const alike = keys.filter(({ prefix }) => written.startsWith('mg_') && written.slice(0, 10) === prefix)
  const [only, another] = alike
  if (only && !another) return only
  if (only) return `Several keys begin with ${only.prefix}. Name one by its id: mailgauge key list.`
  // Never repeated in full: it may be a secret.
  return `There is no key ${written.slice(0, 10)}${written.length > 10 ? '…' : ''}. mailgauge key list shows them.`
}

/** The names of accounts by their ids. */
export async function accountNames(admin: Admin): Promise<ReadonlyMap<string, string>> {
  return new Map((await admin.accounts.list()).map(({ id, name }) => [id, name]))
}
