import { inProcess } from '../contract/in-process.ts'
import { contract } from '../contract/rows.ts'
import { TABLES } from '../contract/tables.ts'

contract('the contract, in this process', inProcess, TABLES)
