import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { debOf, makeDeb, packagesFolder } from '../../support/package/build.ts'

const dpkg = (...args: string[]) => Bun.spawnSync(['dpkg-deb', ...args]).stdout.toString()

describe.skipIf(!Bun.which('dpkg-deb'))('the .deb', () => {
  test('is the same each time it is made', () => {
    const again = join(packagesFolder(), 'again.deb')
    makeDeb('0.1.0', again)
    expect(readFileSync(again).equals(readFileSync(debOf('0.1.0')))).toBe(true)
  }, 600_000)

  test('says what it needs, and belongs to root', () => {
    const deb = debOf('0.1.0')
    expect(dpkg('--field', deb, 'Depends')).toMatch(/libc6 \(>= 2\.34\).*libgcc-s1.*libstdc\+\+6/)
    const files = dpkg('--contents', deb).trim().split('\n')
    expect(files.filter((line) => !line.includes(' root/root '))).toEqual([])
    expect(files.filter((line) => /^-\S*w\S* .*\S/.test(line) && /^-.{4}w|^-.{7}w/.test(line))).toEqual([])
    expect(dpkg('--info', deb, 'conffiles')).toBe('/etc/mailgauge/mailgauge.toml\n')
  }, 600_000)
})
