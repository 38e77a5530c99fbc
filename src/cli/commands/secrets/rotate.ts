import { withAdmin } from '../../administration.ts'
import { type Command, EXIT, fail } from '../../command.ts'

export const secretsRotate: Command = {
  name: 'secrets rotate',
  summary: 'Encrypts stored secrets with a new key',
  about:
    'Makes a new key in the file of secrets.key_path, encrypts every stored secret with it and removes the old key. Works beside a running service. Interrupted at any moment, nothing is lost: run it again, or start the service, and it is brought to its end. Then back up the key file and the database: an older backup of the database needs the key file of its time.',
  configured: true,
  run: withAdmin(false, async ({ io }, admin) => {
    const rotation = await admin.secrets.rotate()
    switch (rotation.kind) {
      case 'refused':
        return fail(io, rotation.reason)
      case 'no_space':
        return fail(
          io,
          'The disk takes no write. Both keys are kept, and nothing is lost. Make room, then run it again.',
        )
      case 'rotated':
      case 'finished': {
        const earlier = rotation.kind === 'finished' ? 'The rotation that was interrupted is finished. ' : ''
        const secrets = rotation.secrets === 1 ? '1 secret was' : `${rotation.secrets} secrets were`
        io.say(
          `${earlier}The key ${rotation.keyId} is in use: ${secrets} encrypted with it, and the old key is gone.\nBack up the key file and the database now.\n`,
        )
        return EXIT.done
      }
    }
  }),
}
