import { crc32, deflateRawSync, gzipSync } from 'node:zlib'

export interface ZipOptions {
  /** Sizes and sum behind the data instead of before it. */
  descriptor?: boolean
  stored?: boolean
  encrypted?: boolean
  wrongCrc?: boolean
  /** What the directory says of the size, where it lies. */
  declared?: number
  /** The method number, where it is one that nobody knows. */
  method?: number
}

export interface ZipFile extends ZipOptions {
  name: string
  bytes: Uint8Array
}

/** Writes a zip archive, by the specification but for what is asked for. */
export function zipOf(files: readonly ZipFile[], behind: Uint8Array = new Uint8Array()): Uint8Array {
  const parts: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let at = 0
  for (const file of files) {
    const data = file.stored ? file.bytes : deflateRawSync(file.bytes)
    const local = headerOf(file, data.length, { local: true })
    const descriptor = file.descriptor ? descriptorOf(file, data.length) : Buffer.alloc(0)
    directory.push(headerOf(file, data.length, { local: false, offset: at }))
    parts.push(local, data, descriptor)
    at += local.length + data.length + descriptor.length
  }
  const central = Buffer.concat(directory)
  return Buffer.concat([...parts, central, endOf(files.length, central.length, at), behind])
}

const sumOf = (file: ZipFile) => (crc32(file.bytes) ^ (file.wrongCrc ? 1 : 0)) >>> 0

function headerOf(file: ZipFile, packed: number, place: { local: boolean; offset?: number }): Buffer {
  const name = Buffer.from(file.name)
  const header = Buffer.alloc(place.local ? 30 : 46)
  const open = place.local && file.descriptor
  const from = place.local ? 4 : 6
  header.writeUInt32LE(place.local ? 0x04034b50 : 0x02014b50, 0)
  header.writeUInt16LE(20, from)
  header.writeUInt16LE((file.descriptor ? 8 : 0) | (file.encrypted ? 1 : 0), from + 2)
  header.writeUInt16LE(file.method ?? (file.stored ? 0 : 8), from + 4)
  header.writeUInt32LE(open ? 0 : sumOf(file), from + 10)
  header.writeUInt32LE(open ? 0 : packed, from + 14)
  header.writeUInt32LE(open ? 0 : (file.declared ?? file.bytes.length), from + 18)
  header.writeUInt16LE(name.length, from + 22)
  if (!place.local) header.writeUInt32LE(place.offset ?? 0, 42)
  return Buffer.concat([header, name])
}

function descriptorOf(file: ZipFile, packed: number): Buffer {
  const descriptor = Buffer.alloc(16)
  descriptor.writeUInt32LE(0x08074b50, 0)
  descriptor.writeUInt32LE(sumOf(file), 4)
  descriptor.writeUInt32LE(packed, 8)
  descriptor.writeUInt32LE(file.bytes.length, 12)
  return descriptor
}

function endOf(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return end
}

/** How reporters pack, and what happens to it on the way. */
export const CONTAINERS = [
  'xml',
  'gzip',
  'gzip-crlf',
  'gzip-members',
  'gzip-twice',
  'zip',
  'zip-descriptor',
  'zip-stored',
  'zip-crlf',
] as const
export type Container = (typeof CONTAINERS)[number]

const CRLF = Buffer.from('\r\n')

export function packed(xml: Uint8Array, container: Container, name = 'report.xml'): Uint8Array {
  const half = xml.length >> 1
  const ways: Record<Container, () => Uint8Array> = {
    xml: () => xml,
    gzip: () => gzipSync(xml),
    'gzip-crlf': () => Buffer.concat([gzipSync(xml), CRLF]),
    'gzip-members': () => Buffer.concat([gzipSync(xml.subarray(0, half)), gzipSync(xml.subarray(half))]),
    'gzip-twice': () => gzipSync(gzipSync(xml)),
    zip: () => zipOf([{ name, bytes: xml }]),
    'zip-descriptor': () =>
      zipOf([
        { name: 'reports/', bytes: new Uint8Array(), stored: true },
        { name, bytes: xml, descriptor: true },
      ]),
    'zip-stored': () => zipOf([{ name, bytes: xml, stored: true }]),
    'zip-crlf': () => zipOf([{ name, bytes: xml }], CRLF),
  }
  return ways[container]()
}
