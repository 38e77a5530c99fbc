import type { Admin } from '../../../app/admin.ts'
import { withAdmin } from '../../administration.ts'
import { type Command, EXIT, fail, type Invocation, misuse } from '../../command.ts'

type Done = { kind: 'rotated' | 'finished'; keyId: string; secrets: number; isShared: boolean }

export const secretsRotate: Command = {
  name: 'secrets rotate',
  summary: 'Encrypts stored secrets with a new key',
  about:
    'Makes a new key in the file of secrets.key_path, encrypts every stored secret with it and removes the old key. Works beside a running service. Interrupted at any moment, nothing is lost: run it again, or start the service, and it is brought to its end. Then back up the key file and the database: an older backup of the database needs the key file of its time. Where several hosts share a PostgreSQL database, each has a key file of its own and needs the new key first: run it with --prepare, copy the key file to every other host, then run it without, and once on every other host to remove the old key there. While a host lacks the new key nothing is changed, and the hosts are named.',
  options: {
    prepare: {
      sentence:
        'Makes the new key and leaves the old one in use, so that the key file can be copied to the other hosts.',
    },
    without: {
      value: 'hosts',
      sentence:
        'Goes on without these hosts (names with commas between), which ended without a word and are gone for good.',
    },
  },
  configured: true,
  run: withAdmin(false, async ({ io, isSet, value }, admin) => {
    const without = value('without')
    if (isSet('prepare') && without !== undefined)
      return misuse(io, '--without goes with the second step, not with --prepare.')
    if (isSet('prepare')) return prepared(io, await admin.secrets.prepare())
    const rotation = await admin.secrets.rotate(without?.split(',').map((name) => name.trim()))
    switch (rotation.kind) {
      case 'refused':
        return fail(io, rotation.reason)
      case 'no_space':
        return fail(
          io,
          'The disk takes no write. Both keys are kept, and nothing is lost. Make room, then run it again.',
        )
      case 'rotated':
      case 'finished':
        io.say(inWords(rotation))
        return EXIT.done
    }
  }),
}

type Prepared = Awaited<ReturnType<Admin['secrets']['prepare']>>

function prepared(io: Invocation['io'], outcome: Prepared): number {
  if (outcome.kind === 'refused') return fail(io, outcome.reason)
  const { keyId, keyPath, others } = outcome
  const running = others.length === 0 ? 'none runs now' : `of them run ${others.join(', ')}`
  io.say(
    `The key ${keyId} is prepared in ${keyPath}, and the old one is in use.\nCopy the file to every other host (${running}), to the path of its secrets.key_path and for the user that runs Mailgauge alone (chmod 600). They need no restart. Then run mailgauge secrets rotate here: it looks whether they have it.\n`,
  )
  return EXIT.done
}

function inWords({ kind, keyId, secrets, isShared }: Done): string {
  const made = secrets === 1 ? '1 secret was' : `${secrets} secrets were`
  const inUse = `The key ${keyId} is in use: ${made} encrypted with it, and the old key is gone`
  if (isShared && kind === 'finished') return `The key ${keyId} is in use, and this key file has no other.\n`
  if (isShared)
    return `${inUse} from this key file.\nRun mailgauge secrets rotate on every other host too, which removes the old key there. Back up the key file and the database now.\n`
  const earlier = kind === 'finished' ? 'The rotation that was interrupted is finished. ' : ''
  return `${earlier}${inUse}.\nBack up the key file and the database now.\n`
}
