/** A package in `package-lock.json`. */
export interface LockedPackage {
  version?: string
  integrity?: string
  resolved?: string
  license?: string
  /** A package of this repository. */
  link?: boolean
}

/**
 * Licences that allow what AGPL-3.0 demands of a work that contains them, as SPDX identifiers. The data of `date-holidays`
 * (CC-BY-3.0) and of `caniuse-lite` (CC-BY-4.0) is used, not changed; the font (OFL-1.1) is shipped as it is.
 */
const compatible = new Set([
  ...[
    '0BSD',
    'Apache-2.0',
    'BlueOak-1.0.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'CC0-1.0',
    'ISC',
    'MIT',
    'MIT-0',
    'MPL-2.0',
  ],
  ...['PSF-2.0', 'Python-2.0', 'Unlicense', 'Zlib', 'OFL-1.1', 'CC-BY-3.0', 'CC-BY-4.0'],
])

/** Packages that name no licence in their package.json; read in their own files. */
const readByHand: Record<string, string> = { 'png-js': 'MIT' }

/**
 * Problems of a lock file: packages that could be exchanged unnoticed, names of registries, and licences that do
 * not go with AGPL-3.0. Licences of build tools count too, because the web app is bundled from such packages.
 *
 * @param packages by their folder, as in `package-lock.json`
 */
export function problemsOfLock(packages: Record<string, LockedPackage>): string[] {
  return Object.entries(packages).flatMap(([folder, one]) => {
    if (one.link || !folder.includes('node_modules/')) return []
    const name = folder.split('node_modules/').at(-1) ?? ''
    const license = one.license ?? readByHand[name]
    return [
      ...(one.integrity ? [] : [`${name}: no integrity`]),
      ...(one.resolved ? [`${name}: names the registry`] : []),
      ...(isCompatible(license) ? [] : [`${name}: licence ${license ?? 'unknown'}`]),
    ]
  })
}

/** With `OR` one of the licences is enough; with `AND` each of them counts. */
function isCompatible(license: string | undefined): boolean {
  if (license === undefined) return false
  const parts = license.replace(/[()]/g, '').split(' OR ')
  return parts.some((part) => part.split(' AND ').every((one) => compatible.has(one.trim())))
}
