import { theBinary } from '../contract/binary.ts'
import { contract } from '../contract/rows.ts'
import { TABLES } from '../contract/tables.ts'

contract('the contract, of the binary', theBinary, TABLES)
