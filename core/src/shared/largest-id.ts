/** Largest value of a PostgreSQL `integer`: no row has an id beyond it. Without Zod, because the web reads searches by it. */
export const largestId = 2_147_483_647
