/** Build time only (a macro): the browser's script as one minified text. `Bun.build` would deadlock inside a macro,
 * and BUN_BE_BUN keeps a compiled binary that runs this from starting its own program instead of the bundler. */
export function browserScript(): string {
  const entry = `${import.meta.dir}/site.ts`
  const built = Bun.spawnSync([process.execPath, 'build', '--minify', '--target=browser', entry], {
    env: { ...process.env, BUN_BE_BUN: '1' },
  })
  if (built.exitCode !== 0) throw new Error(`The browser script could not be built: ${built.stderr}`)
  return built.stdout.toString()
}
