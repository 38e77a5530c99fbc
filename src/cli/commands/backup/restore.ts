import { join, resolve } from 'node:path'
import type { Restored } from '../../../app/backups/restore.ts'
import type { Config } from '../../../config/config.ts'
import { type Command, EXIT, fail, type Invocation, misuse, withConfig } from '../../command.ts'
import { withoutControl } from '../../io.ts'
import { when } from '../../table.ts'

export const restore: Command = {
  name: 'restore',
  summary: 'Puts a backup in the place of the data, or looks at one',
  about:
    'Refuses while the service runs. Unpacks the backup, compares every checksum, looks through the database, and only then lets it take the place of what is there, which is moved aside and never deleted. Interrupted at any moment, either the old data is served or the new. Run as root, what is restored belongs to whom the data directory belongs to.',
  operands: [{ name: 'backup', sentence: 'The file, or - for standard input.' }],
  options: {
    check: { sentence: 'Looks at the backup alone: checksums, database, version. Works beside the service.' },
    to: {
      value: 'folder',
      sentence: 'Unpacks it into this folder, which is empty or not there. Works beside the service.',
    },
  },
  configured: true,
  examples: [
    ['mailgauge restore /backup/mailgauge.tar.zst', 'In the place of the data of the stopped service.'],
    ['mailgauge restore /backup/mailgauge.tar.zst --check', 'Whether it is whole and can be restored.'],
    [
      'ssh nas "cat mailgauge.tar.zst" | mailgauge restore - --to /srv/elsewhere',
      'From another machine, to another folder.',
    ],
  ],
  run: withConfig(async (invocation, config) => {
    const {
      io,
      deps,
      isSet,
      value,
      operands: [from = ''],
    } = invocation
    const folder = value('to')
    if (isSet('check') && folder !== undefined)
      return misuse(io, '--check unpacks nothing: --to does not go with it.')
    const restored = await deps.restore(config, {
      from: from === '-' ? from : resolve(io.cwd, from),
      input: () => io.readInput(),
      ...(isSet('check')
        ? { to: 'check' }
        : folder !== undefined && { to: { folder: resolve(io.cwd, folder) } }),
      status: (line) => io.status(line),
    })
    io.status('')
    if ('refused' in restored) return fail(io, restored.refused)
    io.say(withoutControl(inWords(restored, invocation, config)))
    return EXIT.done
  }),
}

function inWords(restored: Restored, { value }: Invocation, config: Config): string {
  const { manifest, directory, aside } = restored
  const what = `of ${when(new Date(manifest.made_at), '')}, made by Mailgauge ${manifest.version}`
  const first =
    directory === undefined
      ? `The backup ${what}, is whole: every checksum is right and its database is sound.`
      : `Restored the backup ${what}, to ${directory}.`
  const lines = [first]
  if (aside !== undefined) lines.push(`What was there before is in ${aside}. Delete it when you are sure.`)
  lines.push(...secretsInWords(restored), ...filesInWords(restored))
  if (directory !== undefined && value('to') !== undefined)
    lines.push(
      `To serve it: mailgauge serve --store.directory ${directory} --secrets.key_path ${join(directory, 'secrets.key')}`,
    )
  else if (directory !== undefined)
    lines.push(...ownerInWords(config.store.directory), 'Start the service: systemctl start mailgauge')
  return lines.map((line) => `${line}\n`).join('')
}

const PURPOSES: Readonly<Record<string, string>> = {
  totp: 'two-step sign-in of people (mailgauge admin disable-2fa lets one in, who sets it up again)',
  webhook: 'signing secrets of webhooks (mailgauge alerts rotate makes others)',
  target: 'addresses of webhooks and alert channels (mailgauge alerts change takes them anew)',
  mailbox: 'passwords of mailboxes',
}

function secretsInWords({ manifest, lost, directory }: Restored): string[] {
  const left = manifest.left_out.map(({ about }) => `  left out: ${about}`)
  if (lost.length === 0) return left
  const each = lost.map(({ purpose, secrets }) => `  ${secrets}: ${PURPOSES[purpose] ?? purpose}`)
  const then =
    directory === undefined
      ? []
      : [
          'Put the key file of that time in place. If there is none: mailgauge secrets discard --yes, then enter these anew.',
        ]
  return [...left, 'The key that opens these secrets is not there:', ...each, ...then]
}

function filesInWords({ certificates, directory }: Restored): string[] {
  if (certificates.length === 0 || directory === undefined) return []
  const options = certificates.map((name) => `  ${join(directory, name)}`)
  return [
    'Files that the config named are here; put them where the config names them, if they are not:',
    ...options,
  ]
}

function ownerInWords(directory: string): string[] {
  if (process.getuid?.() !== 0) return []
  return [`The files belong to the owner of ${directory}, who has to be the user that runs Mailgauge.`]
}
