const mark = /-faltam-(\d+)-anexos\./

/**
 * The part of a backup's name that says how many attachments it lacks, because the storage had lost or damaged them.
 * Whoever chooses an archive to restore sees names, and the database may be lost by then.
 */
export const markOf = (missing: number): string => (missing === 0 ? '' : `-faltam-${missing}-anexos`)

/** How many attachments a backup lacks, by its name. */
export const missingIn = (name: string): number => Number(mark.exec(name)?.[1] ?? 0)

/** The name that its attempt began with. */
export const unmarked = (name: string): string => name.replace(mark, '.')

/** The names of backups that lack attachments, for `like`. */
export const lackingNames = '%-faltam-%-anexos.%'
