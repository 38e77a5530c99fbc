import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SOURCES } from './build.ts'

/** What the last stage of a Dockerfile says of the image, so far as ours goes. */
export interface Image {
  user: string
  env: Record<string, string>
  workdir: string
  volume: string
  ports: string[]
  stopSignal: string
  entrypoint: string[]
  command: string[]
  health: string[]
  base: string
  /** Owner of what is copied, by its place in the image. */
  copied: Record<string, string | undefined>
}

/** Reads packaging/Dockerfile. Throws on an instruction that nobody has thought about here. */
export function readImage(text = readFileSync(join(SOURCES, 'packaging/Dockerfile'), 'utf8')): Image {
  const lines = text
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line !== '')
  const stage = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')))
  const image: Image = {
    ...{ user: '', env: {}, workdir: '', volume: '', ports: [], stopSignal: '' },
    ...{ entrypoint: [], command: [], health: [], base: '', copied: {} },
  }
  for (const line of stage) read(image, line)
  return image
}

function read(image: Image, line: string): void {
  const [word = '', ...rest] = line.split(' ')
  const value = rest.join(' ')
  const readers: Record<string, () => void> = {
    FROM: () => {
      image.base = value
    },
    USER: () => {
      image.user = value
    },
    WORKDIR: () => {
      image.workdir = value
    },
    VOLUME: () => {
      image.volume = value
    },
    EXPOSE: () => {
      image.ports = rest
    },
    STOPSIGNAL: () => {
      image.stopSignal = value
    },
    ENTRYPOINT: () => {
      image.entrypoint = JSON.parse(value)
    },
    CMD: () => {
      image.command = JSON.parse(value)
    },
    HEALTHCHECK: () => {
      image.health = JSON.parse(value.slice(value.indexOf('[')))
    },
    ENV: () => {
      for (const pair of rest.filter(Boolean)) {
        const at = pair.indexOf('=')
        image.env[pair.slice(0, at)] = pair.slice(at + 1)
      }
    },
    COPY: () => {
      image.copied[rest.at(-1) ?? ''] = /--chown=(\S+)/.exec(value)?.[1]
    },
  }
  const reader = readers[word]
  if (!reader) throw new Error(`The Dockerfile says ${word}, which the test does not know`)
  reader()
}
