import { complaintQueries } from '../aggregates/complaints/queries.ts'
import { aggregateQueries } from '../aggregates/dmarc/reads/queries.ts'
import { tlsQueries } from '../aggregates/tls-reports/reads.ts'
import { serveQueries } from './serve.ts'

/** A reader's thread: it runs queries that would hold up mail and pages. */

serveQueries((reading) => ({
  ...aggregateQueries(reading),
  ...tlsQueries(reading),
  ...complaintQueries(reading),
}))
