import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'

/** A new, empty folder. The end of the run removes it, also when the test that asked for it was killed. */
export const testFolder = (name = 'test-'): string => mkdtempSync(join(inject('testFolder'), name))
