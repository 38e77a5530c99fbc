// The statements of the writer's thread are noted: what it prepares comes after.
import './recording.ts'
import '../../../src/store/sqlite/writer.ts'
