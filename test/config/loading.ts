import type { Config } from '../../src/config/config.ts'
import { type LoadedConfig, loadConfig } from '../../src/config/load.ts'

/** The working directory of these tests; nothing of it exists on disk. */
export const folder = '/srv/work'

interface Sources {
  /** The text of mailgauge.toml in the working directory. */
  file?: string
  /** Other files by path; a function is called to read it. */
  files?: Record<string, string | (() => string)>
  flags?: readonly string[]
  environment?: Record<string, string>
  configPath?: string
  cwd?: string
}

export function load({
  file,
  files = {},
  flags = [],
  environment = {},
  configPath,
  cwd = folder,
}: Sources): LoadedConfig {
  const known: Record<string, string | (() => string)> = {
    ...(file !== undefined && { [`${folder}/mailgauge.toml`]: file }),
    ...files,
  }
  return loadConfig({
    flags: flags.map((flag) => {
      const [name = '', ...rest] = flag.split('=')
      return rest.length === 0 ? { name } : { name, value: rest.join('=') }
    }),
    environment,
    cwd,
    readFile(path) {
      const content = known[path]
      return typeof content === 'function' ? content() : content
    },
    ...(configPath !== undefined && { configPath }),
  })
}

/** The config of a file that must be right. */
export function configOf(file: string, sources: Omit<Sources, 'file'> = {}): Config {
  const loaded = load({ file, ...sources })
  if (!loaded.ok) throw new Error(loaded.problems.join('\n'))
  return loaded.config
}

/** What is said against such sources. */
export function problemsOf(sources: Sources): string[] {
  const loaded = load(sources)
  return loaded.ok ? [] : loaded.problems
}
