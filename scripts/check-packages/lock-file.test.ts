import { expect, it } from 'vitest'
import { type LockedPackage, problemsOfLock } from './lock-file.ts'

const sound: LockedPackage = { version: '1.0.0', integrity: 'sha512-x', license: 'MIT' }

// proves 18.48, V15.1.2
it.each([
  ['nothing of a sound package', sound, []],
  ['nothing of a package of our own', { link: true, resolved: 'core' }, []],
  ['a package that could be exchanged', { ...sound, integrity: undefined }, ['a: no integrity']],
  ['also a tool for another system', { ...sound, integrity: undefined, os: ['darwin'] }, ['a: no integrity']],
  ['the name of a registry', { ...sound, resolved: 'https://registry.test/a.tgz' }, ['a: names the registry']],
  ['a licence against AGPL', { ...sound, license: 'BUSL-1.1' }, ['a: licence BUSL-1.1']],
  ['a package without a licence', { ...sound, license: undefined }, ['a: licence unknown']],
  ['nothing where one of two licences fits', { ...sound, license: '(BUSL-1.1 OR MIT)' }, []],
  ['what one of two licences demands', { ...sound, license: '(MIT AND SSPL-1.0)' }, ['a: licence (MIT AND SSPL-1.0)']],
])('tells %s', (_what, one, expected) => {
  expect(problemsOfLock({ '': {}, 'node_modules/a': one as LockedPackage })).toEqual(expected)
})
