import { choice, count, parsed, size, text, toggle } from '../kinds.ts'
import type { Section } from '../option.ts'
import { DATABASE_EXAMPLES, readDatabaseUrl } from './data/database-url.ts'

export const store = {
  sentence: 'Where everything is kept.',
  options: {
    directory: text({
      sentence:
        'The data directory. A relative path counts from the folder of this file, or from the working directory when it comes from a variable or a flag. On a server: "/var/lib/mailgauge".',
      default: 'data',
      path: true,
    }),
    maxBytes: size(
      {
        sentence:
          'The most the database may take on disk. Past it mail is answered 452, and no test is made.',
        default: '20GB',
        reload: true,
      },
      { min: '16MB', max: '64TB' },
    ),
    minFree: size(
      {
        sentence: 'Disk space that stays free. Below it mail is answered 452, and no test is made.',
        default: '256MB',
        reload: true,
      },
      { min: '0B', max: '64TB' },
    ),
    url: parsed(
      {
        sentence:
          'The address of a PostgreSQL database that several hosts share. Better as MAILGAUGE_STORE_URL_FILE, the path of a file.',
        optional: 'SQLite in store.directory',
        example: 'postgres://mailgauge:password@db.example.com/mailgauge',
        secret: true,
      },
      DATABASE_EXAMPLES,
      readDatabaseUrl,
    ),
    listenUrl: parsed(
      {
        sentence:
          'The address of the same database past a pooler such as PgBouncer, which changes of tests are heard by. Needed where the pooler gives each transaction another connection.',
        optional: 'store.url',
        example: 'postgres://mailgauge:password@db.example.com:5432/mailgauge',
        secret: true,
      },
      DATABASE_EXAMPLES,
      readDatabaseUrl,
    ),
    prepared: toggle({
      sentence:
        'Whether statements are prepared once for a connection. Set it to false where store.url leads to a pooler such as PgBouncer, in any mode.',
      default: true,
    }),
    connections: count(
      {
        sentence:
          'Connections to the PostgreSQL database that this host opens at most, besides two of its own, and a third for moments.',
        default: 12,
      },
      { min: 6, max: 200 },
    ),
    tls: choice(
      {
        sentence:
          'How the connection to PostgreSQL is protected. verify-full: the certificate is trusted and names the host; verify-ca: it is trusted; require: any certificate; disable: none, for this machine alone.',
        default: 'verify-full',
      },
      ['verify-full', 'verify-ca', 'require', 'disable'],
    ),
    tlsCa: text({
      sentence: 'Path of the certificates (PEM) that the one of the PostgreSQL server is checked against.',
      optional: 'the authorities that are known to all',
      example: '/etc/mailgauge/postgres-ca.pem',
      path: true,
    }),
    tlsCert: text({
      sentence: 'Path of our own certificate (PEM), where the PostgreSQL server asks for one.',
      optional: 'none is shown',
      example: '/etc/mailgauge/postgres.pem',
      path: true,
    }),
    tlsKey: text({
      sentence: 'Path of the key (PEM) of store.tls_cert.',
      optional: 'none',
      example: '/etc/mailgauge/postgres.key',
      path: true,
    }),
  },
} as const satisfies Section
