import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeArchive } from '../../../scripts/package/archive.ts'
import { changesOf } from '../../../scripts/package/changes.ts'
import { bashCompletion } from '../../../scripts/package/completion.ts'
import { packagedConfig } from '../../../scripts/package/config-file.ts'
import { ROOT } from '../../../scripts/package/contents.ts'
import { writeChecksums } from '../../../scripts/package/deb.ts'
import { makeTexts } from '../../../scripts/package/files.ts'
import { installerFor } from '../../../scripts/package/installer.ts'
import { commandPage, configPage } from '../../../scripts/package/man.ts'
import { EXIT } from '../../../src/cli/command.ts'
import { COMMANDS } from '../../../src/cli/commands.ts'
import { ENTRIES } from '../../../src/config/catalogue.ts'
import { workplace } from '../../cli/running.ts'
import { readUnit, seconds, settingOf } from '../../support/package/unit.ts'

const folder = mkdtempSync(join(tmpdir(), 'mailgauge-texts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const run = (...command: string[]) => Bun.spawnSync(command, { cwd: ROOT, env: process.env, stderr: 'pipe' })
const plain = (roff: string) => roff.replaceAll('\\-', '-').replaceAll('\\&', '')

describe('the manual', () => {
  const pages = { 1: commandPage('1.2.3', '2026-11-23'), 5: configPage('1.2.3', '2026-11-23') }

  test('has every command with its options, every option of the config and every exit code', () => {
    for (const { name, options = {} } of COMMANDS) {
      expect(plain(pages[1])).toContain(`.SS "mailgauge ${name}`)
      for (const option of Object.keys(options)) expect(plain(pages[1])).toContain(`.B --${option}`)
    }
    for (const { name } of ENTRIES) expect(plain(pages[5])).toContain(`.B ${name}\n`)
    const codes = pages[1].slice(pages[1].indexOf('"EXIT STATUS"'), pages[1].indexOf('"FILES"'))
    expect([...codes.matchAll(/^\.B (\d+)$/gm)].map(([, code]) => Number(code))).toEqual(Object.values(EXIT))
  })

  test.skipIf(!Bun.which('groff'))('is set without a warning', () => {
    for (const [section, page] of Object.entries(pages)) {
      const path = join(folder, `page.${section}`)
      writeFileSync(path, page)
      const set = run('groff', '-man', '-Tutf8', '-ww', '-Kutf8', path)
      expect(set.stderr.toString()).toBe('')
    }
  })
})

describe('the completion', () => {
  const complete = (...words: string[]) => {
    writeFileSync(join(folder, 'completion'), bashCompletion())
    const asked = `. ${folder}/completion; COMP_WORDS=(mailgauge ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _mailgauge; echo "\${COMPREPLY[*]}"`
    return run('bash', '-c', asked).stdout.toString().trim().split(' ')
  }
  test.each([
    [['hea'], ['health']],
    [
      ['key', 'r'],
      ['rotate', 'revoke'],
    ],
    [['health', '--u'], ['--url']],
    [['key', 'create', '--na'], ['--name']],
    [['config', 'check', '--con'], ['--config']],
  ])('of %p is %p', (words, answer) => {
    for (const one of answer) expect(complete(...words)).toContain(one)
  })
})

describe('the configuration of the package', () => {
  test('lacks what nobody but its owner knows, and nothing else', async () => {
    const place = workplace()
    const text = packagedConfig().replace('/var/lib/mailgauge', join(place.folder, 'data'))
    const check = async (content: string) => {
      writeFileSync(join(place.folder, 'mailgauge.toml'), content)
      return place.run('config check')
    }
    const lacking = await check(text)
    expect(lacking.code).toBe(2)
    expect(lacking.stderr).toStartWith(
      'One thing is wrong with the configuration:\n  smtp.domain: must be set',
    )
    expect(packagedConfig()).toContain('\ndirectory = "/var/lib/mailgauge"\n')
    place.remove()
  })
})

describe('the unit', () => {
  const unit = readUnit(readFileSync(join(ROOT, 'packaging/mailgauge.service'), 'utf8'))
  const gigabytes = (name: string) => Number(/^(\d+)G$/.exec(settingOf(unit, name))?.[1])

  test('leaves room for what is analysed and for the service, and stops neither for one child', () => {
    expect(gigabytes('MemoryHigh')).toBeLessThan(gigabytes('MemoryMax'))
    // A quarter of it is analysis.total_memory, 1 GB at most.
    expect(gigabytes('MemoryMax')).toBeGreaterThanOrEqual(4)
    expect(settingOf(unit, 'OOMPolicy')).toBe('continue')
  })

  test('is told that it lives, is not tried again with a wrong configuration, and may compile', () => {
    expect(settingOf(unit, 'Type')).toBe('notify')
    expect(seconds(settingOf(unit, 'WatchdogSec'))).toBeGreaterThan(30)
    expect(settingOf(unit, 'RestartPreventExitStatus').split(' ')).toContain(String(EXIT.usage))
    expect(settingOf(unit, 'MemoryDenyWriteExecute')).toBe('')
    expect(settingOf(unit, 'Environment')).toBe('TMPDIR=%S/mailgauge/tmp')
    expect(settingOf(unit, 'StateDirectory').split(' ')).toContain('mailgauge/tmp')
  })

  test.skipIf(!Bun.which('systemd-analyze'))('is called safe by systemd', () => {
    const path = 'packaging/mailgauge.service'
    const rated = run('systemd-analyze', 'security', '--offline=true', '--threshold=20', path)
    expect(rated.exitCode, rated.stdout.toString()).toBe(0)
  })
})

test.skipIf(!Bun.which('shellcheck'))('scripts of the shell are clean', () => {
  const debian = ['postinst', 'prerm', 'postrm'].map((name) => `packaging/debian/${name}`)
  const checked = run('shellcheck', 'scripts/install.sh', ...debian)
  expect(checked.stdout.toString()).toBe('')
})

describe('a release', () => {
  test('has the section of its version, and no other', () => {
    const changelog = '# Changelog\n\n## 1.1.0 (unreleased)\n\nNew.\n\n## 1.0.0\n\nOld.\n'
    expect(changesOf('1.1.0', changelog)).toBe('## 1.1.0 (unreleased)\n\nNew.\n')
    expect(() => changesOf('1.0', changelog)).toThrow('says nothing of 1.0')
  })

  test.each([
    ['https://example.org/x', undefined, 'https://example.org/x'],
    [
      undefined,
      { url: 'git+https://example.org/a/b.git' },
      'https://example.org/a/b/releases/download/v1.2.3',
    ],
    [undefined, undefined, ''],
    [undefined, 'git@example.org:a/b.git', ''],
  ])('its installer knows where it is: %p, %p', (url, repository, place) => {
    expect(installerFor(url, repository, '1.2.3')).toContain(`\nRELEASE_URL='${place}'\n`)
  })

  test('its archives and checksums are the same each time', () => {
    const binary = join(folder, 'program')
    writeFileSync(binary, 'not a program')
    const texts = makeTexts('1.2.3', 1_795_000_000, [])
    const [first = '', second = ''] = ['one', 'two'].map((name) => {
      const out = mkdtempSync(join(folder, `${name}-`))
      const path = makeArchive({ out, name: 'mailgauge-1.2.3-x', binary, texts, epoch: 1_795_000_000 })
      writeChecksums(join(out, 'checksums.txt'), [path])
      return readFileSync(join(out, 'checksums.txt'), 'utf8')
    })
    expect(first).toBe(second)
    expect(first).toMatch(/^[\da-f]{64} {2}mailgauge-1\.2\.3-x\.tar\.gz\n$/)
  })
})
