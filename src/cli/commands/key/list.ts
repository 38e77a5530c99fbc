import { type ApiKey, keyState } from '../../../core/access/api-key.ts'
import { accountNamed, accountNames, withAdmin } from '../../administration.ts'
import { type Command, EXIT, fail } from '../../command.ts'
import { json, table, when } from '../../table.ts'

export const keyList: Command = {
  name: 'key list',
  summary: 'Lists API keys, newest first, without their secrets',
  options: {
    account: { value: 'name', sentence: 'Only the keys of this account.' },
    json: { sentence: 'Prints JSON.' },
  },
  configured: true,
  run: withAdmin(false, async ({ io, value, isSet }, admin) => {
    const named = value('account')
    const account = named === undefined ? undefined : await accountNamed(admin, named)
    if (typeof account === 'string') return fail(io, account)
    const keys = await admin.apiKeys.list(account?.id)
    const names = await accountNames(admin)
    const now = io.now()
    if (isSet('json')) {
      io.out(json(keys.map((key) => asJson(key, names.get(key.accountId), now))))
    } else if (keys.length === 0) {
      io.say('There are no keys. mailgauge key create creates one.\n')
    } else {
      const headings = [
        'ID',
        'BEGINS WITH',
        'NAME',
        'ACCOUNT',
        'STATE',
        'CREATED',
        'LAST USED',
        'EXPIRES',
        'SCOPES',
      ]
      io.out(
        table(
          headings,
          keys.map((key) => asRow(key, names.get(key.accountId), now)),
        ),
      )
    }
    return EXIT.done
  }),
}

function asRow(key: ApiKey, account: string | undefined, now: Date): string[] {
  return [
    key.id,
    key.prefix,
    key.name,
    account ?? '',
    keyState(key, now),
    when(key.createdAt, ''),
    when(key.lastUsedAt, 'never'),
    when(key.expiresAt, 'never'),
    key.scopes.join(','),
  ]
}

function asJson(key: ApiKey, account: string | undefined, now: Date) {
  return {
    id: key.id,
    prefix: key.prefix,
    name: key.name,
    account,
    state: keyState(key, now),
    scopes: key.scopes,
    created_at: key.createdAt,
    ...(key.lastUsedAt && { last_used_at: key.lastUsedAt }),
    ...(key.expiresAt && { expires_at: key.expiresAt }),
    ...(key.revokedAt && { revoked_at: key.revokedAt }),
  }
}
