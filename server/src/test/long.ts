/** Whether this is `npm run test:long`, which leaves nothing out. */
export const isLong = process.env.TEST_LONG === '1'
