/** The migrated, empty database that tests clone. */
export const templateName = 'malote_template'

/** The connection string of another database on the same server. */
export function databaseAt(server: string, name: string): string {
  // Not a URL object: it would reject or rewrite a host that is an encoded socket folder.
  return server.replace(/\/[^/?]*(\?|$)/, `/${name}$1`)
}
