import { describe, expect, test } from 'bun:test'
import { isOlder } from '../../../src/store/keeping/versions.ts'
import { servingOf } from '../../../src/store/sqlite/backup/serving.ts'
import { openWriter } from '../../../src/store/sqlite/connection.ts'
import { MIGRATIONS, migrate } from '../../../src/store/sqlite/migrations.ts'

const memory = () => openWriter(':memory:').driver

describe('versions of programs', () => {
  test.each([
    ['0.1.0', '0.1.0', false],
    ['0.1.0', '0.1.1', true],
    ['0.9.1', '0.10.0', true],
    ['1.0.0', '0.99.99', false],
    ['1.2.3-rc.1', '1.2.3', false],
    ['v0.1.0', '0.2.0', true],
    ['development', '9.9.9', false],
    ['0.1.0', 'no version', false],
  ])('%s is older than %s: %p', (version, than, older) => expect(isOlder(version, than)).toBe(older))
})

describe('a database', () => {
  test('names the oldest program that serves it, and the backup from before', () => {
    const driver = memory()
    migrate(driver, true, MIGRATIONS, { program: '0.1.0', backup: '/backups/x' })
    expect(servingOf(driver)).toEqual({ oldestProgram: '0.1.0', migratedBy: '0.1.0', backup: '/backups/x' })
    migrate(driver, true, MIGRATIONS, { program: '0.2.0' })
    expect(servingOf(driver)).toMatchObject({ migratedBy: '0.1.0', backup: '/backups/x' })
  })

  test('refuses an older program, which names both versions and the way back', () => {
    const driver = memory()
    migrate(driver, true)
    driver.exec("UPDATE serving SET oldest_program = '0.5.0', backup = '/backups/x'")
    for (const allowed of [true, false])
      expect(migrate(driver, allowed, MIGRATIONS, { program: '0.4.9' })).toEqual({
        kind: 'refused',
        reason:
          'The database needs Mailgauge 0.5.0 or newer, and this is 0.4.9. Install 0.5.0 or newer. Or go back to the data from before the upgrade: mailgauge restore /backups/x',
      })
    expect(migrate(driver, true, MIGRATIONS, { program: '0.5.0' })).toEqual({ kind: 'current' })
  })
})
