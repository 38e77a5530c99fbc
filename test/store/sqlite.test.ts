import { testStore } from '../support/store.ts'
import { describeStore } from './contract.ts'

describeStore('sqlite', () => testStore())
