import { readConfig } from '../platform/settings/config.ts'
import { giveUpRoot } from './give-up-root.ts'

/** Gives root up with the settings of the environment, and prints as whom the process continues. A test runs it. */
try {
  const told = giveUpRoot(readConfig(process.env), process.argv[2])
  console.log(JSON.stringify({ told, uid: process.getuid?.(), gid: process.getgid?.(), groups: process.getgroups?.() }))
} catch (error) {
  console.log(JSON.stringify({ refused: error instanceof Error ? error.message : error }))
}
