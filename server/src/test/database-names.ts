/** The migrated, empty database that tests clone. */
export const templateName = 'malote_template'

/** The address of another database on the same server. */
export function databaseAt(server: string, name: string): string {
  // Not a URL object: the host may be an encoded socket folder, which it would reject or rewrite.
  return server.replace(/\/[^/?]*(\?|$)/, `/${name}$1`)
}
