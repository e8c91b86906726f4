/** Largest value of a PostgreSQL `integer`, and so of any id. */
export const largestId = 2_147_483_647
