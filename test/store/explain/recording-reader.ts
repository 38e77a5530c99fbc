// The statements of threads that read are noted: what they prepare comes after.
import './recording.ts'
import '../../../src/store/sqlite/readers/reader.ts'
