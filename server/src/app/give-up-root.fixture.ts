import { readConfig } from '../platform/settings/config.ts'
import { giveUpRoot } from './give-up-root.ts'

/** Gives up root as the environment says, and prints the resulting user and groups. A test runs it. */
try {
  const told = giveUpRoot(readConfig(process.env), process.argv[2])
  console.log(JSON.stringify({ told, uid: process.getuid?.(), gid: process.getgid?.(), groups: process.getgroups?.() }))
} catch (error) {
  console.log(JSON.stringify({ refused: error instanceof Error ? error.message : error }))
}
