// Runs the pinned Bun with this script's arguments, installing it and the packages first where they are missing.
import { findBun, installPackages, run, withBun } from './toolchain.mjs'

const bun = findBun()
installPackages(bun)
run(bun, process.argv.slice(2), { env: withBun(bun) })
