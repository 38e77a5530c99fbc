import { describe, expect, test } from 'bun:test'
import { commandAnywhere, ownCommand, welcome } from '../../src/app/welcome.ts'

const place = {
  cwd: '/home/ann/mailgauge',
  program: '/home/ann/mailgauge/dist/mailgauge',
  path: '/usr/bin:/bin',
}

describe('the command that a person can type in this folder', () => {
  test.each([
    ['built in a checkout', {}, 'dist/mailgauge'],
    ['in this very folder', { cwd: '/home/ann/mailgauge/dist' }, './mailgauge'],
    ['somewhere else', { program: '/opt/gauge/mailgauge' }, '/opt/gauge/mailgauge'],
    ['on the PATH', { program: '/usr/bin/mailgauge' }, 'mailgauge'],
    ['under another name', { program: '/usr/bin/mailgauge-2' }, '/usr/bin/mailgauge-2'],
    ['in a folder with a space', { program: "/opt/my mail's/mailgauge" }, `'/opt/my mail'\\''s/mailgauge'`],
  ])('%s', (_where, change, expected) => {
    expect(ownCommand({ ...place, ...change })).toBe(expected)
  })
})

test('the command for any folder is a whole path, but where the shell finds it', () => {
  expect(commandAnywhere(place)).toBe('/home/ann/mailgauge/dist/mailgauge')
  expect(commandAnywhere({ ...place, program: '/usr/bin/mailgauge' })).toBe('mailgauge')
})

describe('the welcome', () => {
  const config = (directory: string) => ({ site: { baseUrl: 'http://localhost:8080' }, store: { directory } })

  test('names commands by where they are', () => {
    const said = welcome(config('/home/ann/mailgauge/data'), { smtp: ['127.0.0.1:2525'] }, place)
    expect(said).toContain('  dist/mailgauge key create --name first\n')
    expect(said).toContain('--server 127.0.0.1:2525')
  })

  test('offers the instance while it is nobody’s, by a name that passkeys know', () => {
    const setupLink = 'http://localhost:8080/setup#t=st_x'
    const said = welcome(config('/home/ann/mailgauge/data'), { smtp: [], setupLink }, place)
    expect(said).toContain(`  Set it up  ${setupLink}\n`)
    expect(said).toContain('  Web site   http://localhost:8080\n')
    expect(welcome(config('/x'), { smtp: [] }, place)).not.toContain('Set it up')
  })

  test('names the data where it is not in this folder', () => {
    const said = welcome(config('/tmp/other data'), { smtp: ['127.0.0.1:2525'] }, place)
    expect(said).toContain("dist/mailgauge key create --name first --data '/tmp/other data'\n")
  })
})
