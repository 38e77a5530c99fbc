import { resolve } from 'node:path'
import type { CommandBackup } from '../../../app/backups/backup-command.ts'
import { BACKED_UP_ELSEWHERE, isShared } from '../../../app/hosts/no-backups.ts'
import { sizeInWords } from '../../../services/doctor/bytes.ts'
import { type Command, EXIT, fail, misuse, withConfig } from '../../command.ts'
import { json } from '../../table.ts'

export const backup: Command = {
  name: 'backup',
  summary: 'Writes a backup, also beside the running service',
  about:
    'One file: a tar archive packed with zstd that holds the database as it was when the command began (all mail that was accepted by then is in it), the encryption key, the certificates that the config names, a manifest and checksums. Only you can read the file, and whoever has it has everything: keep it as closely as the server. The config file is not in it. Run it as the user that runs the service. A PostgreSQL database (store.url) is backed up with pg_dump.',
  operands: [
    {
      name: 'target',
      sentence:
        'The file to write, a folder that gets a file named by the time, or - for standard output. A file that exists is not replaced. Absent: backup.directory.',
      optional: true,
    },
  ],
  options: {
    'without-secrets': {
      sentence:
        'Leaves out the encryption key and private keys. What the database keeps encrypted cannot be opened from such a backup; hashes of passwords and API keys are in it, and so is all mail.',
    },
    json: { sentence: 'Prints what was made as JSON.' },
  },
  configured: true,
  examples: [
    ['mailgauge backup /backup/', 'A file with the time in its name.'],
    ['mailgauge backup - | ssh backup@nas "cat > mailgauge.tar.zst"', 'To another machine.'],
    [
      'mailgauge backup - | restic backup --stdin --stdin-filename mailgauge.tar.zst',
      'Into a restic repository.',
    ],
  ],
  run: withConfig(async ({ io, deps, isSet, operands: [named] }, config) => {
    if (isShared(config)) return fail(io, BACKED_UP_ELSEWHERE)
    const given = named ?? config.backup.directory
    if (given === undefined)
      return misuse(io, 'Name the file or folder to write to: mailgauge backup /backup/')
    if (given === '-' && io.terminal)
      return misuse(io, 'A backup is not for a terminal. Name a file, or send it on: mailgauge backup - | …')
    if (given === '-' && isSet('json'))
      return misuse(io, 'Standard output has the backup: --json does not go with -.')
    const stop = new AbortController()
    const leave = io.onInterrupt(() => stop.abort())
    const secrets = !isSet('without-secrets')
    const made = await deps.makeBackup(config, {
      target: given === '-' ? given : `${resolve(io.cwd, given)}${given.endsWith('/') ? '/' : ''}`,
      secrets,
      signal: stop.signal,
      progress: ({ bytes, total }) =>
        io.status(`${Math.floor((100 * bytes) / Math.max(total, 1))} % of ${sizeInWords(total)}`),
    })
    io.status('')
    leave()
    if ('refused' in made) return fail(io, made.refused)
    if (isSet('json')) io.out(asJson(made, secrets))
    else io.say(inWords(made))
    return EXIT.done
  }),
}

type Made = Exclude<CommandBackup, { refused: string }>

const asJson = ({ file, madeAt, bytes, databaseBytes, left }: Made, secrets: boolean) =>
  json({ file, made_at: madeAt, bytes, database_bytes: databaseBytes, secrets, left_out: left })

function inWords({ file, bytes, databaseBytes, keys, left }: Made): string {
  const where = file === undefined ? 'the backup to standard output' : file
  const who = file === undefined ? '' : ' Only you can read it (mode 0600).'
  const holds = keys
    ? 'It holds the encryption key and private keys: keep it as closely as the server.'
    : 'It holds no key. All mail, and hashes of passwords and API keys, are in it: keep it as you would keep a mailbox.'
  const out = left.map(({ about }) => `  ${about}\n`).join('')
  return `Wrote ${where}: ${sizeInWords(bytes)}, the database has ${sizeInWords(databaseBytes)}.${who} ${holds}\n${out === '' ? '' : `Left out:\n${out}`}`
}
