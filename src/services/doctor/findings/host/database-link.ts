import type { Context } from '../../context.ts'
import { attention, type Inquiry, inConfig, ok } from '../../finding.ts'

export const databaseLink: Inquiry<Context> = {
  id: 'database-link',
  title: 'Connection to the database',
  read: 'docs/operating.md#database-link',
  ofHost: true,
  needs: ['store.url', 'store.tls'],
  look({ settings: { shared } }) {
    if (!shared) return undefined
    const verify = inConfig(
      'Give the certificate of the authority that signed the one of the database, and have it verified:',
      'store',
      'tls = "verify-full"',
      'tls_ca = "/etc/mailgauge/database-ca.pem"',
    )
    if (shared.isHere) return ok('The database is on this machine: nothing of it goes over a network.')
    switch (shared.tls) {
      case 'disable':
        return attention(
          'The database is on another machine, and store.tls = "disable" sends everything in the clear: mail, password hashes and the password of the database. Who is on the network reads and changes it.',
          verify,
        )
      case 'require':
        return attention(
          'The connection to the database is encrypted, but store.tls = "require" does not verify who answers: somebody on the network may take the place of the database.',
          verify,
        )
      case 'verify-ca':
        return ok(
          'The connection is encrypted, and the certificate of the database verified, but for the name in it.',
        )
      case 'verify-full':
        return ok('The connection is encrypted, and the database shows who it is.')
    }
  },
}
