import { crc32 } from 'node:zlib'

/** A zip archive of stored files with these names. */
export function zipOf(names: readonly string[], { encrypted = false, before = '' } = {}): Buffer {
  const flags = encrypted ? 1 : 0
  const locals = names.map((name) => {
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(flags, 6)
    head.writeUInt16LE(name.length, 26)
    return Buffer.concat([head, Buffer.from(name, 'latin1')])
  })
  const entries = names.map((name) => {
    const head = Buffer.alloc(46)
    head.writeUInt32LE(0x02014b50, 0)
    head.writeUInt16LE(flags, 8)
    head.writeUInt16LE(name.length, 28)
    return Buffer.concat([head, Buffer.from(name, 'latin1')])
  })
  const body = Buffer.concat(locals)
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(names.length, 8)
  end.writeUInt16LE(names.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(body.length, 16)
  return Buffer.concat([Buffer.from(before), body, directory, end])
}

export function tarOf(files: Readonly<Record<string, string>>): Buffer {
  const blocks = Object.entries(files).map(([name, content]) => {
    const head = Buffer.alloc(512)
    head.write(name, 0)
    head.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124)
    head.write('ustar\x0000', 257, 'latin1')
    return Buffer.concat([head, Buffer.from(content.padEnd(Math.ceil(content.length / 512) * 512, '\0'))])
  })
  return Buffer.concat([...blocks, Buffer.alloc(1_024)])
}

/** RAR 4: the main header and stored files of one octet each. */
export function rar4Of(names: readonly string[], { fileFlags = 0, mainFlags = 0 } = {}): Buffer {
  const main = Buffer.alloc(13)
  main[2] = 0x73
  main.writeUInt16LE(mainFlags, 3)
  main.writeUInt16LE(13, 5)
  const files = names.map((name) => {
    const head = Buffer.alloc(32)
    head[2] = 0x74
    head.writeUInt16LE(0x8000 | fileFlags, 3)
    head.writeUInt16LE(32 + name.length, 5)
    head.writeUInt32LE(1, 7)
    head.writeUInt16LE(name.length, 26)
    return Buffer.concat([head, Buffer.from(`${name}x`, 'latin1')])
  })
  return Buffer.concat([Buffer.from('Rar!\x1a\x07\0', 'latin1'), main, ...files])
}

/** RAR 5: the main header and stored files of one octet each. */
export function rar5Of(names: readonly string[], { encryptedFiles = false, encryptedHeaders = false } = {}) {
  const block = (fields: number[], rest: Buffer = Buffer.alloc(0)) => {
    const content = Buffer.concat([Buffer.from(fields), rest])
    return Buffer.concat([Buffer.alloc(4), Buffer.from([content.length]), content])
  }
  const record = encryptedFiles ? [2, 1, 0] : []
  const files = names.map((name) => {
    const head = encryptedFiles ? [2, 3, record.length, 1] : [2, 2, 1]
    const fields = [...head, 0, 1, 0, 0, 0, name.length]
    return Buffer.concat([
      block(fields, Buffer.concat([Buffer.from(name, 'latin1'), Buffer.from(record)])),
      Buffer.from('x'),
    ])
  })
  const parts = encryptedHeaders ? [block([4, 0, 0, 0])] : [block([1, 0, 0]), ...files]
  return Buffer.concat([Buffer.from('Rar!\x1a\x07\x01\0', 'latin1'), ...parts])
}

/** 7z: the first header and, at the end, a header that names the coders. */
export function sevenZip(encrypted: boolean): Buffer {
  const end = Buffer.from(encrypted ? [1, 4, 6, 0x06, 0xf1, 0x07, 0x01] : [1, 4, 6, 0x21])
  const head = Buffer.alloc(32)
  head.write('7z\xbc\xaf\x27\x1c', 0, 'latin1')
  head.writeBigUInt64LE(8n, 12)
  head.writeBigUInt64LE(BigInt(end.length), 20)
  head.writeUInt32LE(crc32(end), 28)
  return Buffer.concat([head, Buffer.alloc(8), end])
}

const OLE = Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1')

/** A compound document with a stream of that name. */
export function oleWith(stream: string): Buffer {
  return Buffer.concat([OLE, Buffer.alloc(1_000), Buffer.from(stream, 'utf16le'), Buffer.alloc(500)])
}

/** A Windows program's beginning. */
export function windowsProgram(): Buffer {
  const head = Buffer.alloc(256)
  head.write('MZ', 0)
  head.writeUInt32LE(128, 60)
  head.write('PE\0\0', 128)
  return head
}
