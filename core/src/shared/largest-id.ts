/** Largest value of a PostgreSQL `integer`: no row has an id beyond it. */
export const largestId = 2_147_483_647
