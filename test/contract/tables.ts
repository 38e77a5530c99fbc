import { DMARC } from './rows-dmarc.ts'
import { DMARC_DATA } from './rows-dmarc-data.ts'
import { AUTH, DOMAINS, EDGES, KEYS } from './rows-keys.ts'
import { PATHS } from './rows-paths.ts'
import { READ } from './rows-read.ts'
import { MESSAGE, SHARED } from './rows-shared.ts'
import { CREATE, LIST } from './rows-tests.ts'

/** Every row of the contract, by resource. */
export const TABLES = {
  'POST /v1/tests': CREATE,
  'GET /v1/tests': LIST,
  'GET /v1/tests/{token}': READ,
  'GET /v1/shared/{token}': SHARED,
  'GET /v1/shared/{token}/message': MESSAGE,
  'who may ask': AUTH,
  keys: KEYS,
  domains: DOMAINS,
  'DMARC routes': DMARC,
  'DMARC data': DMARC_DATA,
  'where and how': EDGES,
  'paths that name nothing': PATHS,
}
